//! `undercroft animate`: how a level is made, as a moving picture.

use std::borrow::Cow;
use std::io::Write;

use undercroft_export::{Animation, ExportError, MOST_PIXELS, caption_lines, draw_thumbnail};
use undercroft_mapgen::{BuildError, Draft, Level, Recipe, Rect, Seed, Size, Snapshot};

use crate::arguments::Animate;
use crate::format::{Format, export};
use crate::messages::{note, usage};
use crate::output::{Output, is_standard};
use crate::plot::thousands;
use crate::progress;
use crate::storyboard::Storyboard;

/// The most frames. More would be a long film and a large file.
const MOST_FRAMES: usize = 300;
/// The most pixels of a frame: some of them are in memory at a time.
const MOST_FRAME_PIXELS: u64 = MOST_PIXELS / 4;
/// The most lines of text below the picture: narrow ones need several to say why a draft was given up.
const MOST_LINES: u32 = 6;
/// For how many frames a finished step stays.
const PAUSE: u16 = 5;

pub(crate) fn run(arguments: &Animate) -> anyhow::Result<()> {
    let out = &arguments.out;
    if !is_standard(out) && Format::for_file(out).ok() != Some(Format::Gif) {
        return Err(usage(format!("--out {}: a moving picture is a GIF; end its name with .gif", out.display())));
    }
    let levels = arguments.kind.levels(1)?;
    let Some((recipe, depth)) = levels.recipe() else {
        return Err(usage("a recipe is animated, not a plan: name the recipe that the plan uses at that depth"));
    };
    let film =
        Film { arguments, recipe, seed: levels.seed(0), depth, pictures: picture_size(recipe, arguments.scale)? };
    levels.tell_seed();
    let mut board = Storyboard::default();
    let mut lines = 1;
    let level = film.watch(&mut |stage| {
        board.see(stage);
        lines = lines.max(caption_lines(&film.caption(stage), film.pictures.width));
    })?;
    // One frame is for the finished level.
    let all = board.count() + 1;
    if all > MOST_FRAMES as u64 {
        note(format_args!("{} moments, of which at most {MOST_FRAMES} are shown", thousands(all)));
    }
    let mut file = Output::to(Some(out))?;
    export(&mut file, |file| film.write(&board, &level, lines.min(MOST_LINES), file))?;
    file.finish()
}

/// How large a frame is without its line of text.
fn picture_size(recipe: &Recipe, cell: u32) -> anyhow::Result<Size> {
    recipe.validate()?;
    let side = |cells: u32| u64::from(cells) * u64::from(cell);
    let (width, height) = (side(recipe.size().width), side(recipe.size().height));
    if width.saturating_mul(height) > MOST_FRAME_PIXELS {
        return Err(usage(format!(
            "a moving picture of {width}x{height} pixels is too large (at most {MOST_FRAME_PIXELS} pixels): choose a smaller --scale or --size"
        )));
    }
    // Neither is above `MOST_FRAME_PIXELS`, which fits.
    Ok(Size::new(width as u32, height as u32))
}

/// What is filmed, and how.
struct Film<'a> {
    arguments: &'a Animate,
    recipe: &'a Recipe,
    seed: Seed,
    depth: u32,
    pictures: Size,
}

impl Film<'_> {
    fn watch(&self, viewer: &mut dyn FnMut(&Snapshot<'_>)) -> Result<Level, BuildError> {
        match self.arguments.steps_only {
            true => self.recipe.watch(&self.seed, self.depth, viewer),
            false => self.recipe.watch_closely(&self.seed, self.depth, viewer),
        }
    }

    /// Makes the level again, and writes the moments that are chosen, each as it comes.
    fn write(&self, board: &Storyboard, level: &Level, lines: u32, out: impl Write) -> Result<(), ExportError> {
        let mut choice = board.choose(MOST_FRAMES - 1);
        let mut animation = Animation::with_lines(out, self.pictures, lines)?;
        let bar = progress::bar(choice.count + 1, "frames");
        let mut failure = None;
        let made = self.watch(&mut |stage| {
            if choice.shows(stage) && failure.is_none() {
                failure = self.frame(&mut animation, stage).err();
                bar.inc(1);
            }
        });
        debug_assert!(made.is_ok_and(|again| again == *level), "a seed gives the same level twice");
        if let Some(error) = failure {
            return Err(error);
        }
        let hold = (self.arguments.hold * 100.0) as u16;
        animation.frame(&draw_thumbnail(level, self.arguments.scale)?, &self.title(), hold)?;
        bar.finish_and_clear();
        animation.finish()?;
        Ok(())
    }

    fn frame(&self, animation: &mut Animation<impl Write>, stage: &Snapshot<'_>) -> Result<(), ExportError> {
        let frame = 100 / self.arguments.fps;
        let time = if stage.part.is_some() { frame } else { frame * PAUSE };
        let picture = draw_thumbnail(&self.whole(stage.draft), self.arguments.scale)?;
        animation.frame(&picture, &self.caption(stage), time)
    }

    /// The draft with rock around it, where a later step will make it larger.
    fn whole<'d>(&self, draft: &'d Draft) -> Cow<'d, Draft> {
        let size = self.recipe.size();
        match draft.size() == size {
            true => Cow::Borrowed(draft),
            false => Cow::Owned(draft.window(Rect::new(0, 0, size.width, size.height))),
        }
    }

    fn title(&self) -> String {
        format!("{}, seed {}", self.recipe.name(), self.seed)
    }

    /// "draft 2, 1/4 rooms: 7"
    fn caption(&self, stage: &Snapshot<'_>) -> String {
        if let Some(veto) = stage.veto {
            return format!("draft {} given up: {}: {}", stage.attempt, veto.check, veto.reason);
        }
        let draft = if stage.attempt > 1 { format!("draft {}, ", stage.attempt) } else { String::new() };
        let steps = self.recipe.steps().count();
        match (stage.label, stage.part) {
            (None, _) if stage.attempt > 1 => format!("draft {}", stage.attempt),
            (None, _) => self.title(),
            (Some(label), None) => format!("{draft}{}/{steps} {label}", stage.step),
            (Some(label), Some(part)) => format!("{draft}{}/{steps} {label}: {part}", stage.step),
        }
    }
}
