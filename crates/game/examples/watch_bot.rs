//! Prints what the bot does: `watch_bot PLAN SEED FROM TO` shows the turns from FROM to TO.

use undercroft_game::{Bot, Game, GameContent, narrate};
use undercroft_mapgen::Plan;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |index: usize, default: u64| arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(default);
    let plan = Plan::named(arguments.first().map_or("two-caves", String::as_str))?;
    let content = GameContent::standard();
    let mut game = Game::new(content.clone(), plan, number(1, 0))?;
    let (from, to) = (number(2, 0), number(3, 100));
    let mut bot = Bot::new();
    while game.outcome().is_none() && game.view().turn() < to {
        let action = bot.next(&game);
        let events = game.act(action);
        if game.view().turn() >= from {
            let stats = game.view().stats();
            println!(
                "{} depth {} {} hp {} food {}: {action:?}",
                game.view().turn(),
                game.view().depth(),
                game.view().at(),
                stats.hit_points,
                stats.food
            );
            for line in events.iter().filter_map(|event| narrate(event, &content)) {
                println!("    {line}");
            }
        }
    }
    println!("{game}\n{:?}", game.outcome());
    for (slot, item) in game.view().pack() {
        println!("{slot} {}", game.view().item_name(item));
    }
    Ok(())
}
