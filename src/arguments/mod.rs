//! Arguments that several commands share. Each command declares its own beside its code.

pub(crate) mod parsers;

use std::path::PathBuf;

use clap::Args;
use undercroft_mapgen::{Depths, Rect, Seed, Size};

/// Which level to generate.
#[derive(Clone, Debug, Args)]
pub(crate) struct LevelArguments {
    /// Name of a recipe (see `undercroft list recipes`), or path to a recipe file
    #[arg(default_value = "halls", conflicts_with = "plan", help_heading = None::<&str>)]
    pub(crate) recipe: String,

    /// Seed: a number or any text; with several levels, the seed of the first [default: random]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<Seed>,

    /// Width and height in cells, as in 80x50 [default: set by the recipe]
    #[arg(long, value_name = "WxH", value_parser = parsers::size, allow_hyphen_values = true)]
    pub(crate) size: Option<Size>,

    /// Keep what this map shows, and generate the rest around it: text, or a map for Tiled, LDtk or REXPaint
    ///
    /// A character of a text is the glyph of a tile, and a space leaves the cell free. The pictures of a Tiled map have
    /// the names of tiles as their classes, and the values of an LDtk layer have them as their identifiers.
    #[arg(long, value_name = "FILE", conflicts_with = "plan")]
    pub(crate) pins: Option<PathBuf>,

    /// Use a level of this plan instead of a recipe: its name (see `undercroft list plans`), or path to a plan file
    #[arg(long, value_name = "PLAN", conflicts_with_all = ["size", "settings"])]
    pub(crate) plan: Option<String>,

    /// Depth of the level; a seed gives a different level at each depth [default: 1; with --plan, 0, the top]
    #[arg(long, value_name = "DEPTH", allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,

    /// Set a parameter of a step, as in scatter.chance=0.45; may be repeated
    ///
    /// Sets it in every step of that name; `smooth.2.passes=1` sets it in the second one only. `undercroft explain`
    /// shows the steps of a recipe and their parameters.
    #[arg(long = "set", value_name = "STEP.PARAM=VALUE", value_parser = parsers::setting)]
    pub(crate) settings: Vec<String>,
}

impl LevelArguments {
    /// Everything that a level depends on besides its seed; `name` is that of the recipe or plan.
    pub(crate) fn description(&self, name: &str) -> String {
        let mut text = name.to_owned();
        if let Some(size) = self.size {
            text += &format!(" {size}");
        }
        if let Some(depth) = self.depth {
            text += &format!(" depth {depth}");
        }
        if let Some(pins) = &self.pins {
            text += &format!(" pins {}", pins.display());
        }
        self.settings.iter().for_each(|setting| text += &format!(" {setting}"));
        text
    }
}

/// How many levels to generate, and which part of each to show.
#[derive(Debug, Default, Args)]
pub(crate) struct RangeArguments {
    /// Number of levels; their seeds count up from the first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parsers::count, allow_negative_numbers = true)]
    pub(crate) count: u64,

    /// Depths to generate: 0-5 or 3; for a plan with a last level, also 2.. or all
    ///
    /// Formats that hold a single level write one file per depth; an LDtk project holds all depths in one world.
    #[arg(long, value_name = "DEPTHS", conflicts_with = "depth", value_parser = parsers::depths)]
    pub(crate) depths: Option<Depths>,

    /// Generate the recipe as an endless level and show the part around the start
    #[arg(long, conflicts_with_all = ["size", "plan"])]
    pub(crate) endless: bool,

    /// Show only the cells of this rectangle, as in --window=-64,-64,256,256
    ///
    /// If the recipe supports endless levels and --size is not given, the level is endless and the window may lie
    /// anywhere. Otherwise, cells outside the level are rock.
    #[arg(long, value_name = "X,Y,W,H", value_parser = parsers::window, allow_hyphen_values = true)]
    pub(crate) window: Option<Rect>,
}

/// Where the game keeps its files.
#[derive(Debug, Args)]
pub(crate) struct DataArguments {
    /// Directory for settings, saves and replays [default: the platform's usual location]
    #[arg(long, value_name = "DIR", env = "UNDERCROFT_DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}
