//! What a vault, a mission or a plan looks like.

use std::fmt::Write;
use std::sync::Arc;

use undercroft_game::{GameContent, goal_sentence};
use undercroft_mapgen::{Content, LegendEntry, Outline, Pattern, Plan, Step, Terrain, Vault};

use super::users_of;
use crate::output::print;
use crate::text_layout::{BOLD, columns, wrapped};

pub(super) fn explain_vault(vault: &Vault, maps: &Content) -> anyhow::Result<()> {
    let mut text = String::new();
    writeln!(text, "{BOLD}{}{BOLD:#}, a vault of {}", vault.name(), vault.size())?;
    writeln!(text, "{}\n", wrapped(vault.description(), 0))?;
    for line in vault.map().trim_matches('\n').lines() {
        writeln!(text, "    {line}")?;
    }
    for variant in vault.variants() {
        writeln!(text, "\n  or\n")?;
        for line in variant.map().trim_matches('\n').lines() {
            writeln!(text, "    {line}")?;
        }
    }
    let legend: Vec<[String; 2]> =
        vault.legend().map(|(glyph, entry)| [format!("  {glyph}"), entry_in_words(entry)]).collect();
    if !legend.is_empty() {
        writeln!(text, "\n{BOLD}Legend{BOLD:#}\n{}", columns(&legend))?;
    }
    let terrain = match vault.terrain() {
        Terrain::Rock => "in rock; tunnels lead to its entrances",
        Terrain::Open => "on open ground, with room to walk around it",
        _ => "in rock or on open ground",
    };
    let depths = match (vault.depth(), vault.depths().last) {
        (0, None) => "any".into(),
        (first, None) => format!("{first} and below"),
        _ => vault.depths().to_string(),
    };
    let weight = match vault.weight() {
        0 => "0: only where a recipe names it".into(),
        weight => format!("{weight} (most have 10)"),
    };
    let tags = vault.tags().collect::<Vec<_>>().join(", ");
    let roles = vault.roles().join(", ");
    let entrances = vault.doors().len().to_string();
    let forms = vault.orientations().len().to_string();
    let users = users_of(maps, |step| may_stamp(step, vault));
    let rows = [
        ["  depths", &depths],
        ["  stands", terrain],
        ["  entrances", &entrances],
        ["  orientations", &forms],
        ["  tags", if tags.is_empty() { "none" } else { &tags }],
        ["  roles", if roles.is_empty() { "none" } else { &roles }],
        ["  weight", &weight],
        ["  used by", &users],
    ];
    writeln!(text, "\n{BOLD}Use{BOLD:#}\n{}", columns(&rows))?;
    print(&text)
}

pub(super) fn explain_mission(pattern: &Pattern, maps: &Content) -> anyhow::Result<()> {
    let mut text = String::new();
    writeln!(text, "{BOLD}{}{BOLD:#}, a mission", pattern.name())?;
    writeln!(text, "{}\n", wrapped(pattern.description(), 0))?;
    for line in pattern.to_string().lines() {
        writeln!(text, "    {line}")?;
    }
    writeln!(text, "\n{BOLD}Shortest walkthrough{BOLD:#}")?;
    for (number, told) in (1..).zip(pattern.walkthrough_in_words().chain(["arrive at the goal".into()])) {
        writeln!(text, "{number:>4}  {told}")?;
    }
    let may_lay = |step: &dyn Step| {
        let is_named = match step.parameters().get("missions").and_then(|names| names.as_array()) {
            Some(names) if !names.is_empty() => names.iter().any(|name| name.as_str() == Some(pattern.name())),
            _ => true,
        };
        is_named && step.patterns().contains(pattern)
    };
    let row = ["  used by".to_owned(), users_of(maps, may_lay)];
    writeln!(text, "\n{BOLD}Use{BOLD:#}\n{}", columns(&[row]))?;
    print(&text)
}

/// "rubble with a zombie on it, half of the time"
fn entry_in_words(entry: &LegendEntry) -> String {
    let tiles = match entry.tiles.as_slice() {
        [] => "leaves the map as it is".to_owned(),
        tiles => tiles.join(" or "),
    };
    match &entry.spawn {
        None if entry.vault.is_some() => {
            format!("{tiles}, under a vault `{}`", entry.vault.as_deref().unwrap_or_default())
        }
        None => tiles,
        Some(spawn) => {
            let chance = if spawn.chance < 1.0 { format!(", chance {}", spawn.chance) } else { String::new() };
            let kind = |kind: &String| match spawn.from_depth.get(kind) {
                Some(depth) => format!("{kind} from depth {depth}"),
                None => kind.clone(),
            };
            let kinds: Vec<String> = spawn.kinds.iter().map(kind).collect();
            format!("{tiles}, {} {}{chance}", spawn.class.name(), kinds.join(" or "))
        }
    }
}

pub(super) fn explain_plan(plan: &Plan, option: &str) -> anyhow::Result<()> {
    let levels = plan.levels().map_or("without a last level".into(), |levels| format!("of {levels} levels"));
    let mut text = String::new();
    let difficulty = plan.difficulty().map_or_else(String::new, |difficulty| format!(", {}", difficulty.name()));
    writeln!(text, "{BOLD}{}{BOLD:#}, a plan {levels}{difficulty}", plan.name())?;
    writeln!(text, "{}", wrapped(plan.description(), 0))?;
    let rows: Vec<[String; 2]> = plan.outline().iter().flat_map(stretch).collect();
    writeln!(text, "\n{BOLD}Levels{BOLD:#}\n{}", columns(&rows))?;
    if let Some(goal) = goal_sentence(plan, &GameContent::standard()) {
        writeln!(text, "\n{BOLD}Goal{BOLD:#}\n  {goal}")?;
    }
    let name = plan.name();
    writeln!(
        text,
        "\n{BOLD}To see it{BOLD:#}: undercroft generate --plan {name} --depth 0{option}, or undercroft play --plan {name}{option}"
    )?;
    print(&text)
}

/// The rows that describe a stretch. Lists may be long, so each has its own.
fn stretch(stretch: &Outline) -> [[String; 2]; 3] {
    let kinds = |what: &str, kinds: Option<&[Arc<str>]>| match kinds {
        None => format!("{what} of the recipe"),
        Some([]) => format!("no {what}"),
        Some(kinds) => format!("{what}: {}", kinds.join(", ")),
    };
    [
        [format!("  depth {}", stretch.depths), stretch.grounds.join(" or ")],
        [String::new(), kinds("creatures", stretch.creatures.as_deref())],
        [String::new(), kinds("items", stretch.items.as_deref())],
    ]
}

/// Whether a step chooses among vaults, this one included.
fn may_stamp(step: &dyn Step, vault: &Vault) -> bool {
    let parameters = step.parameters();
    let list = |key: &str| parameters.get(key).and_then(|value| value.as_array()).map_or(&[][..], Vec::as_slice);
    let (names, tags) = (list("names"), list("tags"));
    let has = |list: &[toml::Value], wanted: &str| list.iter().any(|value| value.as_str() == Some(wanted));
    let named = names.is_empty() || has(names, vault.name());
    let tagged = tags.is_empty() || vault.tags().any(|tag| has(tags, tag));
    let any = names.is_empty() && tags.is_empty();
    ["stamp", "reserve"].contains(&step.name())
        && named
        && tagged
        && !(any && (vault.weight() == 0 || !list("vault").is_empty()))
}
