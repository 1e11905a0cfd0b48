//! What the hero sees and knows: all that a screen may show.

use serde::{Deserialize, Serialize};
use undercroft_grid::{Point, Rect};
use undercroft_mapgen::{Goal, StairKind, Tile, TileInfo, Tileset};

use crate::action::{Direction, Slot};
use crate::content::{Condition, Content, CreatureKind, Deed, ItemClass, ItemKindId};
use crate::game::Game;
use crate::memory;
use crate::names;
use crate::stage::Occupant;
use crate::state::{Creature, Item, Mind};

/// What the hero sees and knows. Get one from [`Game::view`].
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(crate) game: &'a Game,
}

/// What the hero knows of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// Nothing: it was never seen.
    Unknown,
    /// What was there when it was last seen.
    Remembered {
        /// The tile.
        tile: Tile,
        /// The topmost of what lay there.
        item: Option<ItemKindId>,
    },
    /// What is there now.
    Visible {
        /// The tile.
        tile: Tile,
        /// The topmost of what lies there.
        item: Option<ItemKindId>,
        /// Who is there, if it is not the hero.
        creature: Option<&'a Creature>,
    },
}

impl Cell<'_> {
    /// The tile, as far as it is known.
    #[must_use]
    pub const fn tile(&self) -> Option<Tile> {
        match self {
            Self::Unknown => None,
            Self::Remembered { tile, .. } | Self::Visible { tile, .. } => Some(*tile),
        }
    }

    /// What lies there, as far as it is known.
    #[must_use]
    pub const fn item(&self) -> Option<ItemKindId> {
        match self {
            Self::Unknown => None,
            Self::Remembered { item, .. } | Self::Visible { item, .. } => *item,
        }
    }
}

/// The hero in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Hit points left.
    pub hit_points: i32,
    /// Hit points when unhurt.
    pub most_hit_points: i32,
    /// With all that is wielded and worn.
    pub attack: i32,
    /// With all that is wielded and worn.
    pub defence: i32,
    /// Actions in 100 rounds.
    pub speed: u32,
    /// How far sight reaches.
    pub sight: u32,
    /// The level of experience, from 1.
    pub level: u32,
    /// Experience so far.
    pub experience: u32,
    /// The experience at which this level began.
    pub level_began: u32,
    /// The experience that the next level takes.
    pub next_level: u32,
    /// Choices that wait to be taken with [`Action::Choose`](crate::Action::Choose).
    pub choices: u32,
    /// Rounds of food left.
    pub food: u32,
    /// How much food there can be.
    pub stomach: u32,
    /// How hungry the hero is.
    pub hunger: Hunger,
    /// The worth of all coins, in copper.
    pub purse: u64,
}

/// How hungry the hero is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Hunger {
    /// Not at all.
    Fed,
    /// It would be good to eat.
    Hungry,
    /// It would be bad not to eat.
    Weak,
    /// There is nothing left.
    Starving,
}

impl Hunger {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fed => "fed",
            Self::Hungry => "hungry",
            Self::Weak => "weak with hunger",
            Self::Starving => "starving",
        }
    }
}

/// A creature in sight.
#[derive(Clone, Copy, Debug)]
pub struct Sighting<'a> {
    /// Which.
    pub creature: &'a Creature,
    /// Of which kind.
    pub kind: &'a CreatureKind,
    /// How many steps away.
    pub distance: u32,
}

impl Sighting<'_> {
    /// Whether it means harm.
    #[must_use]
    pub const fn is_danger(&self) -> bool {
        !self.kind.peaceful
    }
}

/// Which way something lies that the hero feels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearing {
    /// What it is.
    pub what: Calling,
    /// Which way.
    pub direction: Direction,
    /// How many steps away, as the crow flies.
    pub distance: u32,
}

/// What calls the hero on a level without an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Calling {
    /// The goal.
    Goal,
    /// The only stairs down.
    Down,
    /// The only stairs up.
    Up,
}

/// Something that can be bought where the hero stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What it is.
    pub name: String,
    /// What it costs, in copper.
    pub price: u64,
    /// The item, if it is one; else a blessing.
    pub item: Option<Item>,
}

impl<'a> View<'a> {
    /// The catalogue.
    #[must_use]
    pub fn content(&self) -> &'a Content {
        &self.game.content
    }

    /// The tiles that the ids mean.
    #[must_use]
    pub fn tileset(&self) -> &'a Tileset {
        &self.game.stage.tileset
    }

    /// What is known of a kind of tile.
    #[must_use]
    pub fn tile_info(&self, tile: Tile) -> &'a TileInfo {
        &self.tileset()[tile]
    }

    /// Where the hero is.
    #[must_use]
    pub const fn at(&self) -> Point {
        self.game.state.hero.body.at
    }

    /// How deep the hero is, from 0 at the top.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.game.state.depth
    }

    /// How many actions have taken time.
    #[must_use]
    pub const fn turn(&self) -> u64 {
        self.game.state.turn
    }

    /// What wins the game.
    #[must_use]
    pub fn goal(&self) -> Option<&'a Goal> {
        self.game.dungeon.plan().goal()
    }

    /// Whether the hero carries the goal.
    #[must_use]
    pub fn has_goal(&self) -> bool {
        self.game.carries_goal()
    }

    /// Which way the goal lies from the hero, or the stairs to the one place where the way goes on, and how far. It is
    /// felt only on a level without an edge: nobody could find it there otherwise.
    #[must_use]
    pub fn bearing(&self) -> Option<Bearing> {
        let (what, at) = self.game.calling()?;
        let direction = Direction::between(self.at(), at)?;
        Some(Bearing { what, direction, distance: self.at().chebyshev(at) })
    }

    /// What walking into things does, in order.
    #[must_use]
    pub fn does(&self) -> &'a [Deed] {
        &self.game.does
    }

    /// The level's cells; `None` for one without an edge.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        self.game.stage.bounds()
    }

    /// The hero in numbers.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.game.stats()
    }

    /// What the hero is in, and for how many rounds.
    #[must_use]
    pub fn conditions(&self) -> &'a [(Condition, u32)] {
        &self.game.state.hero.body.conditions
    }

    /// What the hero knows of a cell.
    #[must_use]
    pub fn cell(&self, at: Point) -> Cell<'a> {
        let game = self.game;
        if game.stage.sees(at) {
            let creature = match game.stage.occupant(at) {
                Occupant::Creature(index) => game.state.creatures.get(index),
                _ => None,
            };
            let item = game.stage.pile(at).last().map(|item| item.kind);
            return Cell::Visible { tile: game.stage.tile(at), item, creature };
        }
        match memory::recall(game, at) {
            Some((tile, item)) => Cell::Remembered { tile, item },
            None => Cell::Unknown,
        }
    }

    /// Whether the hero sees a cell now.
    #[must_use]
    pub fn sees(&self, at: Point) -> bool {
        self.game.stage.sees(at)
    }

    /// Whether the hero sees a cell or has seen it.
    #[must_use]
    pub fn knows(&self, at: Point) -> bool {
        memory::has_seen(&self.game.state, at)
    }

    /// The smallest rectangle around all that the hero knows of the level.
    #[must_use]
    pub fn known(&self) -> Rect {
        memory::known(&self.game.state)
    }

    /// The creatures in sight, the nearest first.
    #[must_use]
    pub fn creatures(&self) -> Vec<Sighting<'a>> {
        let (game, here) = (self.game, self.at());
        let seen = game.state.creatures.iter().filter(|creature| game.stage.sees(creature.at));
        let mut seen: Vec<Sighting<'a>> = seen
            .map(|creature| Sighting {
                creature,
                kind: game.content.creature(creature.kind),
                distance: here.chebyshev(creature.at),
            })
            .collect();
        seen.sort_by_key(|sighting| (sighting.distance, sighting.creature.id));
        seen
    }

    /// The things in sight on the floor, the nearest first, with their places.
    #[must_use]
    pub fn items(&self) -> Vec<(Point, &'a [Item])> {
        let (game, here) = (self.game, self.at());
        let mut seen: Vec<(Point, &[Item])> = game.stage.piles().filter(|(at, _)| game.stage.sees(*at)).collect();
        seen.sort_by_key(|(at, _)| (here.chebyshev(*at), *at));
        seen
    }

    /// The things that lie where the hero stands, the topmost last.
    #[must_use]
    pub fn items_here(&self) -> &'a [Item] {
        self.game.stage.pile(self.at())
    }

    /// What the hero carries, by letter.
    pub fn pack(&self) -> impl Iterator<Item = (Slot, &'a Item)> + use<'a> {
        self.game.state.hero.pack.iter().map(|(slot, item)| (*slot, item))
    }

    /// What is in a place of the pack.
    #[must_use]
    pub fn item_in(&self, slot: Slot) -> Option<&'a Item> {
        self.game.state.hero.pack.get(&slot)
    }

    /// Whether what is in a place of the pack is wielded or worn.
    #[must_use]
    pub fn is_equipped(&self, slot: Slot) -> bool {
        let hero = &self.game.state.hero;
        [hero.weapon, hero.armour, hero.charm].contains(&Some(slot))
    }

    /// The item's name with an article or a count: "3 copper coins".
    #[must_use]
    pub fn item_name(&self, item: &Item) -> String {
        names::an_item(self.content(), item)
    }

    /// Whether using what is in a place of the pack takes a target; then, how far it reaches.
    #[must_use]
    pub fn range_of(&self, slot: Slot) -> Option<u32> {
        let kind = self.content().item(self.item_in(slot)?.kind);
        (kind.range > 0).then_some(kind.range)
    }

    /// How far the hero can throw.
    #[must_use]
    pub fn throwing_range(&self) -> u32 {
        self.content().settings().throw
    }

    /// What can be bought where the hero stands: from a pedlar beside it, or at an altar.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer> {
        self.game.offers()
    }

    /// The stairs of a kind that the hero knows, the nearest first as the crow flies.
    #[must_use]
    pub fn stairs(&self, kind: StairKind) -> Vec<Point> {
        memory::stairs(self.game, kind)
    }

    /// What is to be seen or remembered at a cell, in sentences: for looking around.
    #[must_use]
    pub fn describe(&self, at: Point) -> String {
        let content = self.content();
        let cell = self.cell(at);
        let Some(tile) = cell.tile() else { return "You have not seen that place yet.".into() };
        let mut lines = Vec::new();
        if let Cell::Visible { creature: Some(creature), .. } = cell {
            lines.push(self.describe_creature(creature));
        }
        if at == self.at() {
            lines.push("You are here.".into());
        }
        let items = if self.sees(at) { self.game.stage.pile(at) } else { &[] };
        for item in items.iter().rev() {
            let kind = content.item(item.kind);
            lines.push(format!("{}. {}", names::capital(&names::an_item(content, item)), kind.description));
        }
        if let (Cell::Remembered { .. }, Some(item)) = (cell, cell.item()) {
            lines.push(format!("You remember {} there.", names::with_article(&content.item(item).name)));
        }
        lines.push(self.tile_info(tile).description.clone());
        lines.join(" ")
    }

    fn describe_creature(&self, creature: &Creature) -> String {
        let kind = self.content().creature(creature.kind);
        let name = names::capital(&names::a_creature(self.content(), creature.kind));
        let health = match creature.hit_points * 4 / kind.hit_points.max(1) {
            4.. => "unhurt",
            3 => "scratched",
            2 => "wounded",
            1 => "badly wounded",
            _ => "nearly dead",
        };
        let mut states = vec![health];
        match creature.mind {
            Mind::Sleeping => states.push("asleep"),
            Mind::Hunting(_) if !kind.peaceful => states.push("after you"),
            _ => {}
        }
        states.extend(creature.conditions.iter().map(|(condition, _)| condition.name()));
        format!("{name}, {}. {}", states.join(", "), kind.description)
    }

    /// What an item in the pack is and does, in sentences: for examining it.
    #[must_use]
    pub fn examine(&self, slot: Slot) -> Option<String> {
        let content = self.content();
        let item = self.item_in(slot)?;
        let kind = content.item(item.kind);
        let mut text = format!("{}. {}", names::capital(&names::an_item(content, item)), kind.description);
        let bonus = i32::from(item.bonus);
        let of_class = |class: ItemClass| if kind.class == class { bonus } else { 0 };
        let numbers = [
            ("attack", kind.attack + of_class(ItemClass::Weapon)),
            ("defence", kind.defence + of_class(ItemClass::Armour)),
            ("sight", kind.sight),
            ("thrown", kind.thrown),
        ];
        for (name, number) in numbers.iter().filter(|(_, number)| *number != 0) {
            text += &format!(" {}: {number:+}.", names::capital(name));
        }
        if kind.worth > 0 {
            text += &format!(" Worth {}.", names::price(u64::from(kind.worth) * u64::from(item.count)));
        }
        Some(text)
    }
}
