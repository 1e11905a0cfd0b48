//! The command line: what can be typed, and the help that says so.

pub(crate) mod parsers;

use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use clap_complete::Shell;
use undercroft_export::{Overlay, PictureOptions, Projection};
use undercroft_mapgen::{Depths, Metric, Point, Rect, Seed, Size};

use crate::format::Format;
use crate::levels::Levels;

const ENDING: &str = "\
Results go to standard output, everything else to standard error.
Exit codes: 0 all went well; 1 it failed; 2 an argument can never be right.";

const EXAMPLES: &str = "\
Examples:
  undercroft                                      the game; without a terminal a level, and what to try next
  undercroft generate caves --seed 42             always the same cave
  undercroft generate caves --out caves.png       as a picture
  undercroft list recipes                         what kinds of level there are
  undercroft explain caves                        how one is made, and what can be changed

Results go to standard output, everything else to standard error.
Exit codes: 0 all went well; 1 it failed; 2 an argument can never be right.";

const GENERATE_EXAMPLES: &str = "\
Examples:
  undercroft generate caves --seed 42
  undercroft generate caves --seed 'a walk in the dark' --size 120x40
  undercroft generate caves --set scatter.chance=0.45 --set smooth.passes=4
  undercroft generate caves --count 1000 --seed 1 --format json > caves.json
  undercroft generate caves --out caves.png --projection oblique --scale 2
  undercroft generate shallow-cave --window=-64,-64,256,256
  undercroft generate --plan undercroft --depth 5 --seed 42
  undercroft generate caves --out caves.svg --overlay distance --overlay path
  undercroft generate --plan undercroft --depths 0-9 --out undercroft.ldtk
  undercroft generate rooms --out rooms.tmx --tileset my-tiles.toml
  undercroft generate my-caves.toml

Exit codes: 0 all went well; 1 it failed; 2 an argument can never be right.";

const VIEW_EXAMPLES: &str = "\
Examples:
  undercroft view caves
  undercroft view halls --seed 42 --overlay path
  undercroft view my-caves.toml --set scatter.chance=0.45
  undercroft view --plan undercroft --depth 5

? lists the keys. At the end the command is printed that makes the level that was shown.
Exit codes: 0 all went well; 1 it failed; 2 an argument can never be right; 128 + N ended by signal N.";

const GALLERY_EXAMPLES: &str = "\
Examples:
  undercroft gallery caves --out sheet.png
  undercroft gallery halls --seed 1 --count 48 --scale 2 --out halls.png
  undercroft gallery rooms --size 40x30 --set rooms.attempts=80 --out rooms.png

Exit codes: 0 all went well; 1 it failed; 2 an argument can never be right.";

const ANIMATE_EXAMPLES: &str = "\
Examples:
  undercroft animate caves --out caves.gif
  undercroft animate halls --seed 42 --scale 16 --fps 5 --hold 10 --out halls.gif
  undercroft animate my-caves.toml --set smooth.passes=20 --steps-only --out steps.gif

Exit codes: 0 all went well; 1 it failed; 2 an argument can never be right.";

const PLAY_EXAMPLES: &str = "\
Examples:
  undercroft play
  undercroft play --plan kobolds --seed 'a walk in the dark'
  undercroft play --plan my-plan.toml --data-dir ./games

Settings, saves and replays are in the data folder; its settings.toml lists every key and every default.
Exit codes: 0 all went well; 1 it failed; 2 an argument can never be right; 128 + N ended by signal N.";

const REPLAY_EXAMPLES: &str = "\
Examples:
  undercroft replay game.replay
  undercroft replay game.replay --verify

Exit codes: 0 all went well; 1 it failed, or the game does not end in the same state; 2 an argument can never be right.";

const CHECK_EXAMPLES: &str = "\
Examples:
  undercroft check my-caves.toml
  undercroft check recipes/*.toml tiles.toml

Exit codes: 0 all files are good; 1 one is not, or cannot be read.";

const SIMULATE_EXAMPLES: &str = "\
Examples:
  undercroft simulate --games 1000
  undercroft simulate --plan kobolds --games 200 --seed 1 --out kobolds.svg --out kobolds.csv
  undercroft simulate --content my-creatures --check
  undercroft simulate --games 5 --seed 1 --replays bot && undercroft replay bot/undercroft-1.replay

Exit codes: 0 all games were played; 1 a rule was broken, or something cannot be read or written; 2 an argument can never be right.";

const INSPECT_EXAMPLES: &str = "\
Examples:
  undercroft inspect halls --seed 42
  undercroft inspect --plan undercroft --depth 5 --seed 42
  undercroft inspect --from level.json
  undercroft generate caves --seed 7 --format json | undercroft inspect --from -
  undercroft inspect --from - < my-map.txt

Exit codes: 0 all went well; 1 it failed; 2 an argument can never be right.";

const STATS_EXAMPLES: &str = "\
Examples:
  undercroft stats caves
  undercroft stats halls --count 10000 --seed 1 --out halls-figures
  undercroft stats caves --against my-caves.toml --heat open,path --out both
  undercroft stats caves --count 1000000 --rows parquet --out million

The folder gets a table (table.csv), a row for each level (levels.csv or levels.parquet), histograms and a heat map as SVG and PNG.
Exit codes: 0 all went well; 1 it failed; 2 an argument can never be right.";

const SEARCH_EXAMPLES: &str = "\
Examples:
  undercroft search halls --where 'rooms >= 12 and loops >= 3 and path > 60'
  undercroft search caves --where 'open < 0.4' --best path --count 3 --most 20000
  undercroft list metrics                          what can be measured

A condition compares metrics and numbers with < <= > >= = !=, calculates with + - * / and joins with and, or, not.
Exit codes: 0 as many as asked for were found; 1 fewer were, or it failed; 2 an argument can never be right.";

const DIAGNOSE_EXAMPLES: &str = "\
Examples:
  undercroft diagnose halls --seed 42
  undercroft diagnose my-caves.toml --set scatter.chance=0.7

Exit codes: 0 the level can be made; 1 it cannot; 2 an argument can never be right.";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  undercroft completions bash > ~/.local/share/bash-completion/completions/undercroft
  undercroft completions zsh > ~/.zfunc/_undercroft
  undercroft completions fish > ~/.config/fish/completions/undercroft.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  undercroft man > undercroft.1 && man ./undercroft.1
  undercroft man --out ~/.local/share/man/man1";

/// Makes dungeons: one seed gives one dungeon for ever, and every walkable cell can be reached.
///
/// Without a command it starts the game; where there is no terminal, it shows a level and says what to try next.
#[derive(Debug, Parser)]
#[command(name = "undercroft", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Plays the game in the terminal
    Play(Play),

    /// Shows a game that was played again
    Replay(Replay),

    /// Makes levels
    Generate(Box<Generate>),

    /// Shows a level and how it is made in the terminal, with parameters to change
    View(Box<View>),

    /// Draws the levels of many seeds on one sheet
    Gallery(Box<Gallery>),

    /// Shows in a moving picture how a level is made
    ///
    /// The GIF shows the level after each step, and inside of steps where that tells something: rooms and tunnels one by one,
    /// each smoothing pass. A line below says which step it is, and why a draft was given up, where one was. There are at most
    /// 300 frames: where there would be more, steps with many parts show some of them, evenly spread.
    Animate(Box<Animate>),

    /// Lists what there is: recipes, plans, steps, tiles, creatures, items
    #[command(after_help = ENDING)]
    List {
        /// What to list; without it, what can be listed
        what: Option<Things>,

        #[command(flatten)]
        content: ContentArguments,
    },

    /// Explains a recipe or a step: what it does, its parameters, a sample
    #[command(after_help = ENDING)]
    Explain {
        /// A recipe's name, a path to a recipe file, or a step's name
        #[arg(value_name = "RECIPE|STEP")]
        name: String,
    },

    /// Checks content files, and tells the place of each error
    ///
    /// What a file is, its content tells: with `step` it is a recipe, with `tile` a tileset, with `stretch` a plan, with
    /// `map` a vault, with `creature`, `item` and the like content of the game. Recipes are also tried out on a level.
    #[command(after_help = CHECK_EXAMPLES)]
    Check {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },

    /// Measures one level
    Inspect(Box<Inspect>),

    /// Measures many levels: tables, histograms, heat maps, vetoes
    Stats(Box<Stats>),

    /// Finds seeds whose levels are as one wishes
    Search(Box<Search>),

    /// Tells what each step of a recipe did, and why drafts were given up
    #[command(after_help = DIAGNOSE_EXAMPLES)]
    Diagnose(Box<KindArguments>),

    /// Lets a bot play whole games without a screen, and tells how they end
    Simulate(Box<Simulate>),

    /// Prints a script that lets a shell complete these commands
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        shell: Shell,
    },

    /// Prints the manual page
    #[command(after_help = MAN_EXAMPLES)]
    Man {
        /// Writes a page for each command into this folder instead
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// Plays the game in the terminal
#[derive(Debug, Args)]
#[command(after_help = PLAY_EXAMPLES)]
pub(crate) struct Play {
    /// Begins a game of this plan at once: a name (see `undercroft list plans`), or a path to a plan file
    /// [default: what the settings say, where --seed is given; else the title]
    #[arg(long, value_name = "PLAN")]
    pub(crate) plan: Option<String>,

    /// Begins a game with this seed at once: a number or any text [default: a fresh one]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<Seed>,

    #[command(flatten)]
    pub(crate) content: ContentArguments,

    #[command(flatten)]
    pub(crate) folder: DataFolder,
}

/// Shows a game that was played again
#[derive(Debug, Args)]
#[command(after_help = REPLAY_EXAMPLES)]
pub(crate) struct Replay {
    /// The file of a replay, or of a game that is not over
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Plays it without a screen, and says whether it ends in the same state
    #[arg(long)]
    pub(crate) verify: bool,

    #[command(flatten)]
    pub(crate) content: ContentArguments,

    #[command(flatten)]
    pub(crate) folder: DataFolder,
}

/// Where settings, saves and replays are.
#[derive(Debug, Args)]
pub(crate) struct DataFolder {
    /// Where settings, saves and replays are [default: the platform's usual place]
    #[arg(long, value_name = "DIR", env = "UNDERCROFT_DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}

/// Makes levels
#[derive(Debug, Args)]
#[command(after_help = GENERATE_EXAMPLES)]
pub(crate) struct Generate {
    /// A recipe's name (see `undercroft list recipes`), or a path to a recipe file
    /// [default: halls]
    #[arg(conflicts_with = "plan")]
    pub(crate) recipe: Option<String>,

    #[command(flatten, next_help_heading = "Which level")]
    pub(crate) level: LevelArguments,

    #[command(flatten, next_help_heading = "How it is written")]
    pub(crate) writing: WritingArguments,
}

/// Which level is made.
#[derive(Debug, Args)]
pub(crate) struct LevelArguments {
    /// A number or any text; the same seed gives the same level [default: a fresh one, told on standard error]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<Seed>,

    /// How many cells wide and high, as in 80x50 [default: what the recipe says]
    #[arg(long, value_name = "WxH", value_parser = parsers::size, allow_hyphen_values = true)]
    pub(crate) size: Option<Size>,

    /// A level of this plan instead of a recipe's: a name (see `undercroft list plans`), or a path to a plan file
    #[arg(long, value_name = "PLAN", conflicts_with_all = ["size", "settings", "endless"])]
    pub(crate) plan: Option<String>,

    /// How deep the level lies, counted downwards; each depth has its own level [default: 1; with --plan, 0, the top]
    #[arg(long, value_name = "DEPTH", allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,

    /// Several depths at once, each a level: 0-5, 3, or with a plan that ends 2.. or all
    ///
    /// Formats that hold one level make a file for each depth; an LDtk project is a world of all.
    #[arg(long, value_name = "DEPTHS", conflicts_with = "depth", value_parser = parsers::depths)]
    pub(crate) depths: Option<Depths>,

    /// Makes the recipe's level without an edge, and shows the part around the start; so does --window, unless --size
    /// asks for an edge
    #[arg(long, conflicts_with = "size")]
    pub(crate) endless: bool,

    /// Only the cells of this rectangle, as in --window=-64,-64,256,256
    ///
    /// Recipes that can go on without an edge do so: the window may be anywhere. Of other levels it shows that part,
    /// with rock around.
    #[arg(long, value_name = "X,Y,W,H", value_parser = parsers::window, allow_hyphen_values = true)]
    pub(crate) window: Option<Rect>,

    /// Changes a parameter of a step, as in scatter.chance=0.45; may be given many times
    ///
    /// Where several steps have one name all of them are changed; `smooth.2.passes=1` changes the second alone.
    /// `undercroft explain` shows a recipe's steps and their parameters.
    #[arg(long = "set", value_name = "STEP.PARAM=VALUE", value_parser = parsers::setting)]
    pub(crate) settings: Vec<String>,

    /// How many levels; their seeds count up from the first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parsers::count, allow_negative_numbers = true)]
    pub(crate) count: u64,
}

/// Shows a level and how it is made in the terminal, with parameters to change
///
/// Steps forward and back through the steps of a recipe, leafs through seeds, changes parameters and shows at once what
/// becomes of the level, lays overlays over it, and saves the recipe in a file.
#[derive(Debug, Args)]
#[command(after_help = VIEW_EXAMPLES)]
pub(crate) struct View {
    #[command(flatten)]
    pub(crate) kind: KindArguments,

    /// What is drawn over the level at first
    #[arg(long, value_name = "OVERLAY")]
    pub(crate) overlay: Option<OverlayName>,

    #[command(flatten)]
    pub(crate) folder: DataFolder,
}

/// Draws the levels of many seeds on one sheet
///
/// Below each level is its seed. There are as many columns as make the sheet about four wide and three high.
#[derive(Debug, Args)]
#[command(after_help = GALLERY_EXAMPLES)]
pub(crate) struct Gallery {
    #[command(flatten)]
    pub(crate) kind: KindArguments,

    /// How many levels; their seeds count up from the first
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = parsers::count, allow_negative_numbers = true)]
    pub(crate) count: u64,

    /// How many pixels wide and high a cell is: 1, 2, 4, 8 or 16
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = parsers::cell_pixels, allow_negative_numbers = true)]
    pub(crate) scale: u32,

    /// The picture's file
    #[arg(long, value_name = "PATH")]
    pub(crate) out: PathBuf,
}

/// Shows in a moving picture how a level is made
#[derive(Debug, Args)]
#[command(after_help = ANIMATE_EXAMPLES)]
pub(crate) struct Animate {
    #[command(flatten)]
    pub(crate) kind: KindArguments,

    /// How many pixels wide and high a cell is: 1, 2, 4, 8 or 16
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = parsers::cell_pixels, allow_negative_numbers = true)]
    pub(crate) scale: u32,

    /// How many frames a second inside of steps, 1 to 50; a finished step stays for five of them
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u16).range(1..=50), allow_negative_numbers = true)]
    pub(crate) fps: u16,

    /// How many seconds the finished level stays, 0 to 600
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = parsers::seconds, allow_negative_numbers = true)]
    pub(crate) hold: f64,

    /// Shows the level after each step only
    #[arg(long)]
    pub(crate) steps_only: bool,

    /// The GIF's file
    #[arg(long, value_name = "PATH")]
    pub(crate) out: PathBuf,
}

/// Which kind of level, and from which seed on.
#[derive(Clone, Debug, Args)]
pub(crate) struct KindArguments {
    /// A recipe's name (see `undercroft list recipes`), or a path to a recipe file
    /// [default: halls]
    #[arg(conflicts_with = "plan")]
    pub(crate) recipe: Option<String>,

    /// The first seed, a number or any text [default: a fresh one, told on standard error]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<Seed>,

    /// How many cells wide and high, as in 80x50 [default: what the recipe says]
    #[arg(long, value_name = "WxH", value_parser = parsers::size, allow_hyphen_values = true)]
    pub(crate) size: Option<Size>,

    /// Levels of this plan instead of a recipe's: a name (see `undercroft list plans`), or a path to a plan file
    #[arg(long, value_name = "PLAN", conflicts_with_all = ["size", "settings"])]
    pub(crate) plan: Option<String>,

    /// How deep the levels lie [default: 1; with --plan, 0, the top]
    #[arg(long, value_name = "DEPTH", allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,

    /// Changes a parameter of a step, as in scatter.chance=0.45; may be given many times
    #[arg(long = "set", value_name = "STEP.PARAM=VALUE", value_parser = parsers::setting)]
    pub(crate) settings: Vec<String>,
}

impl KindArguments {
    /// So many levels of this kind.
    pub(crate) fn levels(&self, count: u64) -> anyhow::Result<Levels> {
        let arguments = LevelArguments {
            seed: self.seed.clone(),
            size: self.size,
            plan: self.plan.clone(),
            depth: self.depth,
            depths: None,
            endless: false,
            window: None,
            settings: self.settings.clone(),
            count,
        };
        Levels::new(self.recipe.as_deref(), &arguments)
    }
}

/// Measures one level
#[derive(Debug, Args)]
#[command(after_help = INSPECT_EXAMPLES)]
pub(crate) struct Inspect {
    #[command(flatten)]
    pub(crate) kind: KindArguments,

    /// A level in a file instead: our JSON, or a drawing in text; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["recipe", "seed", "size", "plan", "depth", "settings"])]
    pub(crate) from: Option<PathBuf>,

    /// Prints JSON instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Measures many levels: tables, histograms, heat maps, vetoes
#[derive(Debug, Args)]
#[command(after_help = STATS_EXAMPLES)]
pub(crate) struct Stats {
    #[command(flatten)]
    pub(crate) kind: KindArguments,

    /// How many levels; their seeds count up from the first
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = parsers::count, allow_negative_numbers = true)]
    pub(crate) count: u64,

    /// Another recipe, measured beside it with the same seeds
    #[arg(long, value_name = "RECIPE")]
    pub(crate) against: Option<String>,

    /// The two metrics of the heat map (see `undercroft list metrics`)
    #[arg(long, value_name = "X,Y", default_value = "open,path", value_parser = parsers::two_metrics)]
    pub(crate) heat: [Metric; 2],

    /// Writes tables and pictures into this folder, which is made where it is not there
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// In which form the folder gets the row for each level [default: csv]
    #[arg(long, value_name = "FORMAT", requires = "out")]
    pub(crate) rows: Option<RowFormat>,
}

/// In which form rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// Text with commas: levels.csv.
    Csv,
    /// Columns for data frames and databases: levels.parquet. Needs a build with `--features parquet`.
    Parquet,
}

/// Finds seeds whose levels are as one wishes
#[derive(Debug, Args)]
#[command(after_help = SEARCH_EXAMPLES)]
pub(crate) struct Search {
    #[command(flatten)]
    pub(crate) kind: KindArguments,

    /// What a level has to be like, as in 'rooms >= 12 and loops >= 3'
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) condition: Option<String>,

    /// Looks through all seeds up to the limit for those with the most of this metric
    #[arg(long, value_name = "METRIC", value_parser = parsers::metric)]
    pub(crate) best: Option<Metric>,

    /// How many seeds to find
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = parsers::count, allow_negative_numbers = true)]
    pub(crate) count: u64,

    /// How many seeds to look at, at most
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = parsers::count, allow_negative_numbers = true)]
    pub(crate) most: u64,
}

/// Lets a bot play whole games without a screen, and tells how they end
#[derive(Debug, Args)]
#[command(after_help = SIMULATE_EXAMPLES)]
pub(crate) struct Simulate {
    /// The plan that is played: a name (see `undercroft list plans`), or a path to a plan file
    #[arg(long, value_name = "PLAN", default_value = "undercroft")]
    pub(crate) plan: String,

    /// How many games; their seeds count up from the first
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parsers::count, allow_negative_numbers = true)]
    pub(crate) games: u64,

    /// The seed of the first game, a number or any text [default: a fresh one, told on standard error]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<Seed>,

    /// A game that takes more turns than this is left as it is
    #[arg(long, value_name = "N", default_value_t = 60_000, value_parser = parsers::count, allow_negative_numbers = true)]
    pub(crate) turns: u64,

    /// Checks every rule after every turn, and plays each game again from its actions
    #[arg(long)]
    pub(crate) check: bool,

    #[command(flatten)]
    pub(crate) content: ContentArguments,

    /// Writes a replay of each game into this folder, for `undercroft replay`
    #[arg(long, value_name = "DIR")]
    pub(crate) replays: Option<PathBuf>,

    /// Writes a plot (.svg) or a row for each game (.csv) into this file; may be given several times
    #[arg(long, value_name = "PATH")]
    pub(crate) out: Vec<PathBuf>,
}

/// What the game is played with.
#[derive(Debug, Args)]
pub(crate) struct ContentArguments {
    /// A folder of content files: creatures, items, tables and settings of your own, added to ours or in their place
    #[arg(long = "content", value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl ContentArguments {
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
}

/// How levels are written.
#[derive(Debug, Args)]
pub(crate) struct WritingArguments {
    /// In which form [default: by the ending of --out, else coloured on a terminal and plain elsewhere]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,

    /// Into this file instead of standard output; where each level has a file of its own, they are numbered
    #[arg(long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,

    /// From where a picture shows the level [default: top-down]
    #[arg(long, value_name = "PROJECTION")]
    pub(crate) projection: Option<ProjectionName>,

    /// How many times larger a picture is, 1 to 16 [default: 1]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=16), allow_negative_numbers = true)]
    pub(crate) scale: Option<u32>,

    /// Draws over a picture what the level is like; may be given several times
    #[arg(long = "overlay", value_name = "OVERLAY")]
    pub(crate) overlays: Vec<OverlayName>,

    /// The cell that --overlay sight looks from [default: the start]
    #[arg(long, value_name = "X,Y", value_parser = parsers::place, allow_hyphen_values = true)]
    pub(crate) sight_from: Option<Point>,

    /// Pictures of your own for the tiles of tmx, tmj and ldtk: a TOML file that says where in an image they are
    #[arg(long, value_name = "FILE")]
    pub(crate) tileset: Option<PathBuf>,

    /// Writes the tileset of a tmx or tmj map into a file of its own beside it, .tsx or .tsj
    #[arg(long)]
    pub(crate) external_tileset: bool,
}

impl WritingArguments {
    /// How a picture is drawn.
    pub(crate) fn picture(&self) -> PictureOptions {
        let usual = PictureOptions::default();
        PictureOptions {
            scale: self.scale.unwrap_or(usual.scale),
            projection: match self.projection {
                None => usual.projection,
                Some(ProjectionName::TopDown) => Projection::TopDown,
                Some(ProjectionName::Oblique) => Projection::Oblique,
            },
        }
    }
}

/// What is drawn over a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OverlayName {
    /// The wide parts, each in a colour of its own.
    Regions,
    /// How far each cell is from the start.
    Distance,
    /// The shortest way to the stairs down.
    Path,
    /// Cells that all ways between two parts go through, and the gates among them.
    Chokepoints,
    /// Rock that one can walk around.
    Loops,
    /// Ways that lead nowhere.
    DeadEnds,
    /// The rooms, and which are next to each other.
    Rooms,
    /// Creatures, items, stairs and the start.
    Spawns,
    /// What can be seen from a cell.
    Sight,
}

impl From<OverlayName> for Overlay {
    fn from(name: OverlayName) -> Self {
        match name {
            OverlayName::Regions => Self::Regions,
            OverlayName::Distance => Self::Distance,
            OverlayName::Path => Self::Path,
            OverlayName::Chokepoints => Self::Chokepoints,
            OverlayName::Loops => Self::Loops,
            OverlayName::DeadEnds => Self::DeadEnds,
            OverlayName::Rooms => Self::Rooms,
            OverlayName::Spawns => Self::Spawns,
            OverlayName::Sight => Self::Sight,
        }
    }
}

/// From where a picture shows the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProjectionName {
    /// From straight above.
    TopDown,
    /// From above and in front, so that walls show their faces.
    Oblique,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Things {
    /// The kinds of level that can be made.
    Recipes,
    /// The dungeons that can be made of them.
    Plans,
    /// What recipes are made of.
    Steps,
    /// What levels are made of.
    Tiles,
    /// What can be measured on a level.
    Metrics,
    /// Who is met in the game.
    Creatures,
    /// What is found in the game.
    Items,
}
