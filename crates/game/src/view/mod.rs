//! What the hero sees and knows: all that a screen may show.

mod describe;
mod types;

use undercroft_grid::{Point, Rect};
use undercroft_mapgen::{Goal, StairKind, Tile, TileInfo, Tileset};

use crate::action::{Direction, Slot};
use crate::content::{Condition, Content, Deed};
use crate::game::Game;
use crate::level::memory;
use crate::level::stage::Occupant;
use crate::names;
use crate::state::Item;

pub use types::{Bearing, Calling, Cell, Hunger, Offer, Sighting, Stats};

/// What the hero sees and knows. Get one from [`Game::view`].
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(crate) game: &'a Game,
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
}
