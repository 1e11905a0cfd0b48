//! Locked doors, secret doors, gates and ledges.

use std::sync::Arc;

use undercroft_grid::Point;
use undercroft_mapgen::{Gate, Key, Ledge, Lock, Mission, Switch};

use super::{Scene, scene, scene_of};
use crate::rules::turn::Who;
use crate::state::Behaviour;
use crate::{Action, Autopilot, Direction, Errand, StopReason};

impl Scene {
    /// Lays a mission over the level.
    pub(super) fn with_mission(&mut self, goal: (i32, i32), furnish: impl FnOnce(&mut Mission)) -> &mut Self {
        let mut mission = Mission::to("test", Point::new(goal.0, goal.1));
        furnish(&mut mission);
        for key in &mission.keys {
            let item = self.item(&format!("{} key", key.id), 1);
            self.game.turn(&mut Vec::new()).put_down(key.at, item);
        }
        self.game.level.mission = Some(Arc::new(mission));
        self.game.turn(&mut Vec::new()).look();
        self
    }

    fn keys_held(&self) -> Vec<String> {
        self.game.view().keys().map(|kind| self.game.content.item(kind).name.clone()).collect()
    }

    fn move_hero(&mut self, x: i32, y: i32) -> &mut Self {
        let mut unheard = Vec::new();
        let mut turn = self.game.turn(&mut unheard);
        turn.place(Who::Hero, Point::new(x, y));
        turn.look();
        self
    }

    /// Lets an errand run until it stops.
    fn run(&mut self, mut autopilot: Autopilot) -> StopReason {
        for _ in 0..300 {
            match autopilot.next(&self.game) {
                Ok(action) => _ = self.act(action),
                Err(stop) => return stop,
            }
        }
        panic!("it does not stop\n{self}");
    }
}

fn key(id: &str, x: i32, y: i32, used_up: bool) -> Key {
    Key { id: id.into(), at: Point::new(x, y), used_up, required: true, opens_depth: None }
}

fn lock(id: &str, needs: &str, x: i32, y: i32) -> Lock {
    Lock { id: id.into(), at: Point::new(x, y), needs: needs.into(), key_depth: None }
}

fn locked_corridor(used_up: bool) -> Scene {
    let mut scene = scene("##########\n#@..£....#\n##########");
    scene.with_mission((7, 1), |mission| {
        mission.keys.push(key("red", 2, 1, used_up));
        mission.locks.push(lock("lock 1", "red", 4, 1));
    });
    scene
}

fn ledge_scene() -> Scene {
    let mut scene = scene("#########\n#@..▼...#\n#########");
    let at = |x| Point::new(x, 1);
    scene.with_mission((7, 1), |mission| mission.drops.push(Ledge { at: at(4), from: at(3), to: at(5) }));
    scene
}

fn gate_scene() -> Scene {
    let mut scene = scene("##########\n#í@..Ü...#\n##########");
    scene.with_mission((8, 1), |mission| {
        mission.gates.push(Gate { id: "gate 1".into(), at: Point::new(5, 1), open: false });
        let toggles = vec!["gate 1".into()];
        mission.switches.push(Switch { id: "lever".into(), at: Point::new(1, 1), toggles });
    });
    scene
}

#[test]
fn a_locked_door_names_the_key_it_needs_and_takes_no_time() {
    let mut scene = locked_corridor(false);
    scene.move_hero(3, 1).walk(Direction::East);
    scene.assert_log("The door is locked. You need the red key.");
    assert_eq!(scene.turns(), 0);
    scene.assert_drawn("##########\n#..@£....#\n##########");
}

#[test]
fn looking_at_a_locked_door_shows_which_key_it_needs() {
    let mut scene = locked_corridor(false);
    let door = Point::new(4, 1);
    assert_eq!(scene.game.view().describe(door), "A door with a heavy lock. It needs the red key.");
    assert!(scene.game.view().in_sight().iter().any(|line| line.text == "a locked door, 3 steps east"));
    scene.walk(Direction::East).act(Action::PickUp);
    assert_eq!(scene.game.view().describe(door), "A door with a heavy lock. It needs the red key, which you have.");
}

#[test]
fn a_key_opens_its_door_and_stays_on_the_ring() {
    let mut scene = locked_corridor(false);
    scene.walk(Direction::East).act(Action::PickUp);
    assert_eq!(scene.keys_held(), ["red key"]);
    assert!(scene.pack().is_empty(), "the key takes no place in the pack");
    scene.walk(Direction::East).walk(Direction::East);
    scene.assert_log("You unlock the door with the red key.");
    scene.assert_drawn("##########\n#..@'....#\n##########");
    assert_eq!(scene.keys_held(), ["red key"]);
}

#[test]
fn a_key_that_is_used_up_breaks_in_the_first_lock() {
    let mut scene = locked_corridor(true);
    scene.walk(Direction::East).act(Action::PickUp).walk(Direction::East).walk(Direction::East);
    scene.assert_log("You unlock the door with the red key, which breaks in the lock.");
    assert!(scene.keys_held().is_empty());
}

#[test]
fn a_key_stays_on_its_level_and_is_back_where_it_lay() {
    let map = "########\n#@.....#\n#......#\n#......#\n########";
    let mut scene = scene_of(&[map, map], "climb, descend", "");
    scene.with_mission((3, 1), |mission| mission.keys.push(key("blue", 2, 1, false)));
    scene.walk(Direction::East).act(Action::PickUp);
    assert_eq!(scene.keys_held(), ["blue key"]);
    for depth in [1, 0] {
        let mut events = Vec::new();
        scene.game.turn(&mut events).move_hero_to_level(depth, Point::new(5, 2));
        scene.events.extend(events);
    }
    scene.assert_log("The blue key vanishes and returns to where you found it.");
    assert!(scene.keys_held().is_empty());
    assert_eq!(scene.pile(2, 1), [("blue key".to_owned(), 1)]);
}

#[test]
fn a_key_can_be_taken_with_a_full_pack() {
    let mut scene = locked_corridor(false);
    while scene.game.state.hero.pack.len() < 26 {
        scene.give("dagger", 1);
    }
    scene.walk(Direction::East).act(Action::PickUp);
    assert_eq!(scene.keys_held(), ["red key"]);
}

#[test]
fn nobody_is_locked_in() {
    let mut scene = locked_corridor(false);
    scene.move_hero(5, 1).walk(Direction::West);
    scene.assert_log("It opens from this side.");
    scene.assert_drawn("##########\n#...'@...#\n##########");
    let mut scene = gate_scene();
    scene.move_hero(6, 1).walk(Direction::West);
    scene.assert_log("It opens from this side.");
}

#[test]
fn hunters_are_stopped_by_locked_doors_gates_and_secret_doors() {
    for barrier in ["£", "Ü", "Σ"] {
        let mut scene = scene(&format!("##########\n#@..{barrier}g...#\n##########"));
        scene.with_mission((2, 1), |_| ()).set_behaviour(Behaviour::Hunting(500)).wait(4);
        assert!(scene.the("goblin").at.x > 4, "{barrier}\n{scene}");
        assert_eq!(scene.hit_points(), 100);
    }
}

#[test]
fn hunters_do_not_climb_ledges() {
    let mut scene = ledge_scene();
    scene.spawn("goblin", Point::new(6, 1), |goblin| goblin.behaviour = Behaviour::Hunting(500)).wait(12);
    assert!(scene.the("goblin").at.x > 4, "{scene}");
}

#[test]
fn a_secret_door_looks_and_acts_like_the_wall_beside_it() {
    let mut scene = scene("#########\n#@..Σ...#\n#########");
    scene.game.state.rolls = 0;
    let (view, secret, wall) = (scene.game.view(), Point::new(4, 1), Point::new(4, 0));
    assert_eq!(view.cell(secret).tile(), view.cell(wall).tile());
    assert_eq!(view.describe(secret), view.describe(wall));
    assert!(!view.in_sight().iter().any(|line| line.at == secret));
    assert!(matches!(Errand::Travel(secret).begin(&scene.game), Ok(crate::Begun::Autopilot(_))));
    assert_eq!(scene.run(Autopilot::travel(&scene.game, secret)), StopReason::NoPath);
    let refused = |scene: &mut Scene, direction| {
        scene.events.clear();
        scene.walk(direction);
        scene.log()
    };
    scene.walk(Direction::East);
    let mut beside = scene;
    beside.move_hero(3, 1);
    assert_eq!(refused(&mut beside, Direction::East), refused(&mut beside, Direction::North));
}

#[test]
fn searching_finds_a_secret_door_nearby() {
    let mut scene = scene("#########\n#@..Σ...#\n#########");
    scene.act(Action::Search);
    scene.assert_log("You find a hidden door!");
    scene.assert_drawn("#########\n#@..+...#\n#########");
    let mut scene = super::scene("############\n#@.....Σ...#\n############");
    scene.act(Action::Search);
    scene.assert_log("You search, but find nothing.");
}

#[test]
fn waiting_for_a_while_counts_as_a_search() {
    let mut scene = scene("#########\n#@..Σ...#\n#########");
    scene.wait(4);
    assert!(!scene.log().contains("hidden"));
    scene.wait(1).assert_log("You find a hidden door!");
}

#[test]
fn walking_past_a_secret_door_often_enough_reveals_it() {
    let mut scene = scene("#########\n#@......#\n####Σ####\n#.......#\n#########");
    for _ in 0..20 {
        scene.walk(Direction::East).walk(Direction::East).walk(Direction::East);
        scene.walk(Direction::West).walk(Direction::West).walk(Direction::West);
    }
    scene.assert_log("You find a hidden door!");
}

#[test]
fn a_lever_moves_its_gate_and_can_be_walked_past_afterwards() {
    let mut scene = gate_scene();
    scene.move_hero(4, 1).walk(Direction::East);
    scene.assert_log("A gate bars the way. There must be a lever somewhere.");
    scene.move_hero(2, 1).walk(Direction::West);
    scene.assert_log("You pull the lever.\nThe gate rattles up.");
    scene.assert_drawn("##########\n#í@..ü...#\n##########");
    scene.walk(Direction::West).assert_drawn("##########\n#@...ü...#\n##########");
    scene.act(Action::Interact).assert_drawn("##########\n#@...Ü...#\n##########");
}

#[test]
fn a_gate_does_not_close_on_anybody() {
    let mut scene = gate_scene();
    scene.walk(Direction::West).walk(Direction::West);
    scene.spawn("fungus", Point::new(5, 1), |_| ()).act(Action::Interact);
    scene.assert_log("Something blocks the gate, and it stays open.");
}

#[test]
fn a_ledge_can_be_passed_in_one_direction_only() {
    let mut scene = ledge_scene();
    for _ in 0..4 {
        scene.walk(Direction::East);
    }
    assert_eq!(scene.hero_at(), Point::new(5, 1));
    scene.walk(Direction::West);
    scene.assert_log("The ledge is too high to climb from this side.");
    assert_eq!(scene.hero_at(), Point::new(5, 1));
}

#[test]
fn travelling_never_climbs_a_ledge() {
    let mut scene = ledge_scene();
    for _ in 0..4 {
        scene.walk(Direction::East);
    }
    let mut autopilot = Autopilot::travel(&scene.game, Point::new(1, 1));
    assert_eq!(autopilot.next(&scene.game), Err(crate::StopReason::NoPath), "{scene}");
}

#[test]
fn exploring_takes_the_key_opens_the_door_and_goes_on() {
    let mut scene = locked_corridor(false);
    scene.run(Autopilot::explore(&scene.game));
    scene.assert_log("You take the red key. It opens a door on this level.\nYou unlock the door with the red key.");
}

#[test]
fn exploring_pulls_levers() {
    let mut scene = scene("##########\n#í@..Ü..##\n######.###\n######...#\n##########");
    scene.with_mission((8, 3), |mission| {
        mission.gates.push(Gate { id: "gate 1".into(), at: Point::new(5, 1), open: false });
        let toggles = vec!["gate 1".into()];
        mission.switches.push(Switch { id: "lever".into(), at: Point::new(1, 1), toggles });
    });
    scene.run(Autopilot::explore(&scene.game));
    assert!(scene.hero_at().y > 1, "{scene}");
}

#[test]
fn exploring_asks_before_it_jumps() {
    let mut scene = scene("###########\n#@..▼..####\n#.####.####\n#..###....#\n##.########\n##......###\n###########");
    let at = |x| Point::new(x, 1);
    scene.with_mission((9, 3), |mission| mission.drops.push(Ledge { at: at(4), from: at(3), to: at(5) }));
    let first = Autopilot::explore(&scene.game);
    assert_eq!(scene.run(first.clone()), StopReason::Done);
    assert!(scene.hero_at().x < 4, "{scene}");
    let words = first.explain(&scene.game, StopReason::Done, |_| "o".into()).unwrap();
    assert_eq!(words, "Explored, except below a ledge with no way back up. Press o again to jump down.");
    scene.run(Autopilot::explore(&scene.game));
    assert!(scene.hero_at().x > 4, "{scene}");
}

#[test]
fn exploring_searches_for_the_way_on_when_nothing_else_is_left() {
    let map = "##########\n#@.Σ.....#\n####.....#\n####.....#\n##########";
    let mut scene = scene_of(&[map, "##########\n#@.......#\n#........#\n#........#\n##########"], "open, descend", "");
    let explore = Autopilot::explore(&scene.game);
    let words = explore.explain(&scene.game, StopReason::Done, |_| "o".into()).unwrap();
    assert_eq!(words, "Explored, but no way onwards is in sight. There may be a hidden door. Press o again to search.");
    scene.run(explore);
    scene.assert_log("You find a hidden door!");
    assert!(!scene.game.view().stairs(undercroft_mapgen::StairKind::Down).is_empty(), "{scene}");
}

#[test]
fn the_state_hash_covers_keys_and_doors() {
    let mut scene = locked_corridor(false);
    scene.walk(Direction::East);
    let before = scene.game.hash();
    let mut other = scene.game.clone();
    other.state.hero.keys.insert(scene.item("red key", 1).kind);
    assert_ne!(other.hash(), before);
}
