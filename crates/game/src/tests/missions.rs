//! Whole levels with missions, played by the bot.

use undercroft_mapgen::{Content, Plan, Recipe, Rect, Seed, SourceFile};

use crate::content::GameContent;
use crate::rules::barriers::is_stranded;
use crate::{Action, Bot, Direction, Game};

const PLAN: &str = "
    name = 'keeps'
    description = 'One keep above another.'
    levels = 3
    [[stretch]]
    depths = '0-2'
    recipe = 'keep'
    creatures = 'nothing'
    items = 'nothing'
";

/// A game in keeps, with a hero that nothing can kill.
fn keep(seed: u64) -> Game {
    game_of(PLAN, seed)
}

/// A game of a plan, with a hero that nothing can kill.
fn game_of(plan: &str, seed: u64) -> Game {
    let plan = Plan::parse(SourceFile::new("plan.toml", plan), Content::standard());
    let mut game = Game::new(GameContent::standard(), plan.unwrap_or_else(|error| panic!("{error}")), seed).unwrap();
    game.state.hero.max_hit_points = 1_000_000;
    game.state.hero.body.hit_points = 1_000_000;
    game.state.hero.attack = 200;
    game.state.hero.food = 1_000_000;
    game
}

/// Lets the bot play until it has finished a number of levels. Returns the turns it took.
fn descend(game: &mut Game, depth: u32, seed: u64) -> u64 {
    let mut bot = Bot::new();
    let start = game.view().turn();
    while game.view().depth() < depth {
        assert!(game.view().turn() < start + 12_000, "seed {seed}: the bot is stuck{}", report(game));
        let action = bot.next(game);
        game.act(action);
        game.check().unwrap_or_else(|problem| panic!("seed {seed}: {problem}{}", report(game)));
    }
    game.view().turn() - start
}

fn report(game: &Game) -> String {
    let mission = game.level.mission.as_deref();
    let (at, keys) = (game.view().at(), &game.state.hero.keys);
    format!(" at depth {}, {at} with {keys:?}\n{game}\n{mission:#?}", game.view().depth())
}

fn bot_finishes(seeds: std::ops::Range<u64>) {
    let mut missions = 0;
    for seed in seeds {
        let mut game = keep(seed);
        missions += u64::from(game.level.mission.is_some());
        descend(&mut game, 1, seed);
    }
    assert!(missions > 0);
}

/// Wanders at random, then lets the bot finish: whatever a player does, the mission can still be completed.
fn meddling_spoils_nothing(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut game = keep(seed);
        let mut rng = Seed::from(seed).fork("meddling").rng();
        let mut bot = Bot::new();
        for _ in 0..rng.below(3_000) {
            let action = match rng.below(10) {
                0..=4 => bot.next(&game),
                5 => Action::Interact,
                6 => Action::PickUp,
                7 => Action::Search,
                _ => Action::Walk(Direction::ALL[rng.below(8) as usize]),
            };
            game.act(action);
            game.check().unwrap_or_else(|problem| panic!("seed {seed}: {problem}{}", report(&game)));
            if game.view().depth() > 0 {
                break;
            }
        }
        descend(&mut game, 1, seed);
    }
}

#[test]
fn the_bot_finishes_missions() {
    bot_finishes(0..12);
}

#[test]
#[ignore = "takes minutes"]
fn the_bot_finishes_five_hundred_missions() {
    bot_finishes(0..500);
}

#[test]
fn no_player_can_make_a_mission_unwinnable() {
    meddling_spoils_nothing(1_000..1_008);
}

#[test]
#[ignore = "takes minutes"]
fn no_player_can_make_any_of_a_hundred_missions_unwinnable() {
    meddling_spoils_nothing(1_000..1_100);
}

/// Keeps, caves and halls, with the stairs down from depth 2 locked and the key at depth 0.
const LOCKED: &str = "
    name = 'locked'
    description = 'Locked stairs.'
    levels = 4
    [[lock]]
    key = 'silver'
    key-depth = 0
    depth = 2
    [[stretch]]
    depths = '0-3'
    recipe = ['keep', 'caves', 'halls']
    creatures = 'nothing'
    items = 'nothing'
";

/// The silver key, if the hero has it.
fn has_silver_key(game: &Game) -> bool {
    game.view().keys().any(|key| game.content.item(key).name == "silver key")
}

#[test]
fn a_key_for_another_depth_travels_with_the_hero_and_opens_the_stairs_there() {
    for seed in 0..6 {
        let mut game = game_of(LOCKED, seed);
        descend(&mut game, 1, seed);
        assert!(has_silver_key(&game), "seed {seed}: the bot takes the key along{}", report(&game));
        descend(&mut game, 2, seed);
        assert!(has_silver_key(&game), "seed {seed}: the key stays with the hero{}", report(&game));
        descend(&mut game, 3, seed);
        assert!(!has_silver_key(&game), "seed {seed}: the key stays in its lock{}", report(&game));
    }
}

/// The locked door of the stairs on the current level.
fn stairs_lock(game: &Game) -> undercroft_grid::Point {
    let mission = game.level.mission.as_deref().expect("the level has a mission");
    mission.locks.iter().find(|lock| lock.key_depth.is_some()).expect("the stairs are locked").at
}

#[test]
fn without_the_key_locked_stairs_stay_shut_from_outside_and_open_by_hand_from_inside() {
    for seed in 0..6 {
        let mut game = game_of(LOCKED, seed);
        let start = game.dungeon.level(2).unwrap().start().unwrap();
        game.turn(&mut Vec::new()).move_hero_to_level(2, start);
        let stranded = |game: &Game| is_stranded(&game.content, &game.state, &game.level);
        assert!(!stranded(&game), "seed {seed}: the key can be fetched{}", report(&game));
        assert!(!game.can_open(stairs_lock(&game)), "seed {seed}");
        let stairs = game.level.mission.as_deref().map(|mission| mission.goal).expect("the level has a mission");
        game.turn(&mut Vec::new()).move_hero_to_level(2, stairs);
        assert!(stranded(&game), "seed {seed}: nobody is locked in{}", report(&game));
    }
}

/// Endless caves with strongrooms.
const STRONGROOMS: &str = "
    name = 'caves'
    description = 'Caves with strongrooms.'
    [[step]]
    do = 'scatter'
    [[step]]
    do = 'smooth'
    [[step]]
    do = 'connect'
    [[step]]
    do = 'strongrooms'
    region = 2
";

#[test]
fn the_key_of_a_region_opens_its_strongroom_and_breaks() {
    let recipe = Recipe::parse(SourceFile::new("caves.toml", STRONGROOMS), Content::standard());
    let plan = Plan::of(recipe.unwrap_or_else(|error| panic!("{error}")), true).unwrap();
    let mut game = Game::new(GameContent::standard(), plan, 4).unwrap();
    let region = game.dungeon.level(0).unwrap().window(Rect::new(0, 0, 128, 128)).unwrap();
    let mission = region.region_missions().remove(0);
    let (key, door) = (mission.keys[0].at, mission.locks[0].at);
    game.turn(&mut Vec::new()).move_hero_to_level(0, key);
    game.act(Action::PickUp);
    let front = door + (door - mission.goal);
    game.turn(&mut Vec::new()).move_hero_to_level(0, front);
    assert!(game.can_open(door), "{game}");
    let towards =
        Direction::ALL.into_iter().find(|direction| front + direction.offset() == door).expect("it is beside");
    game.act(Action::Walk(towards));
    game.act(Action::Walk(towards));
    assert_eq!(game.view().at(), door, "the door is open\n{game}");
    assert!(!game.can_open(door), "the key is gone\n{game}");
}
