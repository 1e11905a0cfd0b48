//! A map made by hand as a part of other maps: from a draft, and as a step of a recipe.

use std::sync::Arc;

use undercroft_grid::Size;

use super::MapBuilder;
use crate::check::Veto;
use crate::draft::{Draft, Spawn};
use crate::step::{BadParameter, Describe, Fact, Reach, Step};
use crate::{Stream, Tileset};

/// A draft's tiles and all that is on it, at its place in the world.
impl From<&Draft> for MapBuilder {
    fn from(draft: &Draft) -> Self {
        let mut map = Self::with_tiles(draft.tileset().clone());
        map.name = draft.metadata.recipe.clone();
        for (at, tile) in draft.tiles().iter() {
            map.put(draft.world(at), *tile);
        }
        map.rooms = draft.rooms.iter().map(|room| room.moved(draft.origin)).collect();
        map.spawns = draft.spawns.iter().map(|spawn| Spawn { at: draft.world(spawn.at), ..spawn.clone() }).collect();
        map.start = draft.start.map(|at| draft.world(at));
        map
    }
}

impl Describe for MapBuilder {
    fn name(&self) -> &str {
        &self.name
    }
}

/// Pastes the map on the draft at its place in the world: cell (0, 0) is the top left of a recipe's level.
impl Step for MapBuilder {
    fn apply(&self, draft: &mut Draft, _: Stream) -> Result<(), Veto> {
        if **draft.tileset() == *self.tileset {
            self.put_on(draft);
            return Ok(());
        }
        let mut same_tiles = Self::with_tiles(draft.tileset().clone());
        same_tiles.paste(self, (0, 0));
        same_tiles.put_on(draft);
        Ok(())
    }

    fn reach(&self) -> Reach {
        Reach::Cells(0)
    }

    fn provides(&self) -> Vec<Fact> {
        let mut facts = vec![Fact::OPEN];
        facts.extend((!self.rooms.is_empty()).then_some(Fact::ROOMS));
        facts.extend(self.start.map(|_| Fact::START));
        facts
    }

    fn min_size(&self) -> Size {
        let side = |end: i32| u32::try_from(end).unwrap_or(0).max(1);
        self.bounds().map_or(Size::new(1, 1), |bounds| Size::new(side(bounds.right()), side(bounds.bottom())))
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        let mut same_tiles = self.mistake.clone();
        if same_tiles.is_none() && *tileset != *self.tileset {
            let mut other = Self::with_tiles(Arc::new(tileset.clone()));
            same_tiles = other.paste(self, (0, 0)).mistake.clone();
        }
        same_tiles.map_or(Ok(()), |mistake| Err(BadParameter::new("map", mistake.to_string())))
    }
}
