//! Tests of the rules, on small maps drawn as text.

mod ai;
mod autopilot;
mod barriers;
mod combat;
mod content;
mod endless;
mod goal;
mod inventory;
mod kick;
mod machines;
mod missions;
mod narration;
mod stairs;
mod state;
mod trade;
mod use_item;
mod view;
mod walk;

use undercroft_grid::{Grid, Point};
use undercroft_mapgen::{Plan, Seed, SourceFile};

use crate::content::{CreatureKindId, GameContent};
use crate::level::active_level::Occupant;
use crate::rules::turn::Who;
use crate::state::{Behaviour, Creature, Item};
use crate::{Action, Direction, Event, Game, Slot, narrate};

/// A game on a small map, and its events.
pub(super) struct Scene {
    pub(super) game: Game,
    pub(super) events: Vec<Event>,
}

/// A level drawn as text: `@` is the hero, letters are creatures by their glyphs, and the rest are tiles.
pub(super) fn scene(map: &str) -> Scene {
    scene_of(&[map], "open, attack, swap", "")
}

/// A level for a hero with other abilities.
pub(super) fn scene_as(abilities: &str, map: &str) -> Scene {
    scene_of(&[map], abilities, "")
}

/// The lines of a drawing, with rows of rock added until there is room for stairs, which every level needs.
fn rows(map: &str) -> Vec<String> {
    let mut rows: Vec<String> =
        map.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect();
    let width = rows[0].chars().count();
    while (rows.len() - 2) * (width - 2) < 4 {
        rows.push("#".repeat(width));
    }
    rows
}

/// Several levels, the topmost first, with more lines for the plan. Only the topmost has creatures.
pub(super) fn scene_of(maps: &[&str], abilities: &str, more: &str) -> Scene {
    let content = GameContent::standard();
    let creature = |glyph: char| {
        let found = content.creatures().find(|(_, kind)| kind.glyph == glyph);
        found.filter(|_| glyph.is_ascii_alphabetic()).map(|(id, _)| id)
    };
    let names = abilities.split(", ").filter(|name| !name.is_empty());
    let abilities: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
    let mut text = format!("name = \"test\"\ndescription = \"A test.\"\nlevels = {}\n", maps.len());
    text += &format!("abilities = [{}]\n{more}\n", abilities.join(", "));
    let mut cast: Vec<(Point, CreatureKindId)> = Vec::new();
    for (depth, map) in maps.iter().enumerate() {
        let mut tiles = String::new();
        for (y, line) in rows(map).iter().enumerate() {
            for (x, glyph) in line.chars().enumerate() {
                let found = creature(glyph);
                cast.extend(found.filter(|_| depth == 0).map(|kind| (Point::new(x as i32, y as i32), kind)));
                tiles.push(if found.is_some() { '.' } else { glyph });
            }
            tiles.push('\n');
        }
        text += &format!(
            "[[stretch]]\ndepths = \"{depth}\"\nmap = '''\n{tiles}'''\ncreatures = \"nothing\"\nitems = \"nothing\"\n"
        );
        text += "legend = { \"~\" = \"water\", \"%\" = \"lava\", \"P\" = \"pit\", \"_\" = \"altar\", \"=\" = \"bridge\" }\n";
    }
    let plan = Plan::parse(SourceFile::new("test.toml", &text), undercroft_mapgen::Content::standard());
    let plan = plan.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut game = Game::new(content, plan, 7).unwrap_or_else(|error| panic!("{error}"));
    let mut events = Vec::new();
    for (at, kind) in cast {
        let mut turn = game.turn(&mut events);
        let creature = turn.new_creature(kind, at);
        turn.add_creature(creature);
    }
    // Tests fill the pack themselves.
    game.state.hero.pack.clear();
    (game.state.hero.weapon, game.state.hero.armour, game.state.hero.charm) = (None, None, None);
    game.level.view_is_stale = true;
    game.turn(&mut events).look();
    Scene { game, events: Vec::new() }
}

impl Scene {
    pub(super) fn act(&mut self, action: Action) -> &mut Self {
        self.events.extend(self.game.act(action));
        if let Err(problem) = self.game.check() {
            panic!("{problem}\n{self}");
        }
        self
    }

    pub(super) fn walk(&mut self, direction: Direction) -> &mut Self {
        self.act(Action::Walk(direction))
    }

    pub(super) fn wait(&mut self, turns: u32) -> &mut Self {
        for _ in 0..turns {
            self.act(Action::Wait);
        }
        self
    }

    /// Adds a creature.
    pub(super) fn spawn(&mut self, name: &str, at: Point, change: impl FnOnce(&mut Creature)) -> &mut Self {
        let (kind, _) = self.game.content.creature_named(name).unwrap();
        let mut unheard = Vec::new();
        let mut turn = self.game.turn(&mut unheard);
        let mut creature = turn.new_creature(kind, at);
        change(&mut creature);
        turn.add_creature(creature);
        self
    }

    /// Removes every creature.
    pub(super) fn clear_creatures(&mut self) -> &mut Self {
        self.game.state.creatures.clear();
        self.game.level.set_occupants(self.game.state.hero.body.at, &[]);
        self
    }

    /// The first creature of a kind.
    pub(super) fn creature(&self, name: &str) -> Option<&Creature> {
        let (id, _) = self.game.content.creature_named(name).unwrap();
        self.game.state.creatures.iter().find(|creature| creature.kind == id)
    }

    pub(super) fn the(&self, name: &str) -> &Creature {
        self.creature(name).unwrap_or_else(|| panic!("there is no {name}\n{self}"))
    }

    /// The hit points that a creature has lost.
    pub(super) fn wounds(&self, name: &str) -> i32 {
        let creature = self.the(name);
        self.game.content.creature(creature.kind).hit_points - creature.hit_points
    }

    pub(super) fn who(&self, name: &str) -> Who {
        let id = self.the(name).id;
        Who::Other(self.game.state.creatures.iter().position(|creature| creature.id == id).unwrap())
    }

    pub(super) fn set_behaviour(&mut self, behaviour: Behaviour) -> &mut Self {
        for creature in &mut self.game.state.creatures {
            creature.behaviour = behaviour;
        }
        self
    }

    pub(super) fn hero_at(&self) -> Point {
        self.game.view().at()
    }

    pub(super) fn hit_points(&self) -> i32 {
        self.game.view().stats().hit_points
    }

    /// Sets the hero's attack strength.
    pub(super) fn with_attack(&mut self, attack: i32) -> &mut Self {
        self.game.state.hero.attack = attack;
        self
    }

    pub(super) fn item(&self, name: &str, count: u32) -> Item {
        let (kind, info) = self.game.content.item_named(name).unwrap_or_else(|| panic!("no item is called {name}"));
        Item { kind, count, charges: info.charges.map_or(0, |[_, most]| most), bonus: 0 }
    }

    /// Puts items into the pack.
    pub(super) fn give(&mut self, name: &str, count: u32) -> Slot {
        let item = self.item(name, count);
        self.game.turn(&mut Vec::new()).stow(item).unwrap()
    }

    /// Puts items on the floor.
    pub(super) fn put(&mut self, name: &str, count: u32, x: i32, y: i32) -> &mut Self {
        let item = self.item(name, count);
        let mut unheard = Vec::new();
        let mut turn = self.game.turn(&mut unheard);
        turn.put_down(Point::new(x, y), item);
        turn.look();
        self
    }

    pub(super) fn pile(&self, x: i32, y: i32) -> Vec<(String, u32)> {
        let pile = self.game.level.pile(Point::new(x, y)).iter();
        pile.map(|item| (self.game.content.item(item.kind).name.clone(), item.count)).collect()
    }

    pub(super) fn pack(&self) -> Vec<(char, String, u32)> {
        let name = |item: &Item| self.game.content.item(item.kind).name.clone();
        self.game.view().pack().map(|(slot, item)| (slot.letter(), name(item), item.count)).collect()
    }

    /// The log.
    pub(super) fn log(&self) -> String {
        let lines = self.events.iter().filter_map(|event| narrate(event, &self.game.content));
        lines.collect::<Vec<String>>().join("\n")
    }

    pub(super) fn assert_log(&self, words: &str) {
        assert!(self.log().contains(words), "the log lacks {words:?}:\n{}\n{self}", self.log());
    }

    /// The number of turns.
    pub(super) fn turns(&self) -> u64 {
        self.game.view().turn()
    }

    /// A drawing of the level.
    pub(super) fn drawn(&self) -> String {
        let bounds = self.game.view().bounds().unwrap();
        let grid = Grid::from_fn(bounds.size(), |at| self.glyph(at + bounds.min()));
        grid.rows().map(|row| row.iter().collect::<String>() + "\n").collect()
    }

    fn glyph(&self, at: Point) -> char {
        match self.game.level.occupant(at) {
            Occupant::Hero => '@',
            Occupant::Creature(index) => self.game.content.creature(self.game.state.creatures[index].kind).glyph,
            Occupant::Nobody => match self.game.level.tileset[self.game.level.tile(at)].name.as_str() {
                "floor" => '.',
                "pit" => 'P',
                _ => self.game.level.tileset[self.game.level.tile(at)].glyph,
            },
        }
    }

    /// Asserts that the level looks like a drawing.
    pub(super) fn assert_drawn(&self, expected: &str) {
        let expected: String = rows(expected)
            .into_iter()
            .map(|row| {
                row + "
"
            })
            .collect();
        assert_eq!(self.drawn(), expected, "expected\n{expected}but it is\n{self}{}", self.log());
    }
}

impl std::fmt::Display for Scene {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.drawn())
    }
}
