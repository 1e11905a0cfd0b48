use super::*;
use crate::{Autopilot, Bot, StopReason};
use std::sync::Arc;

fn endless() -> Arc<Plan> {
    let text = "name = \"plain\"\ndescription = \"A plain.\"\nlevels = \"endless\"\nabilities = [\"open\", \"attack\", \"swap\"]\n\
                [[stretch]]\ndepths = \"0..\"\nrecipe = \"surface\"\nendless = true\ncreatures = \"rats\"\nitems = \"things\"\n\
                [tables.rats]\nchance = 0.005\nkinds = [{ kind = \"rat\" }, { kind = \"pedlar\" }]\n\
                [tables.things]\nchance = 0.005\nkinds = [{ kind = \"copper coin\" }, { kind = \"wand of sparks\" }]\n";
    Arc::new(Plan::parse(SourceFile::new("plain.toml", text), undercroft_mapgen::Content::standard()).unwrap())
}

fn game() -> Game {
    let mut game = Game::new(GameContent::standard(), endless(), 3).unwrap();
    // Nothing can kill the hero on its walk.
    game.state.hero.max_hit_points = 1_000_000;
    game.state.hero.body.hit_points = 1_000_000;
    game
}

/// Walks a number of cells in a direction, around obstacles.
fn walk_far(game: &mut Game, direction: Direction, cells: u32) {
    let start = game.view().at();
    let offset = direction.offset();
    let goal = start + Point::new(offset.x * 5_000, offset.y * 5_000);
    let mut path = crate::autopilot::PathFollower::default();
    for turn in 0..cells * 8 {
        if game.view().at().chebyshev(start) >= cells {
            return;
        }
        game.state.hero.food = 1_000;
        let step = path.step(game, |known| known.path_towards(&known.frontier(), goal));
        // A creature that blocks the only path is killed eventually.
        game.act(step.unwrap_or(Action::Walk(Direction::ALL[turn as usize % 8])));
        game.check().unwrap_or_else(|problem| panic!("{problem}\n{game}"));
    }
    panic!("stuck at {}\n{game}", game.view().at());
}

#[test]
fn a_long_walk_leaves_a_small_save() {
    let mut game = game();
    walk_far(&mut game, Direction::East, 400);
    let near = postcard::to_stdvec(game.state()).unwrap().len();
    walk_far(&mut game, Direction::East, 1_200);
    let far = postcard::to_stdvec(game.state()).unwrap().len();
    assert!(near < 40_000, "{near} bytes after 400 cells");
    assert!(far < near + 60_000, "{near} bytes became {far} in 1,200 cells");
}

#[test]
fn forgotten_chunks_leave_nothing_behind() {
    let settings = "[settings]\nremembered-chunks = 16\n";
    let content = GameContent::with(&[SourceFile::new("mine.toml", settings)]).unwrap();
    let mut game = Game::new(content, endless(), 3).unwrap();
    game.state.hero.max_hit_points = 1_000_000;
    game.state.hero.body.hit_points = 1_000_000;
    walk_far(&mut game, Direction::East, 1_500);
    let level = &game.state.levels[&0];
    let remembered = level.chunks.values().filter(|chunk| !chunk.memory.seen.is_empty()).count();
    assert!(remembered <= 16, "{remembered} chunks are remembered");
    assert!(!game.view().knows(Point::new(5, 5)), "the start should be forgotten");
    assert!(game.view().knows(game.view().at()));
}

#[test]
fn taken_items_stay_taken_and_the_dead_stay_dead() {
    let mut game = game();
    let (mut taken, mut killed) = (Vec::new(), 0);
    let mut bot = Bot::new();
    for _ in 0..400 {
        let here = game.view().at();
        let events = game.act(bot.next(&game));
        taken.extend(events.iter().filter(|event| matches!(event, Event::PickedUp { .. })).map(|_| here));
        killed += events.iter().filter(|event| matches!(event, Event::Died { .. })).count();
    }
    assert!(!taken.is_empty() && killed > 0, "the bot did nothing");
    let spent = |game: &Game| -> usize { game.state.levels[&0].chunks.values().map(|chunk| chunk.spent.len()).sum() };
    let before = spent(&game);
    walk_far(&mut game, Direction::East, 300);
    walk_far(&mut game, Direction::West, 300);
    for at in taken {
        let level = crate::level::active_level::ActiveLevel::open(
            &game.content,
            &game.dungeon,
            0,
            at,
            game.state.levels.get(&0),
            None,
        )
        .unwrap();
        assert!(level.pile(at).is_empty(), "something lies at {at} again");
    }
    assert!(spent(&game) >= before.min(killed));
}

#[test]
fn no_spawn_is_used_twice() {
    let mut game = game();
    for direction in [Direction::East, Direction::South, Direction::West, Direction::North] {
        walk_far(&mut game, direction, 150);
        let mut homes: Vec<Point> = game.state.creatures.iter().filter_map(|creature| creature.home).collect();
        homes.extend(game.state.levels[&0].chunks.values().flat_map(|chunk| &chunk.creatures).filter_map(|it| it.home));
        let all = homes.len();
        homes.sort();
        homes.dedup();
        assert_eq!(homes.len(), all, "a spawn was used twice");
    }
}

#[test]
fn a_game_resumes_anywhere() {
    let mut game = game();
    walk_far(&mut game, Direction::SouthEast, 200);
    let mut resumed = Game::resume(GameContent::standard(), endless(), 3, game.state.clone()).unwrap();
    for direction in Direction::ALL.into_iter().cycle().take(60) {
        assert_eq!(game.act(Action::Walk(direction)), resumed.act(Action::Walk(direction)));
    }
    assert_eq!(game.hash(), resumed.hash());
}

#[test]
fn the_end_of_the_plane_is_a_wall() {
    let text = "name = \"edge\"\ndescription = \"The last cell.\"\nlevels = 1\nstart = [2147483647, 2147483647]\n\
                [[stretch]]\ndepths = \"0\"\nrecipe = \"surface\"\nendless = true\n";
    let plan = Plan::parse(SourceFile::new("edge.toml", text), undercroft_mapgen::Content::standard()).unwrap();
    let mut game = Game::new(GameContent::standard(), plan, 1).unwrap();
    for n in 0..300_usize {
        game.act(Action::Walk([Direction::SouthEast, Direction::East, Direction::South][n % 3]));
        game.check().unwrap();
    }
    let at = game.view().at();
    assert!(at.x > i32::MAX - 64 && at.y > i32::MAX - 64, "{at}");
    let mut autopilot = Autopilot::explore(&game);
    let stop = (0..300).find_map(|_| match autopilot.next(&game) {
        Ok(action) => {
            game.act(action);
            None
        }
        Err(stop) => Some(stop),
    });
    assert!(matches!(stop, Some(StopReason::Done | StopReason::FoundNothing)), "{stop:?}");
}

#[test]
fn the_hero_senses_goal_and_stairs_on_endless_levels() {
    let game = Game::sandbox(GameContent::standard(), Plan::named("endless").unwrap(), 1, 5, 0).unwrap();
    let bearing = game.view().bearing().unwrap();
    assert_eq!(bearing.beacon, crate::Beacon::Goal);
    assert!(bearing.distance < 100);
    let game = Game::sandbox(GameContent::standard(), Plan::named("undercroft").unwrap(), 1, 2, 0).unwrap();
    assert_eq!(game.view().bearing().map(|bearing| bearing.beacon), Some(crate::Beacon::Down));
    let game = Game::sandbox(GameContent::standard(), Plan::named("undercroft").unwrap(), 1, 4, 0).unwrap();
    assert_eq!(game.view().bearing(), None);
}

#[test]
fn exploring_an_endless_level_stays_near_stops_at_stairs_and_gives_up_in_time() {
    for seed in 0..20 {
        let mut game = Game::new(GameContent::standard(), Plan::named("undercroft").unwrap(), seed).unwrap();
        let start = game.view().at();
        // Stairs that are in sight from the start do not count as a find.
        let in_sight = !game.view().stairs(undercroft_mapgen::StairKind::Down).is_empty();
        let mut stops = Vec::new();
        for _ in 0..6 {
            let mut autopilot = Autopilot::explore(&game);
            let mut steps = 0;
            let stop = loop {
                match autopilot.next(&game) {
                    Ok(action) => game.act(action),
                    Err(stop) => break stop,
                };
                steps += 1;
                assert!(steps <= crate::SEARCH_STEPS, "seed {seed}: it walks on and on");
                assert!(game.view().at().chebyshev(start) <= 2 * crate::SEARCH_RADIUS, "seed {seed}: it walks away");
            };
            stops.push(stop);
            if stop == StopReason::Stairs {
                break;
            }
        }
        assert_ne!(stops.contains(&StopReason::Stairs), in_sight, "seed {seed}: {stops:?}");
    }
}

#[test]
fn exploring_follows_the_path_to_the_stairs_down() {
    for plan in ["undercroft", "endless"] {
        for seed in 0..100 {
            let mut game = Game::new(GameContent::standard(), Plan::named(plan).unwrap(), seed).unwrap();
            let mut autopilot = Autopilot::explore(&game);
            while game.view().stairs(undercroft_mapgen::StairKind::Down).is_empty() {
                let action =
                    autopilot.next(&game).unwrap_or_else(|stop| panic!("{plan}, seed {seed}: {stop:?}\n{game}"));
                game.act(action);
                assert!(game.view().turn() <= 40, "{plan}, seed {seed}: it leaves the path\n{game}");
            }
        }
    }
}

#[test]
fn a_bearing_can_be_followed_to_its_end() {
    let mut game = Game::sandbox(GameContent::standard(), Plan::named("endless").unwrap(), 1, 5, 0).unwrap();
    let (_, goal) = game.beacon().unwrap();
    game.state.creatures.clear();
    let mut autopilot = Autopilot::follow_bearing(&game);
    for _ in 0..1_000 {
        match autopilot.next(&game) {
            Ok(action) => game.act(action),
            Err(StopReason::Threat(_) | StopReason::Noticed(_) | StopReason::Hurt) => {
                autopilot = Autopilot::follow_bearing(&game);
                game.act(Action::Wait)
            }
            Err(stop) => {
                assert_eq!((stop, game.view().at()), (StopReason::Done, goal));
                return;
            }
        };
    }
    panic!("the bearing leads nowhere");
}
