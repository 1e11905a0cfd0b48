//! Turns per second on one core: the plan `undercroft` at depth 5, alone and with 50 creatures awake, including the field of
//! view and the log.

use std::hint::black_box;
use std::time::{Duration, Instant};

use undercroft_game::{Action, Direction, Event, Game, GameContent, narrate};
use undercroft_mapgen::Plan;

/// The turns of one run: few enough that hardly any creature dies.
const TURNS: u32 = 200;

fn main() {
    let content = GameContent::standard();
    for (name, creatures) in [("walking with 50 awake", 50), ("walking alone", 0)] {
        let plan = Plan::named("undercroft").expect("the plan is embedded");
        let start = Game::sandbox(content.clone(), plan, 5, 5, creatures).expect("depth 5 can be generated");
        let mut times: Vec<Duration> = (0..101).map(|_| measure(&mut start.clone(), &content)).collect();
        times.sort();
        let median = times[times.len() / 2].as_secs_f64();
        println!(
            "{name}: {:.0} turns a second, {:.2} µs a turn",
            f64::from(TURNS) / median,
            median * 1e6 / f64::from(TURNS)
        );
    }
}

fn measure(game: &mut Game, content: &GameContent) -> Duration {
    let begun = Instant::now();
    let mut lines = 0;
    let mut direction = Direction::East;
    for turn in 0..TURNS {
        let before = game.view().turn();
        let events = game.act(Action::Walk(direction));
        lines += log(&events, content);
        if game.view().turn() == before {
            direction = direction.turned(1 + turn % 3);
            lines += log(&game.act(Action::Wait), content);
        }
    }
    black_box(lines);
    begun.elapsed()
}

fn log(events: &[Event], content: &GameContent) -> usize {
    events.iter().filter_map(|event| narrate(event, content)).map(|line| line.len()).sum()
}
