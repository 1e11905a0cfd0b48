//! Plans a mission before there is any ground, so that the level is laid out along it.
//!
//! ```text
//! ##########       ##########        a wall that no later step changes,
//! ##########       ####.#####        with one gateway for each link
//! ##########   →   ####.#####
//! ##########       ####.#####
//! ##########       ##########
//! ```
//!
//! The map is divided into as many regions as the pattern has, each beside the one that it is entered from. Everything
//! but the gateways between them is walled off for good. So whatever ground fills the regions, the gateways are the only
//! passages, and `furnish` can lock them as the pattern says.

mod territories;

use std::sync::{Arc, LazyLock};

use undercroft_grid::{Point, Size};

use self::territories::Territories;
use crate::draft::Zones;
use crate::mission::MissionPlan;
use crate::{
    BadParameter, Class, Content, ContentError, Draft, Fact, Pattern, Rng, Step, Stream, Tile, Tileset, Veto, require,
    step,
};

/// How often to divide the map before trying another pattern.
const TRIES: u32 = 60;
/// The zones of the level: the region where the player arrives, that of the goal, and all others.
static ZONES: LazyLock<[String; 3]> = LazyLock::new(|| ["entrance", "sanctum", "wing"].map(String::from));

step! {
    /// Plans a mission before there is any ground, so that the level is laid out along it.
    ///
    /// Chooses a pattern at random and divides the map into its regions, with walls between them that no later step
    /// changes and a gateway for each link. Steps like `accrete` then fill the regions, `stairs` puts the stairs where the
    /// mission begins and ends, and `furnish` closes the gateways. Put it before all steps that make ground. The regions
    /// are zones: `entrance`, `sanctum` (that of the goal, unless the goal is near the start) and `wing`.
    pub struct Mission = "mission" {
        /// The patterns to choose from; if empty, all of them.
        pub missions: Vec<String> = Vec::new(),
        /// The fewest cells of a region, rock included. Patterns with too many regions for the map are left out.
        pub smallest: u32 = 300,
    }
    with {
        known: Arc<[Pattern]> = Pattern::standard(),
    }
}

impl Step for Mission {
    fn provides(&self) -> Vec<Fact> {
        vec![Fact::ZONES]
    }

    fn zones(&self) -> &[String] {
        &*ZONES
    }

    fn spawn_names(&self) -> Vec<(&'static str, Class, &str)> {
        let keys = Pattern::chosen(&self.known, &self.missions).flat_map(Pattern::key_items);
        keys.map(|name| ("missions", Class::Item, name)).collect()
    }

    fn with_content(&self, content: &Content) -> Result<Option<Arc<dyn Step>>, ContentError> {
        Ok(Some(Arc::new(Self { known: content.missions()?, ..self.clone() })))
    }

    fn patterns(&self) -> &[Pattern] {
        &self.known
    }

    fn check(&self, _: &Tileset) -> Result<(), BadParameter> {
        Pattern::check_names(&self.known, &self.missions)?;
        require::within("smallest", self.smallest, 50..=1_000_000)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let mut rng = stream.rng();
        let has_space = |pattern: &&Pattern| draft.size().area() / pattern.regions().len() >= self.smallest as usize;
        let mut patterns: Vec<&Pattern> = Pattern::chosen(&self.known, &self.missions).filter(has_space).collect();
        rng.shuffle(&mut patterns);
        // If nothing that respects the walls becomes a level, the last attempts do without them.
        if draft.lenient {
            patterns.clear();
        }
        let planned = patterns.into_iter().find_map(|pattern| {
            let (territories, gateways) = divided(pattern, draft.size(), &mut rng)?;
            Some((pattern, territories, gateways))
        });
        let Some((pattern, territories, gateways)) = planned else {
            draft.zones = Some(Arc::new(Zones::new(&*ZONES, draft.size(), |_| 0)));
            return Ok(());
        };
        let walls = territories.walls();
        draft.paint(walls.clone(), Tile::WALL);
        for gateway in gateways.iter().flatten() {
            draft.carve(*gateway);
            gateway.four().filter(|at| !walls.contains(*at)).for_each(|at| draft.carve(at));
        }
        draft.keep(pattern.name(), &walls, &gateways.concat());
        let zone = |region: usize| match region {
            0 => 0,
            region if region == pattern.goal() => 1,
            _ => 2,
        };
        draft.zones = Some(Arc::new(Zones::new(&*ZONES, draft.size(), |at| zone(territories.at(at)))));
        let names: Vec<String> = pattern.regions().iter().map(|region| region.name.clone()).collect();
        let regions = Zones::new(&names, draft.size(), |at| territories.at(at));
        let in_world = |own: Vec<Point>| own.into_iter().map(|at| draft.world(at)).collect();
        let gateways = gateways.into_iter().map(in_world).collect();
        draft.plan_mission(MissionPlan { pattern: pattern.clone(), regions, gateways });
        Ok(())
    }
}

/// A division of a map among the regions of a pattern, and the gateways into each; `None` if none of several will do.
fn divided(pattern: &Pattern, size: Size, rng: &mut Rng) -> Option<(Territories, Vec<Vec<Point>>)> {
    (0..TRIES).find_map(|_| {
        let territories = Territories::divide(pattern, size, rng)?;
        let gateways = territories.gateways(pattern, rng)?;
        Some((territories, gateways))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::steps::{Accrete, Furnish, Lakes, Loops};
    use crate::{Recipe, Seed};

    /// Rooms, and steps that would gladly open walls between them.
    fn rooms(pattern: &str) -> Recipe {
        Recipe::new(70, 45)
            .then(Mission::default().missions(vec![pattern.into()]))
            .then(Accrete::default())
            .then(Loops::default().distance(8).thickness(5))
            .then(Lakes::default())
            .dead_ends(0.5)
            .doors(0.5)
            .stairs()
            .then(Furnish::default())
    }

    #[test]
    fn a_level_gets_the_mission_that_it_was_laid_out_for() {
        for pattern in Pattern::all() {
            for seed in 0..6 {
                let level = rooms(pattern.name()).build(seed).unwrap();
                let laid = level.mission().map(|mission| &*mission.pattern);
                assert_eq!(laid, Some(pattern.name()), "seed {seed}\n{level}");
            }
        }
    }

    #[test]
    fn caves_too_are_laid_out_for_a_mission() {
        let caves = Recipe::new(80, 50).mission().scatter(0.55).smooth(5).connect().stairs().furnish();
        let mut found = BTreeMap::new();
        for seed in 0..20 {
            let level = caves.build(seed).unwrap();
            let draft = level.as_draft();
            assert_eq!(draft.zones.as_ref().map(|zones| zones.names().count()), Some(3));
            *found.entry(level.mission().map(|mission| mission.pattern.clone())).or_insert(0) += 1;
        }
        assert!(!found.contains_key(&None) && found.len() > 6, "{found:?}");
    }

    #[test]
    fn stairs_stand_where_the_mission_begins_and_ends() {
        for seed in 0..12 {
            let level = rooms("keys-in-order").build(seed).unwrap();
            for stair in level.stairs() {
                let zone = if stair.kind == crate::StairKind::Up { "entrance" } else { "sanctum" };
                assert_eq!(level.as_draft().zone_at(stair.at), Some(zone), "seed {seed}\n{level}");
            }
        }
    }

    #[test]
    fn a_map_too_small_for_any_pattern_is_left_as_it_is() {
        let mut draft = Draft::parse("#####\n#####\n#####");
        Mission::default().apply(&mut draft, Seed::from(1).fork("mission")).unwrap();
        assert_eq!((draft.kept(), draft.open().count()), (None, 0));
        assert!(Recipe::new(12, 9).mission().accrete().stairs().furnish().build(1).is_ok());
    }
}
