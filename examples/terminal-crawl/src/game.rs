//! The rules of a small roguelike: five cellars, rats and wolves that hunt you, potions, and an amulet at the bottom.
//!
//! Nothing here depends on a terminal or a window. `main.rs` draws the game with ratatui, and `examples/window-crawl` draws
//! the same game with macroquad.

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use undercroft_grid::{BitGrid, Distances, FieldOfView, Neighbours, Point};
use undercroft_mapgen::{
    BadParameter, Class, Content, Draft, Dungeon, Floor, Level, Seed, StairKind, Step, Stream, Tileset, Veto, require,
    step,
};

const SIGHT: u32 = 8;
const MAX_HEALTH: i32 = 20;

step! {
    /// Grows mushrooms on cells with many walls around them.
    pub struct Mushrooms = "mushrooms" {
        /// The minimum number of walls among the eight neighbours.
        pub walls: u32 = 4,
    }
}

impl Step for Mushrooms {
    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        require::within("walls", self.walls, 1..=8)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let mushrooms = draft.named("mushrooms")?;
        let is_damp = |at: Point| at.eight().filter(|near| !draft.is_open(*near)).count() >= self.walls as usize;
        let damp = BitGrid::from_fn(draft.size(), |at| {
            draft.is_open(at) && is_damp(at) && stream.at(draft.world(at)) % 3 == 0
        });
        draft.paint(damp, mushrooms);
        Ok(())
    }
}

/// Makes the dungeon from our own tileset, recipe, step and plan.
fn dungeon(seed: &Seed) -> Result<Arc<Dungeon>, Box<dyn Error>> {
    let mut content = Content::from_files([
        ("tilesets/cellar-tiles.toml", include_str!("../content/tiles.toml")),
        ("recipes/cellar.toml", include_str!("../content/cellar.toml")),
        ("plans/cellars.toml", include_str!("../content/plan.toml")),
    ])?;
    content.register::<Mushrooms>();
    content.use_tileset(content.tileset("cellar-tiles")?);
    Ok(Dungeon::new(content.plan("cellars")?, seed.clone()))
}

/// A rat or a wolf.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Creature {
    pub kind: String,
    pub at: Point,
    pub health: i32,
}

/// Everything on a level that changes during play. The map is not saved, because the seed gives it back.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Changes {
    pub creatures: Vec<Creature>,
    pub items: Vec<(Point, String)>,
    pub seen: BitGrid,
}

/// The whole game; this is also the save file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    pub seed: Seed,
    pub depth: u32,
    pub hero: Point,
    pub health: i32,
    pub levels: HashMap<u32, Changes>,
    pub messages: Vec<String>,
    pub has_won: bool,
}

/// What the player can do in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Walk(Point),
    Climb,
    Descend,
    Wait,
}

pub struct Game {
    pub state: State,
    dungeon: Arc<Dungeon>,
    level: Arc<Level>,
    view: FieldOfView,
}

impl Game {
    pub fn new(seed: impl Into<Seed>) -> Result<Self, Box<dyn Error>> {
        let seed = seed.into();
        let dungeon = dungeon(&seed)?;
        let level = level(&dungeon, 0)?;
        let mut state = State {
            seed,
            depth: 0,
            hero: level.start(),
            health: MAX_HEALTH,
            levels: HashMap::new(),
            messages: vec!["You enter the cellars. Bring back the amulet!".into()],
            has_won: false,
        };
        state.levels.insert(0, changes(&level));
        Ok(Self::at(state, dungeon, level))
    }

    pub fn load(text: &str) -> Result<Self, Box<dyn Error>> {
        let state: State = serde_json::from_str(text)?;
        let dungeon = dungeon(&state.seed)?;
        let level = level(&dungeon, state.depth)?;
        Ok(Self::at(state, dungeon, level))
    }

    pub fn save(&self) -> Result<String, Box<dyn Error>> {
        Ok(serde_json::to_string(&self.state)?)
    }

    fn at(state: State, dungeon: Arc<Dungeon>, level: Arc<Level>) -> Self {
        let view = FieldOfView::over(state.hero, 0, |_| true);
        let mut game = Self { state, dungeon, level, view };
        game.look_around();
        game
    }

    pub fn level(&self) -> &Level {
        &self.level
    }

    pub fn here(&self) -> &Changes {
        &self.state.levels[&self.state.depth]
    }

    fn here_mut(&mut self) -> &mut Changes {
        self.state.levels.entry(self.state.depth).or_insert_with(|| changes(&self.level))
    }

    pub fn sees(&self, at: Point) -> bool {
        self.view.sees(at)
    }

    pub fn is_over(&self) -> bool {
        self.state.health <= 0 || self.state.has_won
    }

    /// Plays one turn.
    pub fn act(&mut self, action: Action) -> Result<(), Box<dyn Error>> {
        if self.is_over() {
            return Ok(());
        }
        match action {
            Action::Walk(step) => self.walk(self.state.hero + step),
            Action::Climb => self.take_stairs(StairKind::Up)?,
            Action::Descend => self.take_stairs(StairKind::Down)?,
            Action::Wait => {}
        }
        self.look_around();
        self.creatures_act();
        Ok(())
    }

    fn say(&mut self, message: impl Into<String>) {
        self.state.messages.push(message.into());
    }

    fn walk(&mut self, to: Point) {
        if let Some(index) = self.here().creatures.iter().position(|creature| creature.at == to) {
            let creature = &mut self.here_mut().creatures[index];
            creature.health -= 3;
            let (kind, is_dead) = (creature.kind.clone(), creature.health <= 0);
            if is_dead {
                self.here_mut().creatures.remove(index);
            }
            self.say(format!("You {} the {kind}.", if is_dead { "kill" } else { "hit" }));
        } else if self.level.is_open(to) {
            self.state.hero = to;
            if let Some(index) = self.here().items.iter().position(|(at, _)| *at == to) {
                let (_, item) = self.here_mut().items.remove(index);
                self.use_item(&item);
            }
        }
    }

    fn use_item(&mut self, item: &str) {
        if item == "amulet" {
            self.state.has_won = true;
            self.say("You have the amulet! You win.");
        } else {
            self.state.health = MAX_HEALTH.min(self.state.health + 8);
            self.say(format!("You drink a {item} and feel better."));
        }
    }

    fn take_stairs(&mut self, kind: StairKind) -> Result<(), Box<dyn Error>> {
        if self.level.stairs_to(kind) != Some(self.state.hero) {
            self.say("There are no such stairs here.");
            return Ok(());
        }
        self.state.depth = match kind {
            StairKind::Up => self.state.depth - 1,
            _ => self.state.depth + 1,
        };
        // The other end of the stairs is at the same place.
        self.level = level(&self.dungeon, self.state.depth)?;
        self.here_mut();
        self.say(format!("You are in cellar {}.", self.state.depth + 1));
        Ok(())
    }

    fn look_around(&mut self) {
        let level = self.level.clone();
        let transparent = |at| level.info(at).transparent;
        self.view = FieldOfView::over(self.state.hero, SIGHT, transparent);
        let view = self.view.clone();
        view.add_to(&mut self.here_mut().seen);
    }

    /// Creatures in sight walk towards the hero, and bite when they reach it.
    fn creatures_act(&mut self) {
        let hero = self.state.hero;
        let to_hero = Distances::within(self.level.open(), [hero], Neighbours::Four, 2 * SIGHT);
        for index in 0..self.here().creatures.len() {
            let creature = self.here().creatures[index].clone();
            if !self.sees(creature.at) {
                continue;
            }
            match to_hero.next_step(creature.at) {
                Some(next) if next == hero => {
                    self.state.health -= if creature.kind == "wolf" { 3 } else { 1 };
                    self.say(format!("The {} bites you.", creature.kind));
                }
                Some(next) if self.here().creatures.iter().all(|other| other.at != next) => {
                    self.here_mut().creatures[index].at = next;
                }
                _ => {}
            }
        }
        if self.state.health <= 0 {
            self.say("You die.");
        }
    }
}

fn level(dungeon: &Arc<Dungeon>, depth: u32) -> Result<Arc<Level>, Box<dyn Error>> {
    match dungeon.level(depth)? {
        Floor::Bounded(level) => Ok(level),
        Floor::Endless(_) => Err("the plan has no endless levels".into()),
    }
}

/// The creatures and items of a new level, with nothing seen yet.
fn changes(level: &Level) -> Changes {
    let mut changes = Changes { creatures: Vec::new(), items: Vec::new(), seen: BitGrid::new(level.size()) };
    for spawn in level.spawns() {
        let kind = spawn.kind.to_string();
        if spawn.class == Class::Creature {
            let health = if kind == "wolf" { 8 } else { 4 };
            changes.creatures.push(Creature { kind, at: spawn.at, health });
        } else {
            changes.items.push((spawn.at, kind));
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use undercroft_grid::shortest_path;

    /// Walks to a cell, fighting whatever is in the way.
    fn walk_to(game: &mut Game, to: Point) {
        while game.state.hero != to && !game.is_over() {
            let path = shortest_path(game.level().open(), game.state.hero, to, Neighbours::Four).unwrap();
            let step = path[1] - path[0];
            game.act(Action::Walk(step)).unwrap();
        }
    }

    #[test]
    fn the_hero_can_walk_through_all_five_cellars_and_find_the_amulet() {
        let mut game = Game::new(7).unwrap();
        for depth in 0..4 {
            game.state.health = MAX_HEALTH;
            assert_eq!(game.state.depth, depth);
            let stairs = game.level().stairs_to(StairKind::Down).unwrap();
            walk_to(&mut game, stairs);
            game.act(Action::Descend).unwrap();
        }
        game.state.health = 1_000;
        let amulet = game.here().items.iter().find(|(_, item)| item == "amulet").unwrap().0;
        walk_to(&mut game, amulet);
        assert!(game.state.has_won, "{:?}", game.state.messages);
    }

    #[test]
    fn a_loaded_game_continues_like_the_original() {
        let mut game = Game::new("a saved game").unwrap();
        let stairs = game.level().stairs_to(StairKind::Down).unwrap();
        walk_to(&mut game, stairs);
        game.act(Action::Descend).unwrap();
        let mut loaded = Game::load(&game.save().unwrap()).unwrap();
        assert_eq!(loaded.level().to_string(), game.level().to_string());
        for game in [&mut game, &mut loaded] {
            game.act(Action::Wait).unwrap();
        }
        assert_eq!(serde_json::to_value(&loaded.state).unwrap(), serde_json::to_value(&game.state).unwrap(),);
    }

    #[test]
    fn levels_use_our_own_tiles_and_have_mushrooms() {
        let mut drawn = String::new();
        (0..20).for_each(|seed| drawn += &Game::new(seed).unwrap().level().to_string());
        assert!(drawn.contains('♠') && drawn.contains('▓'));
    }
}
