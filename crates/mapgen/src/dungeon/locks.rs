//! Stairs that are locked, with a key on a level above.
//!
//! ```text
//! depth 2: the key lies on it        depth 4: the stairs down are locked
//! #..¬...>#                          ##£##
//! #.......#                          ##>##
//! ```
//!
//! The plan decides which depths these are, and each level places its half from the seed and its own depth alone, so
//! either can be made without the other. On the lock's level, the stairs down are walled in behind a locked door. On the
//! key's level, the key lies where it can be reached whenever the stairs down can be. So it can never be lost: neither by a
//! player on that level, nor by one who comes back up for it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use undercroft_grid::{Distances, FOUR, Neighbours, Point, flood};

use super::Dungeon;
use crate::check::Veto;
use crate::mission::{Deed, Key, Lock, Mission, key_item};
use crate::steps::{Closet, carve_beside_open, join_all};
use crate::{Class, Draft, Spawn, StairKind, checks};

/// Locked stairs: the way down from one depth needs a key that lies at another, above it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub struct StairLock {
    /// The name of the key: `silver` for the item `silver key`.
    pub key: Arc<str>,
    /// The depth at which it lies.
    pub key_depth: u32,
    /// The depth whose stairs down are locked.
    pub depth: u32,
}

impl StairLock {
    /// The key with this name, at one depth, opens the stairs down from another.
    ///
    /// ```
    /// use undercroft_mapgen::{Dungeon, Floor, Plan, Recipe, StairLock};
    /// let plan = Plan::new("vaults").levels(0..=4, Recipe::named("halls")?).lock(StairLock::new("silver", 1, 3)).build()?;
    /// let Floor::Bounded(level) = Dungeon::new(plan, 7).level(3)? else { unreachable!() };
    /// let lock = &level.mission().unwrap().locks[0];
    /// assert_eq!((&*lock.needs, lock.key_depth), ("silver", Some(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(key: &str, key_depth: u32, depth: u32) -> Self {
        Self { key: key.into(), key_depth, depth }
    }

    /// The item that serves as the key.
    #[must_use]
    pub fn item(&self) -> String {
        key_item(&self.key)
    }
}

impl Dungeon {
    /// Walls in the stairs down if the plan locks them.
    pub(super) fn lock_stairs(&self, draft: &mut Draft) -> Result<(), Veto> {
        let depth = draft.metadata.depth;
        let lock = self.plan().locks().iter().find(|lock| lock.depth == depth);
        let (Some(lock), Some(at)) = (lock, draft.stairs_to(StairKind::Down)) else { return Ok(()) };
        let (closet, built) = self.walled_in(draft, at)?;
        *draft = built;
        let lock =
            Lock { id: "stairs".into(), at: closet.door, needs: lock.key.clone(), key_depth: Some(lock.key_depth) };
        let open = Deed { deed: "open".into(), what: Some(lock.id.clone()), at: lock.at };
        let mut mission = Mission::to(Mission::FROM_ABOVE, at);
        mission.walkthrough.insert(0, open);
        mission.locks.push(lock);
        draft.mission = Some(Arc::new(mission));
        Ok(())
    }

    /// The draft with a cell walled in and everything else joined around it.
    fn walled_in(&self, draft: &Draft, at: Point) -> Result<(Closet, Draft), Veto> {
        let stream = self.seed().fork("locks").fork(draft.metadata.depth);
        let inside = draft.size().interior();
        let has_stairs = |closet: &Closet| {
            let others = draft.stairs.iter().filter(|stair| stair.at != at);
            others.into_iter().any(|stair| closet.block().contains(stair.at) || closet.front() == stair.at)
        };
        let mut closets: Vec<Closet> = FOUR.iter().map(|step| Closet { at, door: at + *step }).collect();
        closets.retain(|closet| inside.contains(closet.front()) && !has_stairs(closet));
        stream.rng().shuffle(&mut closets);
        closets.sort_by_key(|closet| !draft.is_open(closet.front()));
        // Set pieces may leave no rock for a tunnel around the walls. Then they give way.
        let mut last = Veto::new("locks", "there is no place for a locked door at the stairs").at(at);
        for gives_way in [false, true] {
            for closet in &closets {
                let mut built = draft.clone();
                if gives_way {
                    built.release();
                }
                closet.build(&mut built)?;
                if let Err(veto) = join_all(&mut built, stream) {
                    last = veto;
                    continue;
                }
                built.drop_odd_doors();
                built.trim_rooms();
                // The door of a set piece may now lead into the new walls.
                match built.doors.iter().find(|door| !checks::stands_between_walls(&built, **door)) {
                    Some(door) => last = Veto::new("locks", "a door would lead nowhere").at(*door),
                    None => return Ok((*closet, built)),
                }
            }
        }
        Err(last)
    }

    /// Places the keys that open the stairs of deeper levels.
    pub(super) fn place_keys(&self, draft: &mut Draft) -> Result<(), Veto> {
        let depth = draft.metadata.depth;
        for lock in self.plan().locks().iter().filter(|lock| lock.key_depth == depth) {
            let Some(stairs) = draft.stairs_to(StairKind::Down) else { continue };
            let mut mission =
                draft.mission.as_deref().cloned().unwrap_or_else(|| Mission::to(Mission::TO_BELOW, stairs));
            let at = self.place_for_key(draft, &mission)?;
            draft.spawns.retain(|spawn| spawn.at != at);
            draft.spawns.push(Spawn::new(&lock.item(), Class::Item, at).with("key", &*lock.key));
            // The last deeds are to open the stairs, if they are locked too, and to arrive.
            let is_last = |deed: &Deed| {
                &*deed.deed == "arrive"
                    || mission.locks.iter().any(|lock| lock.key_depth.is_some() && lock.at == deed.at)
            };
            let before = mission.walkthrough.iter().position(is_last).unwrap_or(mission.walkthrough.len());
            mission.walkthrough.insert(before, Deed { deed: "take".into(), what: Some(lock.key.clone()), at });
            mission.keys.push(Key {
                id: lock.key.clone(),
                at,
                used_up: true,
                required: false,
                opens_depth: Some(lock.depth),
            });
            draft.mission = Some(Arc::new(mission));
        }
        Ok(())
    }

    /// A cell for a key, far from the arrival, among those that can be reached from the mission's goal without passing a
    /// barrier; if the goal is walled in, from the front of its door.
    fn place_for_key(&self, draft: &mut Draft, mission: &Mission) -> Result<Point, Veto> {
        let door = mission.locks.iter().find(|lock| lock.key_depth.is_some()).map(|lock| lock.at);
        let from = door.map_or(mission.goal, |door| Closet { at: mission.goal, door }.front());
        let mut ground = draft.open().clone();
        mission.barriers().for_each(|at| _ = ground.remove(at));
        let cells = flood(&ground, from, Neighbours::Four);
        let distances = Distances::from(draft.open(), draft.arrival(), Neighbours::Four);
        let far = |at: &Point| (distances.get(*at), at.y, at.x);
        let is_plain = |at: &Point| !draft.doors.contains(at);
        if let Some(at) = cells.points().filter(|at| !draft.is_taken(*at) && is_plain(at)).max_by_key(far) {
            return Ok(at);
        }
        // The level is full, so something that nobody will miss gives way.
        let goal = self.plan().goal().map(|goal| &*goal.item);
        let is_spare = |spawn: &&Spawn| {
            cells.contains(spawn.at)
                && goal != Some(&*spawn.kind)
                && spawn.properties.is_empty()
                && !mission.roles().any(|(at, _)| at == spawn.at)
        };
        let spare = draft.spawns.iter().rfind(is_spare).map(|spawn| spawn.at);
        spare.map_or_else(|| carve_beside_open(draft), Ok)
    }
}
