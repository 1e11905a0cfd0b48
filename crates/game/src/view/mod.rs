//! What the hero sees and knows. A screen may show nothing else.

mod describe;
mod in_sight;
mod planes;
mod types;

use undercroft_grid::{Point, Rect};
use undercroft_mapgen::{Goal, StairKind, Tile, TileInfo, Tileset};

use crate::action::{Action, Direction, Slot};
use crate::autopilot::use_items_here;
use crate::content::{Ability, GameContent, ItemKindId, Status};
use crate::game::Game;
use crate::goal;
use crate::grammar;
use crate::level::active_level::Occupant;
use crate::level::memory;
use crate::rules::combat::{self, Odds};
use crate::state::Item;

pub use in_sight::InSight;
pub use planes::Planes;
pub use types::{Beacon, Bearing, Cell, Hunger, Offer, Sighting, Stats};

/// What the hero sees and knows. Comes from [`Game::view`].
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(crate) game: &'a Game,
}

impl<'a> View<'a> {
    /// The content.
    #[must_use]
    pub fn content(&self) -> &'a GameContent {
        &self.game.content
    }

    /// The tileset of the hero's level.
    #[must_use]
    pub fn tileset(&self) -> &'a Tileset {
        &self.game.level.tileset
    }

    /// The properties of a tile.
    #[must_use]
    pub fn tile_info(&self, tile: Tile) -> &'a TileInfo {
        &self.tileset()[tile]
    }

    /// Which kind of stairs a tile is, judging by its event.
    #[must_use]
    pub fn stairs_of(&self, tile: Tile) -> Option<StairKind> {
        self.game.level.flags_of(tile).stairs
    }

    /// Whether a tile is an open door that can be closed.
    #[must_use]
    pub fn can_close(&self, tile: Tile) -> bool {
        self.game.level.flags_of(tile).closes
    }

    /// Where the hero is.
    #[must_use]
    pub const fn at(&self) -> Point {
        self.game.state.hero.body.at
    }

    /// The hero's depth, 0 at the top.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.game.state.depth
    }

    /// The number of actions that took time.
    #[must_use]
    pub const fn turn(&self) -> u64 {
        self.game.state.turn
    }

    /// What wins the game.
    #[must_use]
    pub fn goal(&self) -> Option<&'a Goal> {
        self.game.dungeon.plan().goal()
    }

    /// How the game is won, in a sentence.
    #[must_use]
    pub fn goal_sentence(&self) -> Option<String> {
        goal::goal_sentence(self.game.plan(), self.content())
    }

    /// How many of the goal's items the hero carries, and how many it needs.
    #[must_use]
    pub fn goal_progress(&self) -> Option<(u32, u32)> {
        goal::progress(self.content(), self.game.plan(), &self.game.state)
    }

    /// Whether the hero carries everything that the goal requires.
    #[must_use]
    pub fn has_goal(&self) -> bool {
        self.game.carries_goal()
    }

    /// The direction and distance of the place that the hero senses from afar. Only endless levels have one.
    #[must_use]
    pub fn bearing(&self) -> Option<Bearing> {
        let (beacon, at) = self.game.beacon()?;
        let direction = Direction::between(self.at(), at)?;
        Some(Bearing { beacon, direction, distance: self.at().chebyshev(at) })
    }

    /// What walking into something does; the first ability that applies is used.
    #[must_use]
    pub fn abilities(&self) -> &'a [Ability] {
        &self.game.abilities
    }

    /// The bounds of the level; `None` if it is endless.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        self.game.level.bounds()
    }

    /// The hero in numbers.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.game.stats()
    }

    /// The hero's status effects and the rounds they will last.
    #[must_use]
    pub fn statuses(&self) -> &'a [(Status, u32)] {
        &self.game.state.hero.body.statuses
    }

    /// What the hero knows of a cell.
    #[must_use]
    pub fn cell(&self, at: Point) -> Cell<'a> {
        let game = self.game;
        if game.level.sees(at) {
            let creature = match game.level.occupant(at) {
                Occupant::Creature(index) => game.state.creatures.get(index),
                _ => None,
            };
            let item = game.level.pile(at).last().map(|item| item.kind);
            return Cell::Visible { tile: game.level.apparent_tile(at), item, creature };
        }
        match memory::recall(game, at) {
            Some((tile, item)) => Cell::Remembered { tile, item },
            None => Cell::Unknown,
        }
    }

    /// Whether the hero sees a cell.
    #[must_use]
    pub fn sees(&self, at: Point) -> bool {
        self.game.level.sees(at)
    }

    /// Whether the hero sees a cell or remembers it.
    #[must_use]
    pub fn knows(&self, at: Point) -> bool {
        memory::has_seen(&self.game.state, at)
    }

    /// The smallest rectangle around every cell of the level that the hero knows.
    #[must_use]
    pub fn known(&self) -> Rect {
        memory::known_bounds(&self.game.state)
    }

    /// The creatures in sight, nearest first.
    #[must_use]
    pub fn creatures(&self) -> Vec<Sighting<'a>> {
        let (game, hero) = (self.game, self.at());
        let seen = game.state.creatures.iter().filter(|creature| game.level.sees(creature.at));
        let mut seen: Vec<Sighting<'a>> = seen
            .map(|creature| Sighting {
                creature,
                kind: game.content.creature(creature.kind),
                distance: hero.chebyshev(creature.at),
            })
            .collect();
        seen.sort_by_key(|sighting| (sighting.distance, sighting.creature.id));
        seen
    }

    /// What happens to a creature that the hero walks into: a hit, or in plans whose hero kicks first, a kick. A hit on one
    /// that is unaware of the hero does three times the damage.
    #[must_use]
    pub fn odds_against(&self, sighting: &Sighting<'_>) -> Odds {
        let shield = combat::shield(sighting.creature);
        let hit = Odds::of(combat::hero_attack(&self.game.content, &self.game.state), sighting.kind.defence + shield);
        let first = self.abilities().iter().find(|ability| matches!(ability, Ability::Attack | Ability::Kick));
        if first == Some(&Ability::Kick) { hit.of_a_kick() } else { hit }
    }

    /// What a creature's attacks do to the hero.
    #[must_use]
    pub fn odds_for(&self, sighting: &Sighting<'_>) -> Odds {
        Odds::of(sighting.kind.attack, combat::hero_defence(&self.game.content, &self.game.state))
    }

    /// The creature on a cell in sight.
    #[must_use]
    pub fn creature_at(&self, at: Point) -> Option<Sighting<'a>> {
        self.creatures().into_iter().find(|sighting| sighting.creature.at == at)
    }

    /// The piles of items in sight, nearest first.
    #[must_use]
    pub fn items(&self) -> Vec<(Point, &'a [Item])> {
        let (game, hero) = (self.game, self.at());
        let mut seen: Vec<(Point, &[Item])> = game.level.piles().filter(|(at, _)| game.level.sees(*at)).collect();
        seen.sort_by_key(|(at, _)| (hero.chebyshev(*at), *at));
        seen
    }

    /// Whether the hero should pick up what lies here: it is worth having, and no dangerous creature is near.
    #[must_use]
    pub fn should_pick_up(&self) -> bool {
        let is_calm = !self.creatures().iter().any(Sighting::is_dangerous);
        is_calm && use_items_here(self.game) == Some(Action::PickUp)
    }

    /// The items under the hero, the topmost last.
    #[must_use]
    pub fn items_here(&self) -> &'a [Item] {
        self.game.level.pile(self.at())
    }

    /// The keys of missions that the hero holds.
    pub fn keys(&self) -> impl Iterator<Item = ItemKindId> + use<'a> {
        self.game.state.hero.keys.iter().copied()
    }

    /// What the hero carries.
    pub fn pack(&self) -> impl Iterator<Item = (Slot, &'a Item)> + use<'a> {
        self.game.state.hero.pack.iter().map(|(slot, item)| (*slot, item))
    }

    /// What is in a slot of the pack.
    #[must_use]
    pub fn item_in(&self, slot: Slot) -> Option<&'a Item> {
        self.game.state.hero.pack.get(&slot)
    }

    /// Whether the item in a slot is wielded or worn.
    #[must_use]
    pub fn is_equipped(&self, slot: Slot) -> bool {
        self.game.state.hero.equipped().any(|used| used == slot)
    }

    /// The name of a stack, with an article or a count: "3 copper coins".
    #[must_use]
    pub fn item_name(&self, item: &Item) -> String {
        grammar::an_item(self.content(), item)
    }

    /// How far away the target of the item in a slot may be; `None` if it needs no target.
    #[must_use]
    pub fn range_of(&self, slot: Slot) -> Option<u32> {
        let kind = self.content().item(self.item_in(slot)?.kind);
        (kind.range > 0).then_some(kind.range)
    }

    /// How far the hero can throw.
    #[must_use]
    pub fn throwing_range(&self) -> u32 {
        self.content().settings().throw_range
    }

    /// What can be bought here, from an altar under the hero or a pedlar next to it.
    #[must_use]
    pub fn offers(&self) -> Vec<Offer> {
        self.game.offers()
    }

    /// The stairs that the hero knows, nearest first.
    #[must_use]
    pub fn stairs(&self, kind: StairKind) -> Vec<Point> {
        memory::stairs(self.game, kind)
    }
}
