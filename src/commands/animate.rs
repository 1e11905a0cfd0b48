//! `undercroft animate`: an animation of how a level is generated.

use std::borrow::Cow;
use std::io::Write;
use std::path::PathBuf;

use clap::value_parser;
use undercroft_export::{Animation, ExportError, Format, MOST_PIXELS, Picture, caption_lines, draw_thumbnail};
use undercroft_mapgen::{BuildError, Draft, Level, Recipe, Rect, Seed, Size, Snapshot};

use crate::arguments::{LevelArguments, parsers};
use crate::art::{self, SmallArt};
use crate::format::{export, format_for_file};
use crate::levels::Levels;
use crate::library::Library;
use crate::messages::{note, usage};
use crate::numbers::thousands;
use crate::output::{Output, is_standard};
use crate::progress;
use crate::storyboard::Storyboard;

/// More frames would make a tedious animation and a large file.
const MAX_FRAMES: usize = 300;
/// Several frames are in memory at a time.
const MAX_FRAME_PIXELS: u64 = MOST_PIXELS / 4;
/// A narrow picture needs several lines of caption to say why a draft was vetoed.
const MAX_CAPTION_LINES: u32 = 6;
/// A finished step is shown this many times as long as a frame within a step.
const PAUSE: u16 = 5;

/// Animates how a level is generated
///
/// The GIF shows the level after each step and, within steps, each room, tunnel or smoothing pass. A caption names the
/// step, or says why a draft was vetoed. The animation has at most 300 frames: longer steps are thinned evenly.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  undercroft animate caves --out caves.gif
  undercroft animate halls --seed 42 --scale 16 --fps 5 --hold 10 --out halls.gif
  undercroft animate my-caves.toml --set smooth.passes=20 --steps-only --out steps.gif")]
pub(crate) struct Arguments {
    #[command(flatten)]
    level: LevelArguments,

    /// Pixels per cell: 1, 2, 4, 8 or 16
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = parsers::cell_pixels, allow_negative_numbers = true)]
    scale: u32,

    /// Frames per second within a step, 1 to 50; a finished step is shown for five frames
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u16).range(1..=50), allow_negative_numbers = true)]
    fps: u16,

    /// How long to show the finished level, in seconds, 0 to 600
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = parsers::seconds, allow_negative_numbers = true)]
    hold: f64,

    /// Show the level only after whole steps
    #[arg(long)]
    steps_only: bool,

    /// Draw with this art: `undercroft`, one of your content folder, or a TOML file that locates each tile in an image
    #[arg(long, value_name = "ART")]
    art: Option<PathBuf>,

    /// GIF file to write
    #[arg(long, value_name = "PATH")]
    out: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, library: &Library) -> anyhow::Result<()> {
    let out = &arguments.out;
    if !is_standard(out) && format_for_file(out).ok() != Some(Format::Gif) {
        return Err(usage(format!("--out {}: an animation is a GIF file; end its name in .gif", out.display())));
    }
    let levels = Levels::new(library, &arguments.level, 1)?;
    let Some((recipe, depth)) = levels.recipe() else {
        return Err(usage("only recipes can be animated: name the recipe that the plan uses at that depth"));
    };
    let art = match &arguments.art {
        Some(path) => Some(SmallArt::new(art::find(path, library)?, arguments.scale)?),
        None => None,
    };
    let pictures = picture_size(recipe, arguments.scale, art.as_ref())?;
    let film = Film { arguments, recipe, seed: levels.seed(0), depth, art, pictures };
    levels.print_seed();
    let mut board = Storyboard::default();
    let mut lines = 1;
    let level = film.watch(&mut |snapshot| {
        board.record(snapshot);
        lines = lines.max(caption_lines(&film.caption(snapshot), film.pictures.width));
    })?;
    // One more frame shows the finished level.
    let frames = board.count() + 1;
    if frames > MAX_FRAMES as u64 {
        note(format_args!("showing at most {MAX_FRAMES} of {} frames", thousands(frames)));
    }
    let mut file = Output::to(Some(out))?;
    export(&mut file, |file| film.write(&board, &level, lines.min(MAX_CAPTION_LINES), file))?;
    file.finish()
}

/// The size of a frame without its caption.
fn picture_size(recipe: &Recipe, cell: u32, art: Option<&SmallArt>) -> anyhow::Result<Size> {
    recipe.validate()?;
    let cell = art.map_or(Size::new(cell, cell), SmallArt::cell_size);
    let side = |cells: u32, pixels: u32| u64::from(cells) * u64::from(pixels);
    let (width, height) = (side(recipe.level_size().width, cell.width), side(recipe.level_size().height, cell.height));
    if width.saturating_mul(height) > MAX_FRAME_PIXELS {
        return Err(usage(format!(
            "an animation of {width}x{height} pixels is too large (at most {MAX_FRAME_PIXELS} pixels): choose a smaller \
             --scale or --size"
        )));
    }
    // Neither exceeds `MAX_FRAME_PIXELS`, which is a u32.
    Ok(Size::new(width as u32, height as u32))
}

/// What is animated, and how.
struct Film<'a> {
    arguments: &'a Arguments,
    recipe: &'a Recipe,
    seed: Seed,
    depth: u32,
    art: Option<SmallArt>,
    pictures: Size,
}

impl Film<'_> {
    fn watch(&self, observer: &mut dyn FnMut(&Snapshot<'_>)) -> Result<Level, BuildError> {
        match self.arguments.steps_only {
            true => self.recipe.watch(&self.seed, self.depth, observer),
            false => self.recipe.watch_closely(&self.seed, self.depth, observer),
        }
    }

    /// Generates the level again and writes the selected frames as they appear.
    fn write(&self, board: &Storyboard, level: &Level, lines: u32, out: impl Write) -> Result<(), ExportError> {
        let mut selection = board.select(MAX_FRAMES - 1);
        let mut animation = Animation::with_lines(out, self.pictures, lines)?;
        let bar = progress::bar(selection.count + 1, "frames");
        let mut failure = None;
        let made = self.watch(&mut |snapshot| {
            if selection.includes(snapshot) && failure.is_none() {
                failure = self.frame(&mut animation, snapshot).err();
                bar.inc(1);
            }
        });
        debug_assert!(made.is_ok_and(|again| again == *level), "a recipe gives the same level twice");
        if let Some(error) = failure {
            return Err(error);
        }
        let hold = (self.arguments.hold * 100.0) as u16;
        animation.frame(&self.draw(level.as_draft())?, &self.title(), hold)?;
        bar.finish_and_clear();
        animation.finish()?;
        Ok(())
    }

    fn frame(&self, animation: &mut Animation<impl Write>, snapshot: &Snapshot<'_>) -> Result<(), ExportError> {
        let frame = 100 / self.arguments.fps;
        let time = if snapshot.part.is_some() { frame } else { frame * PAUSE };
        let picture = self.draw(&self.padded(snapshot.draft))?;
        animation.frame(&picture, &self.caption(snapshot), time)
    }

    /// The draft surrounded by rock, if a later step will enlarge it.
    fn padded<'d>(&self, draft: &'d Draft) -> Cow<'d, Draft> {
        let size = self.recipe.level_size();
        match draft.size() == size {
            true => Cow::Borrowed(draft),
            false => Cow::Owned(draft.window(Rect::new(0, 0, size.width, size.height))),
        }
    }

    fn draw(&self, draft: &Draft) -> Result<Picture, ExportError> {
        Ok(match &self.art {
            Some(art) => art.draw(draft)?,
            None => draw_thumbnail(draft, self.arguments.scale)?,
        })
    }

    fn title(&self) -> String {
        format!("{}, seed {}", self.recipe.name(), self.seed)
    }

    /// "draft 2, 1/4 rooms: 7"
    fn caption(&self, snapshot: &Snapshot<'_>) -> String {
        if let Some(veto) = snapshot.veto {
            return format!("draft {} vetoed: {}: {}", snapshot.attempt, veto.check, veto.reason);
        }
        let draft = if snapshot.attempt > 1 { format!("draft {}, ", snapshot.attempt) } else { String::new() };
        let steps = self.recipe.steps().count();
        match (snapshot.label, snapshot.part) {
            (None, _) if snapshot.attempt > 1 => format!("draft {}", snapshot.attempt),
            (None, _) => self.title(),
            (Some(label), None) => format!("{draft}{}/{steps} {label}", snapshot.step),
            (Some(label), Some(part)) => format!("{draft}{}/{steps} {label}: {part}", snapshot.step),
        }
    }
}
