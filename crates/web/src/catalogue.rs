//! Everything the page can offer: recipes, plans, vaults, steps, overlays, metrics and tiles.

use serde::Serialize;
use undercroft_export::Overlay;
use undercroft_mapgen::{
    Content, ContentKind, GENERATOR_VERSION, Metric, Parameter, Phase, Plan, Recipe, StepKind, TileInfo,
};

/// Everything the page can offer.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Catalogue {
    generator: &'static str,
    generator_version: u32,
    recipes: Vec<RecipeEntry>,
    plans: Vec<PlanEntry>,
    vaults: Vec<VaultEntry>,
    steps: Vec<StepEntry>,
    overlays: Vec<&'static str>,
    metrics: Vec<MetricEntry>,
    tiles: Vec<TileEntry>,
    /// What is wrong with the user's own files that cannot be used, each with its file, line and column.
    broken: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RecipeEntry {
    name: String,
    description: String,
    /// Absent if the recipe is not from a file.
    toml: Option<String>,
    width: u32,
    height: u32,
    can_be_endless: bool,
    /// The user's own file.
    path: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PlanEntry {
    name: String,
    description: String,
    /// Absent if there is no deepest level.
    levels: Option<u32>,
    is_own: bool,
}

#[derive(Clone, Debug, Serialize)]
struct VaultEntry {
    name: String,
    description: String,
    /// The user's own file.
    path: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct StepEntry {
    name: &'static str,
    summary: &'static str,
    doc: String,
    places: bool,
    needs: Vec<&'static str>,
    provides: Vec<&'static str>,
    parameters: Vec<ParameterEntry>,
}

#[derive(Clone, Debug, Serialize)]
struct ParameterEntry {
    name: String,
    doc: String,
    default: Option<toml::Value>,
}

#[derive(Clone, Debug, Serialize)]
struct MetricEntry {
    name: &'static str,
    definition: &'static str,
}

#[derive(Clone, Debug, Serialize)]
struct TileEntry {
    name: String,
    glyph: char,
    fg: String,
    bg: String,
    walkable: bool,
    transparent: bool,
}

impl Catalogue {
    /// Lists everything in a content library.
    #[must_use]
    pub fn of(content: &Content) -> Self {
        let recipes = content.names(ContentKind::Recipe).into_iter().filter_map(|name| {
            let recipe = content.recipe(name).ok()?;
            Some(RecipeEntry::new(&recipe, content.path(ContentKind::Recipe, name)))
        });
        let plans = content.names(ContentKind::Plan).into_iter().filter_map(|name| {
            let plan: Plan = content.plan(name).ok()?;
            Some(PlanEntry {
                name: plan.name().to_owned(),
                description: plan.description().to_owned(),
                levels: plan.levels(),
                is_own: content.path(ContentKind::Plan, name).is_some(),
            })
        });
        let vaults = content.names(ContentKind::Vault).into_iter().filter_map(|name| {
            let vault = content.vault(name).ok()?;
            Some(VaultEntry {
                name: vault.name().to_owned(),
                description: vault.description().to_owned(),
                path: content.path(ContentKind::Vault, name).map(str::to_owned),
            })
        });
        Self {
            generator: concat!("undercroft ", env!("CARGO_PKG_VERSION")),
            generator_version: GENERATOR_VERSION,
            recipes: recipes.collect(),
            plans: plans.collect(),
            vaults: vaults.collect(),
            steps: content.registry().iter().map(StepEntry::new).collect(),
            overlays: Overlay::ALL.map(Overlay::name).to_vec(),
            metrics: Metric::ALL
                .map(|metric| MetricEntry { name: metric.name(), definition: metric.definition() })
                .to_vec(),
            tiles: content.tiles().iter().map(|(_, tile)| TileEntry::new(tile)).collect(),
            broken: broken(content),
        }
    }
}

/// The errors of the user's own files.
fn broken(content: &Content) -> Vec<String> {
    let own = |kind| content.names(kind).into_iter().filter(move |name| content.path(kind, name).is_some());
    let recipes = own(ContentKind::Recipe).filter_map(|name| content.recipe(name).err());
    let plans = own(ContentKind::Plan).filter_map(|name| content.plan(name).err());
    let vaults = own(ContentKind::Vault).filter_map(|name| content.vault(name).err());
    let missions = own(ContentKind::Mission).filter_map(|name| content.mission(name).err());
    recipes.chain(plans).chain(vaults).chain(missions).map(|error| error.to_string()).collect()
}

impl RecipeEntry {
    fn new(recipe: &Recipe, path: Option<&str>) -> Self {
        let embedded = Recipe::embedded_text(recipe.name()).filter(|_| path.is_none());
        Self {
            name: recipe.name().to_owned(),
            description: recipe.description().to_owned(),
            toml: embedded.map(str::to_owned).or_else(|| Some(recipe.to_toml())),
            width: recipe.size().width,
            height: recipe.size().height,
            can_be_endless: recipe.can_be_endless(),
            path: path.map(str::to_owned),
        }
    }
}

impl StepEntry {
    fn new(kind: &StepKind) -> Self {
        let (step, defaults) = (kind.default_step(), kind.defaults());
        let parameter = |parameter: &Parameter| {
            let name = parameter.name();
            ParameterEntry { doc: paragraph(parameter.doc), default: defaults.get(&name).cloned(), name }
        };
        Self {
            name: kind.name,
            summary: kind.summary(),
            doc: paragraph(kind.doc),
            places: step.phase() == Phase::Placing,
            needs: step.needs().into_iter().map(|fact| fact.0).collect(),
            provides: step.provides().into_iter().map(|fact| fact.0).collect(),
            parameters: kind.parameters.iter().map(parameter).collect(),
        }
    }
}

impl TileEntry {
    fn new(tile: &TileInfo) -> Self {
        Self {
            name: tile.name.clone(),
            glyph: tile.glyph,
            fg: tile.fg.to_string(),
            bg: tile.bg.to_string(),
            walkable: tile.walkable,
            transparent: tile.transparent,
        }
    }
}

/// Lines of documentation as running text.
fn paragraph(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::SourceFile;

    use super::*;

    #[test]
    fn files_that_cannot_be_used_are_listed_with_the_place_of_their_error() {
        let mut content = Content::default();
        let mut add = |path: &str, text: &str| content.add(SourceFile::new(path, text)).unwrap();
        add("recipes/den.toml", "name = 'den'\ndescription = 'A den.'\n[[step]]\ndo = 'fil'\n");
        add("recipes/hall.toml", "name = 'hall'\ndescription = 'A hall.'\n[[step]]\ndo = 'fill'\n");
        add("vaults/nook.toml", "name = 'nook'\nmap = '''\n#k#\n'''\n");
        let catalogue = Catalogue::of(&content);
        let path_of = |name: &str| catalogue.recipes.iter().find(|entry| entry.name == name).map(|entry| &entry.path);
        assert_eq!(path_of("hall"), Some(&Some("recipes/hall.toml".into())));
        assert_eq!(path_of("den"), None);
        assert_eq!(path_of("caves"), Some(&None));
        let treasury = catalogue.vaults.iter().find(|entry| entry.name == "treasury");
        assert!(treasury.is_some_and(|entry| entry.path.is_none()));
        let [den, nook] = catalogue.broken.as_slice() else { panic!("{:?}", catalogue.broken) };
        assert!(den.starts_with("recipes/den.toml:4:6: "), "{den}");
        assert!(nook.starts_with("vaults/nook.toml:3:"), "{nook}");
    }
}
