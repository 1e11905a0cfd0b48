//! What the page shows of a game beside the map: the hero, what is in sight, the pack, and how it ended.

use serde::Serialize;
use undercroft_game::{
    Beacon, Behaviour, CreatureId, Game, Hunger, Improvement, InSight, Item, ItemClass, Log, Message, Point, Sighting,
    Slot, View, grammar,
};
use undercroft_mapgen::{Colour, StairKind};

/// The number of messages sent with every scene.
const MESSAGES: usize = 40;
/// The highest number of hits worth showing.
const MANY: i32 = 99;

/// What the page shows of a game beside the map.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Scene {
    plan: String,
    seed: String,
    depth: u32,
    turn: u64,
    at: Point,
    /// The level's bounds as left, top, width and height; none if it is endless.
    bounds: Option<[i32; 4]>,
    /// The rectangle around everything the hero knows.
    known: [i32; 4],
    goal: Option<String>,
    goal_progress: Option<(u32, u32)>,
    hero: Hero,
    statuses: Vec<StatusLine>,
    /// What the hero senses from afar.
    bearing: Option<BearingLine>,
    creatures: Vec<CreatureLine>,
    items: Vec<ItemLine>,
    here: Here,
    pack: Vec<PackLine>,
    offers: Vec<OfferLine>,
    improvements: Vec<ImprovementLine>,
    /// The hero and the surroundings in words.
    words: String,
    sights: Vec<Sight>,
    log: Vec<Message>,
    ending: Option<EndingLines>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Hero {
    hit_points: i32,
    max_hit_points: i32,
    level: u32,
    /// The experience gained since this level-up, and the experience needed for the next.
    experience: u32,
    next_level: u32,
    food: u32,
    max_food: u32,
    hunger: &'static str,
    is_weak: bool,
    attack: i32,
    defence: i32,
    sight: u32,
    purse: Option<String>,
    /// The names of the keys of this level that the hero holds.
    keys: Vec<String>,
    choices: u32,
    throwing_range: u32,
}

#[derive(Clone, Debug, Serialize)]
struct StatusLine {
    name: &'static str,
    rounds: u32,
    harmful: bool,
}

#[derive(Clone, Debug, Serialize)]
struct BearingLine {
    what: &'static str,
    direction: &'static str,
    distance: u32,
}

/// How to draw something in a list: as a picture of its kind, or as a glyph.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Icon {
    kind: String,
    glyph: char,
    colour: String,
}

impl Icon {
    pub(super) fn new(kind: &str, glyph: char, colour: Colour) -> Self {
        Self { kind: kind.to_owned(), glyph, colour: colour.to_string() }
    }

    fn of_item(view: &View<'_>, item: &Item) -> Self {
        let kind = view.content().item(item.kind);
        Self::new(&kind.name, kind.glyph, kind.colour)
    }
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct CreatureLine {
    id: CreatureId,
    icon: Icon,
    name: String,
    at: Point,
    hit_points: i32,
    max_hit_points: i32,
    is_threat: bool,
    is_dangerous: bool,
    /// "asleep", "unaware", or empty.
    state: &'static str,
    odds: Option<OddsLine>,
}

/// The hits that a fight takes, and their chances in percent.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct OddsLine {
    your_hits: i32,
    your_chance: u32,
    its_hits: i32,
    its_chance: u32,
}

#[derive(Clone, Debug, Serialize)]
struct ItemLine {
    icon: Icon,
    name: String,
    at: Point,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Here {
    items: Vec<String>,
    can_pick_up: bool,
    can_open: bool,
    stairs: Option<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PackLine {
    slot: Slot,
    letter: char,
    icon: Icon,
    name: String,
    description: String,
    count: u32,
    /// "eat", "drink", "read" or "zap", if it can be used.
    verb: Option<&'static str>,
    /// "Wield", "Wear", "Put away" or "Take off", if it is equipment.
    equip_verb: Option<&'static str>,
    /// "in hand" or "worn".
    worn: Option<&'static str>,
    /// How far away its target may be, if using it needs one.
    range: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct OfferLine {
    name: String,
    price: String,
    is_affordable: bool,
    icon: Option<Icon>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ImprovementLine {
    what: Improvement,
    letter: char,
    text: String,
    is_possible: bool,
}

#[derive(Clone, Debug, Serialize)]
struct Sight {
    text: String,
    at: Point,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct EndingLines {
    is_won: bool,
    story: String,
    facts: Vec<(&'static str, String)>,
    score: u64,
    deepest: u32,
}

impl Scene {
    pub(super) fn of(game: &Game, log: &Log, plan: &str) -> Self {
        let view = game.view();
        let rect = |rect: undercroft_mapgen::Rect| [rect.x, rect.y, rect.width as i32, rect.height as i32];
        let creatures = view.creatures();
        let (hostile, peaceful): (Vec<_>, Vec<_>) = creatures.iter().partition(|sighting| sighting.is_threat());
        let piles = view.items().into_iter();
        let items = piles.flat_map(|(at, items)| items.iter().map(move |item| (at, item)));
        Self {
            plan: plan.to_owned(),
            seed: game.seed().to_string(),
            depth: view.depth(),
            turn: view.turn(),
            at: view.at(),
            bounds: view.bounds().map(rect),
            known: rect(view.known()),
            goal: view.goal_sentence(),
            goal_progress: view.goal_progress(),
            hero: hero(&view),
            statuses: statuses(&view),
            bearing: view.bearing().map(|bearing| BearingLine {
                what: match bearing.beacon {
                    Beacon::Goal => "Goal",
                    Beacon::Down => "Way down",
                    Beacon::Up => "Way up",
                },
                direction: bearing.direction.name(),
                distance: bearing.distance,
            }),
            creatures: hostile.into_iter().chain(peaceful).map(|sighting| creature(&view, sighting)).collect(),
            items: items
                .map(|(at, item)| ItemLine { icon: Icon::of_item(&view, item), name: view.item_name(item), at })
                .collect(),
            here: here(&view),
            pack: pack(&view),
            offers: offers(&view),
            improvements: improvements(&view),
            words: view.state_in_words(),
            sights: view.in_sight().into_iter().map(|InSight { text, at, .. }| Sight { text, at }).collect(),
            log: log.last(MESSAGES).cloned().collect(),
            ending: ending(game, plan),
        }
    }
}

fn hero(view: &View<'_>) -> Hero {
    let stats = view.stats();
    Hero {
        hit_points: stats.hit_points.max(0),
        max_hit_points: stats.max_hit_points,
        level: stats.level,
        experience: stats.experience - stats.level_start,
        next_level: stats.next_level - stats.level_start,
        food: stats.food,
        max_food: stats.max_food,
        hunger: stats.hunger.name(),
        is_weak: stats.hunger >= Hunger::Weak,
        attack: stats.attack,
        defence: stats.defence,
        sight: stats.sight,
        purse: (stats.purse > 0).then(|| grammar::price(stats.purse)),
        keys: view.keys().map(|key| view.content().item(key).singular().to_owned()).collect(),
        choices: stats.choices,
        throwing_range: view.throwing_range(),
    }
}

fn statuses(view: &View<'_>) -> Vec<StatusLine> {
    let line = |&(status, rounds): &(undercroft_game::Status, u32)| StatusLine {
        name: status.name(),
        rounds,
        harmful: status.is_harmful(),
    };
    view.statuses().iter().map(line).collect()
}

fn creature(view: &View<'_>, sighting: &Sighting<'_>) -> CreatureLine {
    let (creature, kind) = (sighting.creature, sighting.kind);
    let (yours, its) = (view.odds_against(sighting), view.odds_for(sighting));
    let odds = sighting.is_threat().then(|| OddsLine {
        your_hits: yours.hits_for(creature.hit_points).min(MANY),
        your_chance: yours.chance,
        its_hits: its.hits_for(view.stats().hit_points).min(MANY),
        its_chance: its.chance,
    });
    let state = match creature.behaviour {
        Behaviour::Sleeping => "asleep",
        Behaviour::Idle if sighting.is_threat() => "unaware",
        _ => "",
    };
    CreatureLine {
        id: creature.id,
        icon: Icon::new(&kind.name, kind.glyph, kind.colour),
        name: kind.name.clone(),
        at: creature.at,
        hit_points: creature.hit_points.max(0),
        max_hit_points: kind.hit_points,
        is_threat: sighting.is_threat(),
        is_dangerous: sighting.is_dangerous(),
        state,
        odds,
    }
}

fn here(view: &View<'_>) -> Here {
    let items = view.items_here();
    let class = |item: &Item| view.content().item(item.kind).class;
    Here {
        items: items.iter().map(|item| view.item_name(item)).collect(),
        can_pick_up: items.iter().any(|item| class(item).is_portable()),
        can_open: items.iter().any(|item| class(item) == ItemClass::Chest),
        stairs: view.cell(view.at()).tile().and_then(|tile| view.stairs_of(tile)).map(|kind| match kind {
            StairKind::Up => "up",
            StairKind::Down => "down",
        }),
    }
}

fn pack(view: &View<'_>) -> Vec<PackLine> {
    let line = |(slot, item): (Slot, &Item)| {
        let class = view.content().item(item.kind).class;
        let is_weapon = class == ItemClass::Weapon;
        let is_equipped = view.is_equipped(slot);
        PackLine {
            slot,
            letter: slot.letter(),
            icon: Icon::of_item(view, item),
            name: view.item_name(item),
            description: view.examine(slot).unwrap_or_default(),
            count: item.count,
            verb: class.verb(),
            equip_verb: class.is_equipment().then_some(match (is_equipped, is_weapon) {
                (true, true) => "Put away",
                (true, false) => "Take off",
                (false, true) => "Wield",
                (false, false) => "Wear",
            }),
            worn: is_equipped.then_some(if is_weapon { "in hand" } else { "worn" }),
            range: view.range_of(slot),
        }
    };
    view.pack().map(line).collect()
}

fn offers(view: &View<'_>) -> Vec<OfferLine> {
    let purse = view.stats().purse;
    let offers = view.offers().into_iter().map(|offer| OfferLine {
        price: grammar::price(offer.price),
        is_affordable: offer.price <= purse,
        icon: offer.item.map(|item| Icon::of_item(view, &item)),
        name: offer.name,
    });
    offers.collect()
}

/// What a level-up can improve; empty if none is due.
fn improvements(view: &View<'_>) -> Vec<ImprovementLine> {
    let (stats, rules) = (view.stats(), view.content().settings());
    if stats.choices == 0 {
        return Vec::new();
    }
    let lines = Improvement::ALL.iter().zip(rules.improvements).map(|(&what, amount)| {
        let (letter, text) = match what {
            Improvement::Vigour => ('v', format!("Vigour: +{amount} hit points")),
            Improvement::Might => ('m', format!("Might: +{amount} attack")),
            Improvement::Guard => ('g', format!("Guard: +{amount} defence")),
            Improvement::Sight => ('s', format!("Sight: see {amount} cells farther")),
        };
        let is_possible = what != Improvement::Sight || stats.sight < rules.max_sight;
        ImprovementLine { what, letter, text, is_possible }
    });
    lines.collect()
}

fn ending(game: &Game, plan: &str) -> Option<EndingLines> {
    let outcome = game.outcome()?;
    let summary = outcome.summary();
    let story = outcome.story(game.plan(), game.content());
    let facts = vec![
        ("Plan", plan.to_owned()),
        ("Seed", game.seed().to_string()),
        ("Depth", format!("{} (deepest {})", summary.depth, summary.deepest)),
        ("Turns", summary.turns.to_string()),
        ("Level", summary.level.to_string()),
        ("Kills", summary.kills.to_string()),
        ("Wealth", grammar::price(summary.wealth)),
        ("Score", summary.score.to_string()),
    ];
    let (score, deepest) = (summary.score, summary.deepest);
    Some(EndingLines { is_won: outcome.is_won(), story, facts, score, deepest })
}
