//! The missions of the regions of an endless level, read from what lies on the map.

use undercroft_grid::{Point, Rect};

use super::{Draft, Property, Spawn};
use crate::mission::{Deed, Key, Lock, Mission, tiles};

/// The property of a key that says what it opens.
const KEY: &str = "key";

impl Draft {
    /// The property of a treasure that says which key opens its door.
    pub(crate) const BEHIND: &'static str = "behind";

    /// The missions of all regions of an endless level whose key and locked door are both on the map: see
    /// [`Strongrooms`](crate::steps::Strongrooms).
    #[must_use]
    pub fn region_missions(&self) -> Vec<Mission> {
        let keys = self.spawns.iter().filter(|spawn| spawn.properties.contains_key(KEY));
        let keys: Vec<&Spawn> = if self.endless { keys.collect() } else { Vec::new() };
        let treasures = self.spawns.iter().filter_map(|spawn| Some((spawn, spawn.properties.get(Self::BEHIND)?)));
        treasures
            .filter_map(|(treasure, id)| {
                let key = keys.iter().find(|key| key.properties.get(KEY) == Some(id))?;
                let Property::Text(id) = id else { return None };
                Some(self.region_mission(id, key.at, treasure.at, self.only_door(treasure.at)?))
            })
            .collect()
    }

    fn region_mission(&self, id: &str, key: Point, treasure: Point, door: Point) -> Mission {
        let mut mission = Mission::to("strongroom", treasure);
        mission.keys.push(Key { id: id.into(), at: key, used_up: true, required: true, opens_depth: None });
        mission.locks.push(Lock { id: "lock 1".into(), at: door, needs: id.into(), key_depth: None });
        mission.rewards.push(treasure);
        let take = Deed { deed: "take".into(), what: Some(id.into()), at: key };
        let open = Deed { deed: "open".into(), what: Some("lock 1".into()), at: door };
        mission.walkthrough.splice(0..0, [take, open]);
        mission
    }

    /// The locked door beside a cell, if it is the only way to the cell.
    fn only_door(&self, at: Point) -> Option<Point> {
        let around = Rect::spanning(at, at).grown(1).points();
        let mut open = around.filter(|near| *near != at && self.is_open(*near));
        let door = open.next()?;
        let is_locked = self.tileset.id(tiles::LOCKED_DOOR) == Some(self.tile(door));
        (open.next().is_none() && is_locked && door.manhattan(at) == 1).then_some(door)
    }
}
