//! The command line: what can be typed, and the help that says so.

use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use clap_complete::Shell;
use undercroft_export::{PictureOptions, Projection};
use undercroft_mapgen::{Rect, Seed, Size};

use crate::format::Format;
use crate::values;

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
  undercroft generate my-caves.toml

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

Exit codes: 0 all games were played; 1 a rule was broken, or something cannot be read or written; 2 an argument can never be right.";

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
    #[arg(long, value_name = "WxH", value_parser = values::size, allow_hyphen_values = true)]
    pub(crate) size: Option<Size>,

    /// A level of this plan instead of a recipe's: a name (see `undercroft list plans`), or a path to a plan file
    #[arg(long, value_name = "PLAN", conflicts_with_all = ["size", "settings", "endless"])]
    pub(crate) plan: Option<String>,

    /// How deep the level lies, counted downwards; each depth has its own level [default: 1; with --plan, 0, the top]
    #[arg(long, value_name = "DEPTH", allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,

    /// Makes the recipe's level without an edge, and shows the part around the start; so does --window, unless --size
    /// asks for an edge
    #[arg(long, conflicts_with = "size")]
    pub(crate) endless: bool,

    /// Only the cells of this rectangle, as in --window=-64,-64,256,256
    ///
    /// Recipes that can go on without an edge do so: the window may be anywhere. Of other levels it shows that part,
    /// with rock around.
    #[arg(long, value_name = "X,Y,W,H", value_parser = values::window, allow_hyphen_values = true)]
    pub(crate) window: Option<Rect>,

    /// Changes a parameter of a step, as in scatter.chance=0.45; may be given many times
    ///
    /// Where several steps have one name all of them are changed; `smooth.2.passes=1` changes the second alone.
    /// `undercroft explain` shows a recipe's steps and their parameters.
    #[arg(long = "set", value_name = "STEP.PARAM=VALUE", value_parser = values::setting)]
    pub(crate) settings: Vec<String>,

    /// How many levels; their seeds count up from the first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::count, allow_negative_numbers = true)]
    pub(crate) count: u64,
}

/// Lets a bot play whole games without a screen, and tells how they end
#[derive(Debug, Args)]
#[command(after_help = SIMULATE_EXAMPLES)]
pub(crate) struct Simulate {
    /// The plan that is played: a name (see `undercroft list plans`), or a path to a plan file
    #[arg(long, value_name = "PLAN", default_value = "undercroft")]
    pub(crate) plan: String,

    /// How many games; their seeds count up from the first
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = values::count, allow_negative_numbers = true)]
    pub(crate) games: u64,

    /// The seed of the first game, a number or any text [default: a fresh one, told on standard error]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<Seed>,

    /// A game that takes more turns than this is left as it is
    #[arg(long, value_name = "N", default_value_t = 60_000, value_parser = values::count, allow_negative_numbers = true)]
    pub(crate) turns: u64,

    /// Checks every rule after every turn, and plays each game again from its actions
    #[arg(long)]
    pub(crate) check: bool,

    #[command(flatten)]
    pub(crate) content: ContentArguments,

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

    /// Into this file instead of standard output; pictures of several levels are numbered
    #[arg(long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,

    /// From where a picture shows the level [default: top-down]
    #[arg(long, value_name = "PROJECTION")]
    pub(crate) projection: Option<View>,

    /// How many times larger a picture is, 1 to 16 [default: 1]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=16), allow_negative_numbers = true)]
    pub(crate) scale: Option<u32>,
}

impl WritingArguments {
    /// How a picture is drawn.
    pub(crate) fn picture(&self) -> PictureOptions {
        let usual = PictureOptions::default();
        PictureOptions {
            scale: self.scale.unwrap_or(usual.scale),
            projection: match self.projection {
                None => usual.projection,
                Some(View::TopDown) => Projection::TopDown,
                Some(View::Oblique) => Projection::Oblique,
            },
        }
    }
}

/// From where a picture shows the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum View {
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
    /// Who is met in the game.
    Creatures,
    /// What is found in the game.
    Items,
}
