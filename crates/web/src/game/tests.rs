use undercroft_game::{Action, Bot, Direction, Errand, Game, GameContent, Point};
use undercroft_mapgen::Plan;

use super::*;

fn begin() -> Play {
    Play::begin(&OwnContent::default(), "two-caves", &5.into(), 7).unwrap()
}

fn messages(play: &Play) -> String {
    serde_json::to_string(&play.log().messages().collect::<Vec<_>>()).unwrap()
}

#[test]
fn a_whole_bot_game_is_the_same_as_elsewhere() {
    let mut native = Game::new(GameContent::standard(), Plan::named("two-caves").unwrap(), 5).unwrap();
    Bot::new().play(&mut native, u64::MAX, |_, _| ());
    let mut play = begin();
    while play.game().outcome().is_none() {
        play.let_bot_play(100).unwrap();
    }
    assert_eq!(play.game().hash(), native.hash());
    assert_eq!(Watch::verify(&OwnContent::default(), &play.replay().unwrap()).unwrap(), native.hash());
    assert_eq!(Watch::verify(&OwnContent::default(), play.journal()).unwrap(), native.hash());
}

#[test]
fn a_game_resumes_at_every_turn_from_what_the_page_has_stored() {
    let mut play = begin();
    let (mut stored, mut checkpoint) = (play.take_journal(), None);
    for turn in 0..300 {
        play.let_bot_play(1).unwrap();
        stored.extend(play.take_journal());
        checkpoint = play.take_checkpoint().or(checkpoint);
        assert_eq!(stored, play.journal());
        if turn % 60 == 0 {
            let resumed = Play::resume(&OwnContent::default(), &stored, checkpoint.as_deref()).unwrap();
            assert!(!resumed.repaired);
            assert_eq!(resumed.play.game().hash(), play.game().hash(), "after {turn} actions");
            assert_eq!(resumed.play.id(), 7);
        }
    }
}

#[test]
fn a_change_of_level_makes_a_checkpoint() {
    let changes_level = |seed: u64| {
        let mut play = Play::begin(&OwnContent::default(), "two-caves", &seed.into(), 7).unwrap();
        let depth = play.game().view().depth();
        // After a thousand actions there is a checkpoint anyway.
        for _ in 0..999 {
            play.let_bot_play(1).unwrap();
            let has_moved = play.game().view().depth() != depth;
            assert_eq!(play.take_checkpoint().is_some(), has_moved);
            if has_moved {
                return true;
            }
        }
        false
    };
    assert!((0..20).any(changes_level), "the bot never reaches another level");
}

#[test]
fn a_journal_with_a_damaged_end_continues_from_its_last_intact_turn() {
    let mut play = begin();
    play.let_bot_play(20).unwrap();
    let intact = play.game().hash();
    let mut bytes = play.journal().to_vec();
    bytes.extend([3, 200, 1]);
    let resumed = Play::resume(&OwnContent::default(), &bytes, None).unwrap();
    assert!(resumed.repaired);
    assert_eq!(resumed.play.game().hash(), intact);
    assert_eq!(resumed.play.journal(), play.journal());
    assert!(messages(&resumed.play).contains("damaged"));
}

#[test]
fn bytes_that_are_not_a_game_are_refused_with_a_reason() {
    for bytes in [&b""[..], b"hello", &[0; 64]] {
        assert!(Play::resume(&OwnContent::default(), bytes, None).is_err());
        assert!(Watch::read(&OwnContent::default(), bytes).is_err());
        assert!(Record::read(bytes).is_err());
    }
    let error = Record::read(b"not at all a saved game").unwrap_err();
    assert!(error.message.contains("not a saved game"), "{}", error.message);
    assert!(Play::begin(&OwnContent::default(), "two-cave", &5.into(), 7).unwrap_err().message.contains("two-caves"));
}

#[test]
fn refused_actions_are_reported_but_not_recorded() {
    let mut play = begin();
    let before = play.journal().len();
    play.command(Command::Act(Action::Buy(3))).unwrap();
    assert_eq!(play.journal().len(), before);
    assert!(messages(&play).contains("faint"));
}

#[test]
fn exploring_goes_on_until_something_stops_it_and_says_why() {
    let mut play = begin();
    play.command(Command::Errand(Errand::Explore)).unwrap();
    assert!(play.turn().busy);
    play.go_on(5_000).unwrap();
    assert!(!play.turn().busy);
    let log = messages(&play);
    assert!(log.contains("You stop") || log.contains("Explored"), "{log}");
}

#[test]
fn a_command_interrupts_the_autopilot() {
    let mut play = begin();
    play.command(Command::Errand(Errand::Explore)).unwrap();
    play.command(Command::Act(Action::Wait)).unwrap();
    assert!(!play.turn().busy);
}

#[test]
fn a_click_on_an_unknown_place_says_so_and_a_known_one_is_travelled_to() {
    let mut play = begin();
    let here = play.game().view().at();
    play.command(Command::Errand(Errand::Click(Point::new(here.x + 500, here.y)))).unwrap();
    assert!(messages(&play).contains("You have not seen that place yet."));
    let is_open = |to: &Point| {
        play.game().view().cell(*to).tile().is_some_and(|tile| play.game().view().tile_info(tile).walkable)
    };
    let next = Direction::ALL.into_iter().map(|direction| here + direction.offset()).find(is_open).unwrap();
    play.command(Command::Errand(Errand::Click(next))).unwrap();
    play.go_on(10).unwrap();
    assert_eq!(play.game().view().at(), next);
}

#[test]
fn commands_are_read_as_the_page_writes_them() {
    let read = |text: &str| serde_json::from_str::<Command>(text).unwrap();
    assert_eq!(read(r#""explore""#), Command::Errand(Errand::Explore));
    assert_eq!(read(r#"{"act":{"Walk":"NorthEast"}}"#), Command::Act(Action::Walk(Direction::NorthEast)));
    assert_eq!(read(r#"{"act":"Wait"}"#), Command::Act(Action::Wait));
    assert_eq!(read(r#"{"travel":{"x":3,"y":-4}}"#), Command::Errand(Errand::Travel(Point::new(3, -4))));
    let drop = read(r#"{"act":{"Drop":{"slot":2,"count":5}}}"#);
    assert!(matches!(drop, Command::Act(Action::Drop { slot, count: 5 }) if slot.letter() == 'c'));
    assert!(serde_json::from_str::<Command>(r#"{"act":{"Equip":26}}"#).is_err());
}

#[test]
fn a_replay_can_be_shown_up_to_any_moment_and_back() {
    let mut play = begin();
    play.let_bot_play(40).unwrap();
    let mut watch = Watch::read(&OwnContent::default(), play.journal()).unwrap();
    let (_, actions) = watch.progress();
    watch.seek(actions);
    assert_eq!(watch.game().hash(), play.game().hash());
    watch.seek(10);
    let early = watch.game().hash();
    watch.seek(actions + 5);
    assert_eq!((watch.progress(), watch.game().hash()), ((actions, actions), play.game().hash()));
    watch.seek(10);
    assert_eq!(watch.game().hash(), early);
}

#[test]
fn the_legend_names_the_hero_first_and_the_ground() {
    let names = serde_json::to_value(legend(begin().game())).unwrap();
    let names: Vec<&str> = names.as_array().unwrap().iter().map(|line| line["name"].as_str().unwrap()).collect();
    assert_eq!(names[0], "you");
    assert!(names.contains(&"floor") && names.contains(&"wall"), "{names:?}");
}

#[test]
fn the_map_is_painted_in_tiles_and_in_glyphs_around_the_hero() {
    let play = begin();
    let at = play.game().view().at();
    let mut painter = Painter::default();
    for (look, oblique) in [("tiles", false), ("tiles", true), ("glyphs", false), ("glyphs", true)] {
        let request = format!(
            r#"{{"x":{},"y":{},"width":21,"height":15,"look":"{look}","oblique":{oblique}}}"#,
            at.x - 10,
            at.y - 7
        );
        let painted = painter.paint(play.game(), &serde_json::from_str(&request).unwrap()).unwrap();
        let (width, height) = (21 * painted.cell_width, 15 * painted.cell_height + painted.above);
        assert_eq!((painted.picture.width(), painted.picture.height()), (width, height), "{request}");
        let (left, top) = (10 * painted.cell_width, 7 * painted.cell_height + painted.above);
        let brightest = (0..16).flat_map(|y| (0..10).map(move |x| (x, y))).filter_map(|(x, y)| {
            painted.picture.colour(left + x, top + y).map(|colour| colour.red.max(colour.green).max(colour.blue))
        });
        assert!(brightest.max() > Some(120), "no hero in the middle: {request}");
    }
    let huge = serde_json::from_str(r#"{"x":0,"y":0,"width":4000,"height":4000,"look":"tiles","oblique":false}"#);
    assert!(painter.paint(play.game(), &huge.unwrap()).unwrap_err().message.contains("too large"));
}
