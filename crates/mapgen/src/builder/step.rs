//! Converts drafts into map builders, and uses map builders as steps of recipes.

use std::sync::Arc;

use undercroft_grid::Size;

use super::MapBuilder;
use crate::check::Veto;
use crate::draft::{Draft, Spawn};
use crate::step::{BadParameter, Describe, Fact, Reach, Step};
use crate::{Stream, Tileset};

/// Copies a draft with everything on it, at the same world coordinates.
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

/// Pastes the map at its world coordinates; (0, 0) is the top left cell of a recipe's level.
impl Step for MapBuilder {
    fn apply(&self, draft: &mut Draft, _: Stream) -> Result<(), Veto> {
        let map = self.in_tiles(draft.tileset()).map_err(|error| Veto::new("map", error.to_string()))?;
        map.put_on(draft);
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
        let same_tiles = self.in_tiles(&Arc::new(tileset.clone()));
        same_tiles.map(|_| ()).map_err(|error| BadParameter::new("map", error.to_string()))
    }
}
