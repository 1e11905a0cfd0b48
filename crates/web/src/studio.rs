//! The studio's state in one worker: the content, and the current level.

use std::sync::{Arc, LazyLock};

use serde::Serialize;
use undercroft_export::{Art, ArtSheet, Picture, draw_thumbnail, json, png_size};
use undercroft_mapgen::{
    Content, Draft, Dungeon, Endless, Floor, Frame, Metric, Outcome, Plan, Point, Recipe, Rect, Seed, Size, SourceFile,
    Survey, Timeline, Vault, Wanted,
};

use crate::cell::{CellInfo, Surroundings};
use crate::mission::MissionInfo;
use crate::picture::{PaintRequest, Painted, paint};
use crate::recipe_info::{self, RangeInfo, RecipeInfo};
use crate::recipe_text::Edit;
use crate::{Catalogue, LevelRequest, Problem};

/// The part of an endless level that is shown, as the command shows it.
const ENDLESS_WINDOW: (u32, u32) = (80, 50);
/// Levels with more cells are not shown from inside their steps: it would take too much memory in a browser.
const MOST_CLOSE_CELLS: usize = 1 << 18;

/// Levels with more cells have thumbnails of small cells: a picture of tiles would take too long.
const MOST_THUMBNAIL_CELLS: usize = 1 << 14;

/// The studio's state in one worker.
#[derive(Debug, Default)]
pub struct Studio {
    content: Content,
    /// The dungeon of the latest plan and seed, whose levels share much of their work.
    dungeon: Option<(String, Arc<Dungeon>)>,
    /// The user's own art; otherwise the built-in.
    art: Option<Art>,
    pub(crate) shown: Option<Shown>,
    /// For the current level, once a cell has been described.
    surroundings: Option<Surroundings>,
}

/// The current level, and how it was made.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) timeline: Timeline,
    pub(crate) plan: Option<String>,
    /// Absent for levels of plans, whose generation cannot be recorded.
    recipe: Option<Recipe>,
    seed: Seed,
    depth: u32,
    is_close: bool,
}

/// The page's summary of a level before it is painted.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LevelSummary {
    recipe: String,
    seed: String,
    depth: u32,
    width: u32,
    height: u32,
    origin: [i32; 2],
    endless: bool,
    /// The number of drafts it took.
    attempts: u32,
    /// Why the drafts were rejected, if no draft passed.
    rejected: Option<Rejection>,
    moments: Vec<MomentInfo>,
    mission: Option<MissionInfo>,
    /// Changes whenever the level does.
    fingerprint: String,
}

#[derive(Clone, Debug, Serialize)]
struct Rejection {
    check: String,
    reason: String,
    at: Option<[i32; 2]>,
}

#[derive(Clone, Debug, Serialize)]
struct MomentInfo {
    /// The number of the step, from 1; 0 before the first.
    step: usize,
    label: Option<String>,
    part: Option<u32>,
    /// What the step has changed so far.
    change: String,
}

/// A metric and its value on a level.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    name: &'static str,
    value: Option<f64>,
}

impl Shown {
    pub(crate) fn frame(&self, moment: Option<usize>) -> Option<&Draft> {
        let index = moment.unwrap_or(usize::MAX).min(self.timeline.last());
        self.timeline.moments.get(index)?.frame.as_deref()
    }

    pub(crate) fn last(&self) -> Option<&Draft> {
        self.frame(None)
    }
}

impl Studio {
    /// A studio with the built-in content.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Everything the page can offer.
    #[must_use]
    pub fn catalogue(&self) -> Catalogue {
        Catalogue::of(&self.content)
    }

    /// Adds or replaces one of the user's own content files.
    ///
    /// # Errors
    /// If another file has the same kind and name.
    pub fn add_file(&mut self, path: &str, text: &str) -> Result<(), Problem> {
        self.dungeon = None;
        Ok(self.content.add(SourceFile::new(path, text))?)
    }

    /// Removes one of the user's own content files.
    pub fn remove_file(&mut self, path: &str) {
        self.dungeon = None;
        self.content.remove(path);
    }

    /// The seed a number of places after or before another.
    #[must_use]
    pub fn seed_after(seed: &str, steps: i32) -> String {
        match (seed.parse::<u64>(), u64::try_from(steps)) {
            (Ok(number), Err(_)) => number.wrapping_add_signed(steps.into()).to_string(),
            (Err(_), Err(_)) => seed.to_owned(),
            (_, Ok(steps)) => Seed::from(seed).after(steps).to_string(),
        }
    }

    /// Reads a recipe file.
    ///
    /// # Errors
    /// If it is not a recipe, with the place.
    pub fn describe(&self, text: &str) -> Result<RecipeInfo, Problem> {
        recipe_info::describe(text, &self.content)
    }

    /// The values that each parameter of a recipe can have.
    ///
    /// # Errors
    /// If it is not a recipe.
    pub fn ranges(&self, text: &str) -> Result<Vec<RangeInfo>, Problem> {
        recipe_info::ranges(text, &self.content)
    }

    /// A recipe file with a change.
    ///
    /// # Errors
    /// If there is no such step.
    pub fn edited(&self, text: &str, edit: &Edit) -> Result<String, Problem> {
        recipe_info::edited(text, edit, &self.content)
    }

    /// Uses the user's own art: an image, and a file that says where each tile is.
    ///
    /// # Errors
    /// If the file or the image is invalid.
    pub fn set_art(&mut self, text: &str, image: &[u8]) -> Result<(), Problem> {
        let size = png_size(image).ok_or_else(|| Problem::new("the image is not a PNG file"))?;
        let sheet = ArtSheet::parse(SourceFile::new("art.toml", text), self.content.tiles(), |_| Ok(size))?;
        self.art = Some(Art::new(sheet, Picture::read_png(image)?)?);
        Ok(())
    }

    /// Makes a level and shows it; `closely` also records the moments inside its steps.
    ///
    /// # Errors
    /// If the request is invalid. If no draft passes, the last one is shown with the reason.
    pub fn show(&mut self, request: &LevelRequest, closely: bool) -> Result<LevelSummary, Problem> {
        // Frees the last level before the next is made, to save memory.
        self.shown = None;
        self.surroundings = None;
        let content = request.content(&self.content)?.into_owned();
        let (seed, depth) = (request.seed(), request.depth());
        let shown = if request.is_plan() || request.endless {
            let frame = match self.dungeon(request, &content)?.level(depth)? {
                Floor::Bounded(level) => Frame::Level(level),
                Floor::Endless(endless) => Frame::Draft(Arc::new(around_start(&endless)?)),
            };
            let attempts = match &frame {
                Frame::Level(level) => level.attempts(),
                Frame::Draft(_) => 1,
            };
            let plan = request.plan.clone().or_else(|| request.plan_toml.as_ref().map(|_| "plan".to_owned()));
            Shown { timeline: Timeline::finished(frame, attempts), plan, recipe: None, seed, depth, is_close: false }
        } else {
            let recipe = request.recipe(&content)?;
            let is_close = closely && recipe.level_size().area() <= MOST_CLOSE_CELLS;
            let timeline = Timeline::record(&recipe, &seed, depth, Wanted::Last, is_close)?;
            Shown { timeline, plan: None, recipe: Some(recipe), seed, depth, is_close }
        };
        let summary = LevelSummary::of(&shown)?;
        self.shown = Some(shown);
        Ok(summary)
    }

    /// Paints the current level, or a moment of its generation.
    ///
    /// # Errors
    /// If nothing is shown, or the picture would be too large.
    pub fn paint(&mut self, request: &PaintRequest) -> Result<Painted, Problem> {
        let art = self.art.take();
        let chosen = art.as_ref().unwrap_or_else(|| built_in_art());
        let painted = self.frame(request.moment).and_then(|draft| paint(draft, request, Some(chosen)));
        self.art = art;
        painted
    }

    /// Describes a cell, given in draft coordinates.
    ///
    /// # Errors
    /// If nothing is shown.
    pub fn cell(&mut self, x: i32, y: i32, moment: Option<usize>) -> Result<Option<CellInfo>, Problem> {
        let known = self.surroundings.take().filter(|known| known.moment == moment);
        let draft = self.frame(moment)?;
        let at = Point::new(x, y);
        if !draft.size().contains(at) {
            self.surroundings = known;
            return Ok(None);
        }
        let surroundings = known.unwrap_or_else(|| Surroundings::of(draft, moment));
        let cell = surroundings.cell(draft, at);
        self.surroundings = Some(surroundings);
        Ok(Some(cell))
    }

    /// The metrics of the current level.
    ///
    /// # Errors
    /// If nothing is shown.
    pub fn figures(&mut self) -> Result<Vec<Figure>, Problem> {
        let shown = self.shown.as_ref().ok_or_else(nothing_shown)?;
        let frame = shown.timeline.moments.last().and_then(|moment| moment.frame.as_ref()).ok_or_else(nothing_shown)?;
        let survey = match frame {
            Frame::Level(level) => Survey::of(level),
            Frame::Draft(draft) => Survey::of_draft(draft),
        };
        Ok(Metric::ALL.map(|metric| Figure { name: metric.name(), value: metric.measure(&survey) }).to_vec())
    }

    /// A level as JSON, equal to what `undercroft generate --format json` writes.
    ///
    /// # Errors
    /// If the request is invalid, or no draft passed every check.
    pub fn level_json(&mut self, request: &LevelRequest) -> Result<String, Problem> {
        let mut text = Vec::new();
        let frame = self.make(request)?;
        json::write(&frame, &mut text)?;
        String::from_utf8(text).map_err(Problem::new)
    }

    /// A small picture of a level, at most this wide and high.
    ///
    /// # Errors
    /// As for [`Studio::level_json`].
    pub fn thumbnail(&mut self, request: &LevelRequest, most: u32) -> Result<Painted, Problem> {
        let frame = self.make(request)?;
        let Size { width, height } = frame.size();
        if frame.size().area() <= MOST_THUMBNAIL_CELLS {
            // The page scales it down, which looks better than drawing small cells.
            return paint(&frame, &PaintRequest { art: true, ..PaintRequest::default() }, Some(self.art()));
        }
        let fits = |cell: &u32| width.max(height) * cell <= most;
        let cell = [16, 8, 4, 2, 1].into_iter().find(fits).unwrap_or(1);
        Ok(Painted { picture: draw_thumbnail(&frame, cell)?, cell, above: 0, legend: Vec::new() })
    }

    /// A square of an endless level.
    ///
    /// # Errors
    /// If the level is not endless, or cannot be made there.
    pub fn region(
        &mut self,
        request: &LevelRequest,
        area: [i32; 3],
        paint_as: &PaintRequest,
    ) -> Result<Painted, Problem> {
        let content = request.content(&self.content)?.into_owned();
        let Floor::Endless(endless) = self.dungeon(request, &content)?.level(request.depth())? else {
            return Err(Problem::new("this level is not endless"));
        };
        let [x, y, side] = area;
        // Includes the ring that painting crops.
        let draft = endless.window(Rect::new(
            x.saturating_sub(1),
            y.saturating_sub(1),
            side.max(1) as u32 + 2,
            side.max(1) as u32 + 2,
        ))?;
        let window = Some([1, 1, side, side]);
        paint(&draft, &PaintRequest { window, ..paint_as.clone() }, Some(self.art()))
    }

    /// Checks a vault and describes it.
    ///
    /// # Errors
    /// If it is invalid, with the place.
    pub fn vault(&self, text: &str) -> Result<String, Problem> {
        let vault = Vault::parse_for(SourceFile::new("vault.toml", text), &self.content)?;
        let ways = match vault.orientations().len() {
            1 => "1 orientation".to_owned(),
            count => format!("{count} orientations"),
        };
        let drawings = match vault.variants().len() {
            0 => String::new(),
            more => format!(", {} drawings", more + 1),
        };
        Ok(format!("`{}`, {} cells, {ways}{drawings}", vault.name(), vault.size()))
    }

    /// The text of a built-in vault, as a starting point.
    #[must_use]
    pub fn vault_text(name: &str) -> Option<&'static str> {
        Vault::embedded_text(name)
    }

    /// A level, made for one purpose and not shown.
    pub(crate) fn make(&mut self, request: &LevelRequest) -> Result<Frame, Problem> {
        let content = request.content(&self.content)?.into_owned();
        if !request.is_plan() && !request.endless {
            let level = request.recipe(&content)?.build_at(request.seed(), request.depth())?;
            return Ok(Frame::Level(Arc::new(level)));
        }
        Ok(match self.dungeon(request, &content)?.level(request.depth())? {
            Floor::Bounded(level) => Frame::Level(level),
            Floor::Endless(endless) => Frame::Draft(Arc::new(around_start(&endless)?)),
        })
    }

    pub(crate) const fn content(&self) -> &Content {
        &self.content
    }

    /// The user's own art, or else the built-in.
    pub(crate) fn art(&self) -> &Art {
        self.art.as_ref().unwrap_or_else(|| built_in_art())
    }

    /// Records the current level with the moments inside its steps, unless it is too large.
    pub(crate) fn look_closely(&mut self) -> Result<&Shown, Problem> {
        let shown = self.shown.as_mut().ok_or_else(nothing_shown)?;
        if let Some(recipe) = shown.recipe.as_ref().filter(|recipe| recipe.level_size().area() <= MOST_CLOSE_CELLS)
            && !shown.is_close
        {
            shown.timeline = Timeline::record(recipe, &shown.seed, shown.depth, Wanted::Last, true)?;
            shown.is_close = true;
            self.surroundings = None;
        }
        Ok(shown)
    }

    /// The draft at a moment; it is remade if it was dropped to save memory.
    fn frame(&mut self, moment: Option<usize>) -> Result<&Draft, Problem> {
        let shown = self.shown.as_mut().ok_or_else(nothing_shown)?;
        if shown.frame(moment).is_none()
            && let (Some(recipe), Some(moment)) = (&shown.recipe, moment)
        {
            let wanted = Wanted::Moment(moment);
            shown.timeline = Timeline::record(recipe, &shown.seed, shown.depth, wanted, shown.is_close)?;
        }
        shown.frame(moment).ok_or_else(nothing_shown)
    }

    /// The dungeon of a plan, or of a recipe that is endless.
    fn dungeon(&mut self, request: &LevelRequest, content: &Content) -> Result<Arc<Dungeon>, Problem> {
        let key = format!("{:?}", LevelRequest { depth: None, ..request.clone() });
        if let Some((known, dungeon)) = &self.dungeon
            && *known == key
        {
            return Ok(dungeon.clone());
        }
        let plan = match (&request.plan_toml, &request.plan) {
            (Some(text), _) => Plan::parse(SourceFile::new("plan.toml", text), content)?,
            (None, Some(name)) => content.plan(name)?,
            (None, None) => Plan::of(request.recipe(content)?, true)?,
        };
        let dungeon = Dungeon::new(plan, request.seed());
        self.dungeon = Some((key, dungeon.clone()));
        Ok(dungeon)
    }
}

fn built_in_art() -> &'static Art {
    static ART: LazyLock<Art> = LazyLock::new(Art::undercroft);
    &ART
}

fn nothing_shown() -> Problem {
    Problem::new("no level is shown yet")
}

fn around_start(endless: &Endless) -> Result<Draft, Problem> {
    Ok(endless.window(Rect::around(endless.start()?, ENDLESS_WINDOW.0, ENDLESS_WINDOW.1))?)
}

impl LevelSummary {
    fn of(shown: &Shown) -> Result<Self, Problem> {
        let draft = shown.last().ok_or_else(nothing_shown)?;
        let moments = shown.timeline.moments.iter().map(|moment| MomentInfo {
            step: moment.step,
            label: moment.step.checked_sub(1).and_then(|step| shown.timeline.steps.get(step)).cloned(),
            part: moment.part,
            change: moment.change.text(),
        });
        let rejected = match &shown.timeline.outcome {
            Outcome::Passed => None,
            Outcome::Rejected(veto) => Some(Rejection {
                check: veto.check.to_string(),
                reason: veto.reason.to_string(),
                at: veto.at.map(|at| [at.x, at.y]),
            }),
        };
        Ok(Self {
            recipe: draft.metadata.recipe.to_string(),
            seed: draft.metadata.seed.to_string(),
            depth: draft.metadata.depth,
            width: draft.size().width,
            height: draft.size().height,
            origin: [draft.origin.x, draft.origin.y],
            endless: draft.endless,
            attempts: shown.timeline.attempt,
            rejected,
            moments: moments.collect(),
            mission: MissionInfo::of(draft),
            fingerprint: format!("{:016x}", draft.fingerprint()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_recipe_is_shown_and_painted_at_every_moment() {
        let mut studio = Studio::new();
        for name in Recipe::names() {
            let summary = studio.show(&LevelRequest::of(name, "7"), false).unwrap();
            let painted = studio.paint(&PaintRequest::default()).unwrap();
            assert_eq!(painted.picture.width(), summary.width * 16, "{name}");
            assert!(summary.rejected.is_none() && summary.moments.len() > 1, "{name}");
            for moment in 0..summary.moments.len() {
                let request = PaintRequest { moment: Some(moment), cell: Some(4), ..PaintRequest::default() };
                assert!(studio.paint(&request).is_ok(), "{name}, {moment}");
            }
        }
    }

    #[test]
    fn a_close_look_shows_more_moments_of_the_same_level() {
        let mut studio = Studio::new();
        let from_afar = studio.show(&LevelRequest::of("caves", "7"), false).unwrap();
        let close = studio.show(&LevelRequest::of("caves", "7"), true).unwrap();
        assert!(close.moments.len() > from_afar.moments.len());
        assert_eq!(close.fingerprint, from_afar.fingerprint);
    }

    #[test]
    fn a_broken_recipe_names_the_line() {
        let toml = "name = 'x'\ndescription = 'x'\n[[step]]\ndo = 'scater'\n".to_owned();
        let request = LevelRequest { toml: Some(toml), ..LevelRequest::of("", "1") };
        let problem = Studio::new().show(&request, false).unwrap_err();
        assert_eq!((problem.line, problem.column), (Some(4), Some(6)));
        assert!(problem.message.contains("did you mean `scatter`?"), "{problem:?}");
    }

    #[test]
    fn the_last_draft_is_shown_with_the_reason_if_none_passed() {
        let toml = "name = 'x'\ndescription = 'x'\nattempts = 2\n[require]\nrooms = '999..'\n[[step]]\ndo = 'fill'\n\
                    [[step]]\ndo = 'border'\n";
        let request = LevelRequest { toml: Some(toml.into()), ..LevelRequest::of("", "1") };
        let mut studio = Studio::new();
        let summary = studio.show(&request, false).unwrap();
        assert!(summary.rejected.is_some_and(|rejected| rejected.reason.contains("rooms")));
        assert!(studio.paint(&PaintRequest::default()).is_ok());
        assert!(studio.level_json(&request).is_err(), "it is not a level");
    }

    #[test]
    fn seeds_count_up_and_down() {
        assert_eq!(Studio::seed_after("41", 1), "42");
        assert_eq!(Studio::seed_after("0", -1), u64::MAX.to_string());
        assert_eq!(Studio::seed_after("moss", 2), "moss-2");
        assert_eq!(Studio::seed_after("moss", -1), "moss");
    }

    #[test]
    fn a_cell_is_described() {
        let mut studio = Studio::new();
        studio.show(&LevelRequest::of("halls", "42"), false).unwrap();
        let start = studio.shown.as_ref().and_then(Shown::last).and_then(|draft| draft.start).unwrap();
        let cell = studio.cell(start.x, start.y, None).unwrap().unwrap();
        assert_eq!((cell.things.as_slice(), cell.distance), (&["start".to_owned()][..], Some(0)));
        assert!(studio.cell(-1, 0, None).unwrap().is_none());
    }

    #[test]
    fn a_cell_is_described_with_its_area_and_its_role_in_the_mission() {
        let mut studio = Studio::new();
        studio.show(&LevelRequest::of("keep", "42"), false).unwrap();
        let draft = studio.shown.as_ref().and_then(Shown::last).unwrap();
        let mission = draft.mission.clone().unwrap();
        let goal = studio.cell(mission.goal.x, mission.goal.y, None).unwrap().unwrap();
        assert!(goal.things.contains(&format!("goal of the mission `{}`", mission.pattern)), "{goal:?}");
        for key in &mission.keys {
            let cell = studio.cell(key.at.x, key.at.y, None).unwrap().unwrap();
            assert!(cell.things.iter().any(|thing| thing.starts_with(&format!("key `{}`", key.id))), "{cell:?}");
            assert!(cell.area.is_some(), "{cell:?}");
        }
        assert!(studio.cell(0, 0, None).unwrap().unwrap().area.is_none(), "the border is in no area");
    }

    #[test]
    fn the_description_of_a_cell_follows_the_moment_and_the_level() {
        let mut studio = Studio::new();
        let summary = studio.show(&LevelRequest::of("caves", "7"), false).unwrap();
        let start = studio.shown.as_ref().and_then(Shown::last).and_then(|draft| draft.start).unwrap();
        let distance_at =
            |studio: &mut Studio, moment| studio.cell(start.x, start.y, moment).unwrap().unwrap().distance;
        assert_eq!(distance_at(&mut studio, None), Some(0));
        assert_eq!(distance_at(&mut studio, Some(0)), None, "the level starts as rock");
        assert_eq!(distance_at(&mut studio, Some(summary.moments.len() - 1)), Some(0));
        studio.show(&LevelRequest::of("caves", "8"), false).unwrap();
        let other = studio.shown.as_ref().and_then(Shown::last).and_then(|draft| draft.start).unwrap();
        assert_eq!(studio.cell(other.x, other.y, None).unwrap().unwrap().distance, Some(0));
    }

    #[test]
    fn squares_of_an_endless_level_fit_together() {
        let mut studio = Studio::new();
        let request = LevelRequest { endless: true, ..LevelRequest::of("caves", "7") };
        let paint_as = PaintRequest { cell: Some(4), ..PaintRequest::default() };
        let one = studio.region(&request, [-64, 0, 64], &paint_as).unwrap();
        assert_eq!((one.picture.width(), one.picture.height()), (256, 256));
        let whole = studio.region(&request, [-64, 0, 128], &paint_as).unwrap();
        let part = whole.picture.cropped((0, 0), Size::new(256, 256));
        assert!(part == one.picture, "the left half of both is the same");
        assert!(
            studio.region(&LevelRequest { plan: Some("two-caves".into()), ..request }, [0, 0, 8], &paint_as).is_err()
        );
    }

    #[test]
    fn a_vault_in_the_request_is_placed_on_the_level() {
        let vault = "name = 'mine'\nmap = '''\n#####\n#._.#\n##+##\n'''\n";
        let toml = "name = 'x'\ndescription = 'x'\nsize = '60x40'\n[[step]]\ndo = 'rooms'\n[[step]]\ndo = 'halls'\n\
                    [[step]]\ndo = 'stamp'\nnames = ['mine']\nfewest = 1\nmost = 1\nrequired = true\n[[step]]\ndo = 'connect'\n[[step]]\ndo = 'stairs'\n";
        let request = LevelRequest {
            toml: Some(toml.into()),
            files: vec![("vaults/mine.toml".into(), vault.into())],
            ..LevelRequest::of("", "3")
        };
        let mut studio = Studio::new();
        studio.show(&request, false).unwrap();
        assert_eq!(studio.shown.as_ref().and_then(Shown::last).unwrap().vaults.len(), 1);
        assert!(studio.vault(vault).unwrap().starts_with("`mine`, 5x3 cells"));
        assert_eq!(studio.vault(&vault.replace('_', "k")).unwrap_err().line, Some(4));
        let two = format!("{vault}[[variant]]\nmap = '''\n#####\n#...#\n##+##\n'''\n");
        assert!(studio.vault(&two).unwrap().ends_with(", 2 drawings"));
        assert!(studio.vault(Studio::vault_text("treasury").unwrap()).is_ok());
    }
}
