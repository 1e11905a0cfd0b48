//! Lays a mission over the level: keys and locks, levers and gates, secret doors and ledges.
//!
//! ```text
//! ###########        ###########
//! #....#...>#        #....#...>#
//! #@.......##   →    #@...£...##        £ needs the key *
//! #....###.##        #....###.##
//! ##.########        ##*########
//! ```

use std::sync::Arc;

use undercroft_grid::{BitGrid, Distances, Neighbours, Point, Rect};

use crate::checks;
use crate::draft::StampedVault;
use crate::mission::{
    Cut, Cuts, Deed, Embedding, Gate, Holding, Key, Ledge, LinkRule, Lock, Mission, Move, Pattern, Regions, Switch,
    embed, key_item, tiles,
};
use crate::{
    BadParameter, Class, Content, ContentError, Draft, Fact, Phase, Rng, Spawn, StairKind, Step, Stream, Tileset, Veto,
    require, step,
};

step! {
    /// Lays a mission over the level: keys and locks, levers and gates, secret doors and ledges.
    ///
    /// The mission follows one of the patterns, chosen at random among those that fit the level. The goal is the stairs
    /// down or, on a level without any, a cell far from the start. Every mission can be finished, whatever the player
    /// does first. If an earlier step `mission` has laid the level out for a pattern, this step follows that one. A level
    /// has at most one mission: if an earlier `furnish` has laid one, this step does nothing.
    pub struct Furnish = "furnish" {
        /// The patterns to choose from; if empty, all of them.
        pub missions: Vec<String> = Vec::new(),
        /// Whether to remake the level if none of them fits.
        pub required: bool = false,
        /// The creatures that stand guard, from weak to strong. Deeper levels get stronger ones.
        pub guards: Vec<String> = Vec::new(),
        /// The items to choose rewards from.
        pub rewards: Vec<String> = Vec::new(),
    }
    with {
        known: Arc<[Pattern]> = Pattern::standard(),
    }
}

impl Furnish {
    /// The patterns to choose from.
    fn chosen(&self) -> impl Iterator<Item = &Pattern> {
        Pattern::chosen(&self.known, &self.missions)
    }

    /// Lays a mission with this pattern, trying the cuts for each region in order; returns whether it fits.
    fn furnished(
        &self,
        draft: &mut Draft,
        pattern: &Pattern,
        regions: &Regions,
        cuts: &[Vec<&Cut>],
        rng: &mut Rng,
    ) -> Result<bool, Veto> {
        let region_of = |kind: StairKind| -> Vec<u32> {
            let stairs = draft.stairs.iter().filter(|stair| stair.kind == kind);
            stairs.filter_map(|stair| regions.map.get(stair.at).copied()).collect()
        };
        let (ups, downs) = (region_of(StairKind::Up), region_of(StairKind::Down));
        let Some(embedding) = embed(pattern, regions, cuts, &ups, &downs) else { return Ok(false) };
        let locked_stairs = draft.mission.clone();
        let Some(mut mission) = Furnisher::new(draft, pattern, regions, &embedding, self).furnish(rng)? else {
            return Ok(false);
        };
        locked_stairs.iter().for_each(|locked| mission.lock_goal_as(locked));
        draft.mission = Some(Arc::new(mission));
        Ok(true)
    }
}

impl Step for Furnish {
    fn phase(&self) -> Phase {
        Phase::Placing
    }

    fn needs(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn spawn_names(&self) -> Vec<(&'static str, Class, &str)> {
        let guards = self.guards.iter().map(|name| ("guards", Class::Creature, name.as_str()));
        let rewards = self.rewards.iter().map(|name| ("rewards", Class::Item, name.as_str()));
        let keys = self.chosen().flat_map(Pattern::key_items).map(|name| ("missions", Class::Item, name));
        guards.chain(rewards).chain(keys).collect()
    }

    fn with_content(&self, content: &Content) -> Result<Option<Arc<dyn Step>>, ContentError> {
        Ok(Some(Arc::new(Self { known: content.missions()?, ..self.clone() })))
    }

    fn patterns(&self) -> &[Pattern] {
        &self.known
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        Pattern::check_names(&self.known, &self.missions)?;
        tiles::ALL.into_iter().try_for_each(|tile| require::tile("missions", tile, tileset))
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        // The stairs may be locked already, with the key on a level above. Another mission can lead up to them.
        if draft.mission.as_ref().is_some_and(|mission| &*mission.pattern != Mission::FROM_ABOVE) {
            return Ok(());
        }
        let mut rng = stream.rng();
        if draft.arrival().is_none() {
            draft.start = checks::default_start(draft);
        }
        if let Some(plan) = draft.mission_plan().cloned()
            && let Some(regions) = plan.regions_on(draft)
        {
            let cuts = plan.cuts(draft, &regions);
            let planned: Vec<Vec<&Cut>> = cuts.iter().map(|cut| vec![cut]).collect();
            if self.furnished(draft, &plan.pattern, &regions, &planned, &mut rng)? {
                return Ok(());
            }
        }
        let Some(regions) = Regions::of(draft, &mut rng) else {
            return match self.required {
                true => Err(Veto::new("furnish", "there is no cell to start from")),
                false => Ok(()),
            };
        };
        let cuts = Cuts::of(&regions, &mut rng);
        let mut patterns: Vec<&Pattern> = self.chosen().collect();
        rng.shuffle(&mut patterns);
        for pattern in &patterns {
            let cuts = cuts.for_pattern(pattern, &mut rng);
            if self.furnished(draft, pattern, &regions, &cuts, &mut rng)? {
                return Ok(());
            }
        }
        if self.required {
            let names: Vec<&str> = patterns.iter().map(|pattern| pattern.name()).collect();
            return Err(Veto::new("furnish", format!("the level has no place for mission {}", names.join(" or "))));
        }
        Ok(())
    }
}

/// Puts everything in place.
struct Furnisher<'a> {
    draft: &'a mut Draft,
    pattern: &'a Pattern,
    regions: &'a Regions,
    embedding: &'a Embedding<'a>,
    step: &'a Furnish,
    /// The openings of each region of the pattern, in the order of its links.
    openings: Vec<Vec<usize>>,
    from_start: Distances,
    /// The cells where something can be put.
    free: BitGrid,
}

impl<'a> Furnisher<'a> {
    fn new(
        draft: &'a mut Draft,
        pattern: &'a Pattern,
        regions: &'a Regions,
        embedding: &'a Embedding<'a>,
        step: &'a Furnish,
    ) -> Self {
        let from_start = Distances::from(draft.open(), draft.arrival(), Neighbours::Four);
        let distance = |at: Point| from_start.get(at).unwrap_or(u32::MAX);
        let openings: Vec<Vec<usize>> =
            (0..pattern.regions().len()).map(|region| embedding.openings(region, distance, regions)).collect();
        let mut free = draft.free_cells();
        let narrow = draft.door_cells().chain(openings.iter().flatten().map(|opening| regions.openings[*opening].at));
        for at in narrow.collect::<Vec<_>>() {
            free.remove_rect(Rect::spanning(at, at).grown(1));
        }
        Self { draft, pattern, regions, embedding, step, openings, from_start, free }
    }

    /// The mission; `None` if a region has no free cell left, with nothing changed.
    fn furnish(mut self, rng: &mut Rng) -> Result<Option<Mission>, Veto> {
        let goal = self.draft.stairs_to(StairKind::Down).unwrap_or_default();
        let mut mission = Mission::to(self.pattern.name(), goal);
        if self.place_holdings(&mut mission, rng).is_none() || self.place_guards_at_links(&mut mission).is_none() {
            return Ok(None);
        }
        self.close_links(&mut mission)?;
        let lever = self.draft.named(tiles::LEVER)?;
        for switch in &mission.switches {
            self.draft.furnish(switch.at, lever);
        }
        for key in &mission.keys {
            self.draft.spawns.push(Spawn::new(&key_item(&key.id), Class::Item, key.at).with("key", &*key.id));
        }
        let strength = self.draft.metadata.depth as usize * self.step.guards.len() / 14;
        if let Some(guard) = self.step.guards.get(strength.min(self.step.guards.len().saturating_sub(1))) {
            let guards = mission.guards.iter().map(|at| Spawn::new(guard, Class::Creature, *at));
            self.draft.spawns.extend(guards);
        }
        for at in &mission.rewards {
            if let Some(reward) = rng.pick(&self.step.rewards) {
                self.draft.spawns.push(Spawn::new(reward, Class::Item, *at));
            }
        }
        mission.walkthrough = self.walkthrough(&mission);
        Ok(Some(mission))
    }

    /// The cells of a region of the pattern where something can be put.
    fn free_cells(&self, region: usize) -> BitGrid {
        let own: Vec<u32> = self.embedding.own(region, self.pattern, self.regions).collect();
        let mut cells = self.regions.cells_of(|at| own.contains(&at));
        cells.intersect(&self.free);
        cells
    }

    /// Finds cells far from the start for the contents of the regions.
    fn place_holdings(&mut self, mission: &mut Mission, rng: &mut Rng) -> Option<()> {
        for (index, region) in self.pattern.regions().iter().enumerate() {
            let mut cells: Vec<Point> = self.free_cells(index).points().collect();
            cells.sort_by_cached_key(|at| std::cmp::Reverse(self.from_start.get(*at)));
            for held in &region.holds {
                if *held == Holding::Goal && self.draft.stairs_to(StairKind::Down).is_some() {
                    continue;
                }
                let suited = self.cells_made_for(held.role(), &cells);
                let far = |count: usize| (count as u32 / 6).max(1);
                let index = match suited.len() {
                    _ if cells.is_empty() => return None,
                    0 => rng.below(far(cells.len())) as usize,
                    count => suited[rng.below(far(count)) as usize],
                };
                let at = cells.remove(index);
                self.free.remove(at);
                match held {
                    Holding::Goal => mission.goal = at,
                    Holding::Reward => mission.rewards.push(at),
                    Holding::Guard => mission.guards.push(at),
                    Holding::Key(key) => mission.keys.push(Key {
                        id: key.clone(),
                        at,
                        used_up: self.pattern.is_used_up(key),
                        required: self.pattern.requires(key),
                        opens_depth: None,
                    }),
                    Holding::Lever(lever) => {
                        mission.switches.push(Switch { id: lever.clone(), at, toggles: Vec::new() });
                    }
                }
            }
        }
        Some(())
    }

    /// The indices of the cells in vaults that are made for this role.
    fn cells_made_for(&self, role: &str, cells: &[Point]) -> Vec<usize> {
        let is_made_for_it = |vault: &&StampedVault| vault.roles.iter().any(|known| known == role);
        let vaults: Vec<&StampedVault> = self.draft.vaults.iter().filter(is_made_for_it).collect();
        (0..cells.len()).filter(|cell| vaults.iter().any(|vault| vault.area.contains(cells[*cell]))).collect()
    }

    /// Puts a guard behind each guarded opening, as near to it as possible.
    fn place_guards_at_links(&mut self, mission: &mut Mission) -> Option<()> {
        for (index, region) in self.pattern.regions().iter().enumerate() {
            for (rule, opening) in region.links.iter().zip(&self.openings[index]) {
                if *rule == LinkRule::Guarded {
                    let at = self.free_cells(index).nearest_to(self.regions.openings[*opening].at)?;
                    self.free.remove(at);
                    mission.guards.push(at);
                }
            }
        }
        Some(())
    }

    /// Puts doors, gates and ledges into the openings.
    fn close_links(&mut self, mission: &mut Mission) -> Result<(), Veto> {
        for (index, region) in self.pattern.regions().iter().enumerate() {
            for (rule, opening) in region.links.iter().zip(self.openings[index].clone()) {
                let at = self.regions.openings[opening].at;
                let tile = match rule {
                    LinkRule::Open | LinkRule::Guarded => continue,
                    LinkRule::Locked(key) => {
                        let id = format!("lock {}", mission.locks.len() + 1).into();
                        mission.locks.push(Lock { id, at, needs: key.clone(), key_depth: None });
                        tiles::LOCKED_DOOR
                    }
                    LinkRule::Secret => {
                        mission.secrets.push(at);
                        tiles::SECRET_DOOR
                    }
                    LinkRule::Gate(lever) => {
                        let id: Arc<str> = format!("gate {}", mission.gates.len() + 1).into();
                        mission.gates.push(Gate { id: id.clone(), at, open: false });
                        let switch = mission.switches.iter_mut().find(|switch| switch.id == *lever);
                        switch.into_iter().for_each(|switch| switch.toggles.push(id.clone()));
                        tiles::GATE
                    }
                    LinkRule::Drop | LinkRule::ClimbDown => {
                        let (outside, inside) = self.sides(index, at);
                        let (from, to) = if *rule == LinkRule::Drop { (outside, inside) } else { (inside, outside) };
                        mission.drops.push(Ledge { at, from, to });
                        tiles::LEDGE
                    }
                };
                self.draft.doors.retain(|door| *door != at);
                let tile = self.draft.named(tile)?;
                self.draft.furnish(at, tile);
            }
        }
        Ok(())
    }

    /// The cells on the two sides of an opening: outside the region and inside it.
    fn sides(&self, region: usize, at: Point) -> (Point, Point) {
        let is_inside = |near: &Point| {
            let here = self.regions.map.get(*near).copied().unwrap_or(u32::MAX);
            self.embedding.cuts[region].is_some_and(|cut| cut.beyond.get(here as usize) == Some(&true))
        };
        let open: Vec<Point> = at.four().filter(|near| self.draft.is_open(*near)).collect();
        let inside = open.iter().copied().find(is_inside).unwrap_or(at);
        (open.into_iter().find(|near| *near != inside).unwrap_or(at), inside)
    }

    fn walkthrough(&self, mission: &Mission) -> Vec<Deed> {
        let mut deeds: Vec<Deed> = Vec::new();
        for step in self.pattern.walkthrough() {
            let (deed, what, at) = match step {
                Move::Take(key) => {
                    let at = mission.keys.iter().find(|known| known.id == *key).map(|key| key.at);
                    ("take", Some(key.clone()), at)
                }
                Move::Pull(lever) => {
                    let at = mission.switches.iter().find(|known| known.id == *lever).map(|switch| switch.at);
                    ("pull", Some(lever.clone()), at)
                }
                &Move::Open { region, link } => {
                    let at = self.regions.openings[self.openings[region][link]].at;
                    let lock = mission.locks.iter().find(|lock| lock.at == at);
                    ("open", lock.map(|lock| lock.id.clone()), Some(at))
                }
                &Move::Pass { region, link } => {
                    let at = self.regions.openings[self.openings[region][link]].at;
                    match self.pattern.regions()[region].links[link] {
                        LinkRule::Secret => ("find", None, Some(at)),
                        LinkRule::Drop | LinkRule::ClimbDown => ("drop", None, Some(at)),
                        _ => continue,
                    }
                }
            };
            let deed = at.map(|at| Deed { deed: deed.into(), what, at });
            deeds.extend(deed.filter(|deed| &*deed.deed != "find" || !deeds.contains(deed)));
        }
        deeds.push(Deed { deed: "arrive".into(), what: None, at: mission.goal });
        deeds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recipe;

    #[test]
    fn most_halls_get_a_mission_and_every_pattern_is_used() {
        let recipe = Recipe::named("halls").unwrap().then(Furnish::default());
        let mut seen = std::collections::BTreeMap::new();
        for seed in 0..120 {
            let level = recipe.build(seed).unwrap();
            let pattern = level.mission().map_or("none", |mission| &mission.pattern);
            *seen.entry(pattern.to_owned()).or_insert(0) += 1;
        }
        assert!(seen.get("none").copied().unwrap_or(0) < 12, "{seen:?}");
        assert!(seen.len() > 10, "{seen:?}");
    }

    #[test]
    fn ground_with_several_components_gets_no_mission() {
        let mut draft = Draft::parse("#######\n#..#..#\n#.#.#.#\n#..#..#\n#######");
        Furnish::default().apply(&mut draft, crate::Seed::from(3).fork("furnish")).unwrap();
        assert_eq!(draft.mission, None);
    }

    #[test]
    fn a_door_on_the_edge_of_the_map_does_not_panic() {
        let mut draft = Draft::parse("#####\n#...+\n#.###\n#...#\n#####");
        Furnish::default().apply(&mut draft, crate::Seed::from(3).fork("furnish")).unwrap();
    }

    #[test]
    fn solid_rock_gets_no_mission() {
        let mut draft = Draft::parse("###\n###\n###");
        Furnish::default().apply(&mut draft, crate::Seed::from(3).fork("furnish")).unwrap();
        assert_eq!(draft.mission, None);
        let step = Furnish::default().required(true);
        let veto = step.apply(&mut draft, crate::Seed::from(3).fork("furnish")).unwrap_err();
        assert_eq!(veto.to_string(), "furnish: there is no cell to start from");
    }

    #[test]
    fn a_second_furnish_leaves_the_first_mission_alone() {
        let recipe = Recipe::named("halls").unwrap().then(Furnish::default());
        let twice = recipe.clone().then(Furnish::default());
        for seed in 0..5 {
            assert_eq!(recipe.build(seed).unwrap().mission(), twice.build(seed).unwrap().mission(), "seed {seed}");
        }
    }

    /// Two rooms and the corridor between them, from the start in one to the stairs in the other.
    fn two_rooms() -> Draft {
        let mut draft = Draft::parse(
            "##################
             #.....#######....#
             #.....#######....#
             #................#
             #.....#######....#
             #.....#######....#
             ##################",
        );
        draft.start = Some(Point::new(1, 1));
        draft.put_stairs(StairKind::Down, Point::new(16, 5)).unwrap();
        draft
    }

    #[test]
    fn a_key_lies_in_the_vault_that_is_made_for_keys() {
        let mut draft = two_rooms();
        let area = Rect::new(2, 1, 2, 2);
        let key_cells = |draft: &Draft| -> Vec<Point> {
            let step = Furnish::default().missions(vec!["lock-before-key".into()]).required(true);
            let furnished = |seed: u64| {
                let mut draft = draft.clone();
                step.apply(&mut draft, crate::Seed::from(seed).fork("furnish")).unwrap();
                draft.mission.unwrap().keys[0].at
            };
            (0..20).map(furnished).collect()
        };
        assert!(!key_cells(&draft).iter().any(|at| area.contains(*at)), "keys lie far from the start");
        let roles = ["key".to_owned()].into();
        draft.vaults.push(StampedVault { name: "chest".into(), area, tags: [].into(), roles });
        let cells = key_cells(&draft);
        assert!(cells.iter().all(|at| area.contains(*at)), "{cells:?}");
    }

    #[test]
    fn a_key_lies_on_the_near_side_of_its_door() {
        let mut draft = two_rooms();
        let step = Furnish::default().missions(vec!["lock-before-key".into()]).required(true);
        step.apply(&mut draft, crate::Seed::from(3).fork("furnish")).unwrap();
        let mission = draft.mission.clone().unwrap();
        assert_eq!(mission.locks.len(), 1, "{draft}");
        assert!(mission.keys[0].required && mission.keys[0].at.x < mission.locks[0].at.x, "{draft}\n{mission:?}");
        let deeds: Vec<&str> = mission.walkthrough.iter().map(|deed| &*deed.deed).collect();
        assert_eq!(deeds, ["take", "open", "arrive"]);
        draft.finish().unwrap();
    }
}
