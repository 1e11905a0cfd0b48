//! The studio's state in one worker: the content, and the level on show.

use std::sync::Arc;

use serde::Serialize;
use undercroft_export::json;
use undercroft_mapgen::{Content, Draft, Dungeon, Floor, Level, Plan, Rect, Seed, SourceFile};

use crate::picture::{PaintRequest, Painted, paint};
use crate::{Catalogue, LevelRequest, Problem};

/// The part of an endless level that is shown, as the command shows it.
const ENDLESS_WINDOW: (u32, u32) = (80, 50);

/// The studio's state in one worker.
#[derive(Debug, Default)]
pub struct Studio {
    content: Content,
    /// The dungeon of the latest plan and seed, whose levels share much of their work.
    dungeon: Option<(String, Arc<Dungeon>)>,
    shown: Option<Shown>,
}

/// What is on show.
#[derive(Clone, Debug)]
enum Shown {
    Level(Arc<Level>),
    Window(Arc<Draft>),
}

impl Shown {
    fn draft(&self) -> &Draft {
        match self {
            Self::Level(level) => level.as_draft(),
            Self::Window(draft) => draft,
        }
    }
}

/// What the page says about a level before it is painted.
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
    attempts: Option<u32>,
    rooms: usize,
    doors: usize,
    /// Stays the same as long as the level does.
    fingerprint: String,
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

    /// Adds a file of the user's own content, or replaces it.
    ///
    /// # Errors
    /// If another file has the same kind and name.
    pub fn add_file(&mut self, path: &str, text: &str) -> Result<(), Problem> {
        self.dungeon = None;
        Ok(self.content.add(SourceFile::new(path, text))?)
    }

    /// Removes a file of the user's own content.
    pub fn remove_file(&mut self, path: &str) {
        self.dungeon = None;
        self.content.remove(path);
    }

    /// The seed some places after or before another.
    #[must_use]
    pub fn seed_after(seed: &str, steps: i32) -> String {
        match (seed.parse::<u64>(), u64::try_from(steps)) {
            (Ok(number), Err(_)) => number.wrapping_add_signed(steps.into()).to_string(),
            (Err(_), Err(_)) => seed.to_owned(),
            (_, Ok(steps)) => Seed::from(seed).after(steps).to_string(),
        }
    }

    /// Makes a level and shows it.
    ///
    /// # Errors
    /// If the request is invalid, or no draft passed every check.
    pub fn show(&mut self, request: &LevelRequest) -> Result<LevelSummary, Problem> {
        let shown = self.make(request)?;
        let draft = shown.draft();
        let summary = LevelSummary {
            recipe: draft.metadata.recipe.to_string(),
            seed: draft.metadata.seed.to_string(),
            depth: draft.metadata.depth,
            width: draft.size().width,
            height: draft.size().height,
            origin: [draft.origin.x, draft.origin.y],
            endless: draft.endless,
            attempts: match &shown {
                Shown::Level(level) => Some(level.attempts()),
                Shown::Window(_) => None,
            },
            rooms: draft.rooms.len(),
            doors: draft.doors.len(),
            fingerprint: format!("{:016x}", draft.fingerprint()),
        };
        self.shown = Some(shown);
        Ok(summary)
    }

    /// Paints the level on show.
    ///
    /// # Errors
    /// If nothing is shown, or the picture would be too large.
    pub fn paint(&self, request: &PaintRequest) -> Result<Painted, Problem> {
        let shown = self.shown.as_ref().ok_or_else(|| Problem::new("no level is shown yet"))?;
        paint(shown.draft(), request, None)
    }

    /// A level as JSON, equal to what `undercroft generate --format json` writes.
    ///
    /// # Errors
    /// As for [`Studio::show`].
    pub fn level_json(&mut self, request: &LevelRequest) -> Result<String, Problem> {
        let shown = self.make(request)?;
        let mut text = Vec::new();
        json::write(shown.draft(), &mut text)?;
        String::from_utf8(text).map_err(Problem::new)
    }

    fn make(&mut self, request: &LevelRequest) -> Result<Shown, Problem> {
        if !request.is_plan() && !request.endless {
            let level = request.recipe(&self.content)?.build_at(request.seed(), request.depth())?;
            return Ok(Shown::Level(Arc::new(level)));
        }
        Ok(match self.dungeon(request)?.level(request.depth())? {
            Floor::Bounded(level) => Shown::Level(level),
            Floor::Endless(endless) => {
                let around = Rect::around(endless.start()?, ENDLESS_WINDOW.0, ENDLESS_WINDOW.1);
                Shown::Window(Arc::new(endless.window(around)?))
            }
        })
    }

    /// The dungeon of a plan, or of a recipe that is endless.
    fn dungeon(&mut self, request: &LevelRequest) -> Result<Arc<Dungeon>, Problem> {
        let key = format!("{:?}", LevelRequest { depth: None, ..request.clone() });
        if let Some((known, dungeon)) = &self.dungeon
            && *known == key
        {
            return Ok(dungeon.clone());
        }
        let plan = match (&request.plan_toml, &request.plan) {
            (Some(text), _) => Plan::parse(SourceFile::new("plan.toml", text), &self.content)?,
            (None, Some(name)) => self.content.plan(name)?,
            (None, None) => Plan::of(request.recipe(&self.content)?, true)?,
        };
        let dungeon = Dungeon::new(plan, request.seed());
        self.dungeon = Some((key, dungeon.clone()));
        Ok(dungeon)
    }
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::Recipe;

    use super::*;

    #[test]
    fn every_recipe_is_shown_and_painted() {
        let mut studio = Studio::new();
        for name in Recipe::names() {
            let summary = studio.show(&LevelRequest::of(name, "7")).unwrap();
            let painted = studio.paint(&PaintRequest::default()).unwrap();
            assert_eq!(painted.picture.width(), summary.width * 16, "{name}");
        }
    }

    #[test]
    fn a_broken_recipe_names_the_line() {
        let toml = "name = 'x'\ndescription = 'x'\n[[step]]\ndo = 'scater'\n".to_owned();
        let problem = Studio::new().show(&LevelRequest { toml: Some(toml), ..LevelRequest::of("", "1") }).unwrap_err();
        assert_eq!((problem.line, problem.column), (Some(4), Some(6)));
        assert!(problem.message.contains("did you mean `scatter`?"), "{problem:?}");
    }

    #[test]
    fn seeds_go_on_and_back() {
        assert_eq!(Studio::seed_after("41", 1), "42");
        assert_eq!(Studio::seed_after("0", -1), u64::MAX.to_string());
        assert_eq!(Studio::seed_after("moss", 2), "moss-2");
        assert_eq!(Studio::seed_after("moss", -1), "moss");
    }
}
