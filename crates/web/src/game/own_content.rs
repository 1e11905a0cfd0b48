//! The plans that can be played: the built-in ones, and the player's own.

use serde::Serialize;
use undercroft_game::{GameContent, goal_sentence, plan_length};
use undercroft_mapgen::{Class, Content, ContentKind, Plan, SourceFile};

use crate::Problem;

/// The plans that can be played, and what they refer to.
#[derive(Clone, Debug)]
pub struct OwnContent(Content);

/// A plan that can be played.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanLine {
    name: String,
    description: String,
    goal: Option<String>,
    length: String,
    is_own: bool,
}

impl Default for OwnContent {
    /// The built-in plans.
    fn default() -> Self {
        let (mut content, game) = (Content::default(), GameContent::standard());
        content.name_spawns(Class::Creature, game.creatures().map(|(_, kind)| kind.name.as_str()));
        content.name_spawns(Class::Item, game.items().map(|(_, kind)| kind.name.as_str()));
        Self(content)
    }
}

impl OwnContent {
    /// Adds files, given as path and text, or replaces them: plans, and the recipes, vaults and tilesets they refer to.
    ///
    /// # Errors
    /// If one of them is invalid, with its place. In that case none is added.
    pub fn add(&mut self, files: &[(String, String)]) -> Result<(), Problem> {
        let mut content = self.0.clone();
        for (path, text) in files {
            let file = SourceFile::new(path, text);
            if ContentKind::of(file).is_none() {
                return Err(Problem::new(format!("{path} is not a plan, recipe, vault or tileset")));
            }
            content.add(file)?;
        }
        for name in content.names(ContentKind::Plan) {
            if content.path(ContentKind::Plan, name).is_some() {
                if Plan::names().any(|known| known == name) {
                    return Err(Problem::new(format!("a plan called `{name}` is built in; give yours another name")));
                }
                content.plan(name)?;
            }
        }
        self.0 = content;
        Ok(())
    }

    /// Removes the file of this path.
    pub fn remove(&mut self, path: &str) {
        self.0.remove(path);
    }

    /// All plans, the built-in ones first.
    ///
    /// # Errors
    /// If a file that a plan refers to was removed.
    pub fn plans(&self) -> Result<Vec<PlanLine>, Problem> {
        let is_own = |name: &str| self.0.path(ContentKind::Plan, name).is_some();
        let (own, built_in): (Vec<&str>, Vec<&str>) =
            self.0.names(ContentKind::Plan).into_iter().partition(|name| is_own(name));
        let line = |name: &str| {
            let plan = self.0.plan(name)?;
            Ok(PlanLine {
                description: plan.description().to_owned(),
                goal: goal_sentence(&plan, &GameContent::standard()),
                length: plan_length(&plan),
                is_own: is_own(name),
                name: name.to_owned(),
            })
        };
        // A plan whose recipe is missing is left out until the file is added again.
        let own = own.into_iter().filter_map(|name| line(name).ok());
        let mut lines = built_in.into_iter().map(line).collect::<Result<Vec<_>, Problem>>()?;
        lines.extend(own);
        Ok(lines)
    }

    /// Finds a plan by its name.
    ///
    /// # Errors
    /// If there is none, with the nearest name.
    pub fn plan(&self, name: &str) -> Result<Plan, Box<dyn std::error::Error + Send + Sync>> {
        Ok(self.0.plan(name)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Play;

    const DEN: &str =
        "name = 'den'\ndescription = 'Two caves.'\nlevels = 2\n[[stretch]]\ndepths = '0-1'\nrecipe = 'hole'\n";
    const HOLE: &str = "name = 'hole'\ndescription = 'A cave.'\nsize = '40x30'\n[[step]]\ndo = 'scatter'\n[[step]]\ndo = 'smooth'\n\
                        [[step]]\ndo = 'connect'\n";

    fn file(path: &str, text: &str) -> (String, String) {
        (path.into(), text.into())
    }

    #[test]
    fn an_own_plan_is_listed_played_and_continued() {
        let mut own = OwnContent::default();
        own.add(&[file("den.toml", DEN), file("hole.toml", HOLE)]).unwrap();
        let last = own.plans().unwrap().pop().unwrap();
        assert_eq!((last.name.as_str(), last.is_own), ("den", true));
        let mut play = Play::begin(&own, "den", &3.into(), 1).unwrap();
        play.let_bot_play(20).unwrap();
        let resumed = Play::resume(&own, play.journal(), None).unwrap();
        assert_eq!(resumed.play.game().hash(), play.game().hash());
        own.remove("den.toml");
        assert!(Play::resume(&own, play.journal(), None).unwrap_err().message.contains("den"));
    }

    #[test]
    fn a_bad_file_is_refused_with_its_place_and_changes_nothing() {
        let mut own = OwnContent::default();
        let problem = own.add(&[file("den.toml", DEN)]).unwrap_err();
        assert!(problem.message.contains("hole") && problem.line == Some(6), "{problem:?}");
        assert!(own.add(&[file("x.toml", "title = 'x'")]).unwrap_err().message.contains("not a plan"));
        let taken = DEN.replace("hole", "caves").replace("'den'", "'undercroft'");
        assert!(own.add(&[file("u.toml", &taken)]).unwrap_err().message.contains("built in"));
        assert!(own.plans().unwrap().iter().all(|plan| !plan.is_own));
    }
}
