//! Saves from other versions, or with other content or plans, are refused with a reason and left unchanged.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::helpers::{again, killed};
use undercroft_game::record::{Header, Journal, RULES_VERSION, RecoverError, Writer};
use undercroft_game::{Bot, Game, GameContent};
use undercroft_mapgen::{Plan, SourceFile};
use undercroft_saves::{Replay, Resources, SaveDirectory, SaveError, Verdict};

/// Changes the header of a save. Returns the error of resuming it.
fn refusal(change: impl FnOnce(&mut Header), resources: &Resources) -> (String, RecoverError) {
    let folder = tempfile::tempdir().unwrap();
    let (saves, played) = killed(folder.path(), "two-caves", 1, 5);
    let mut header = Journal::read(&fs::read(&played.path).unwrap()).unwrap().header;
    change(&mut header);
    let (mut writer, mut bytes) = Writer::begin(&header, None).unwrap();
    bytes.extend(writer.actions(&played.actions).unwrap());
    fs::write(&played.path, &bytes).unwrap();
    let error = saves.resume(&played.path, resources).unwrap_err();
    assert!(fs::read(&played.path).unwrap() == bytes, "the save was changed");
    let text = error.to_string();
    assert!(text.contains("two-caves-1.save") && text.contains("left unchanged"), "{text}");
    assert!(Replay::read(&played.path).unwrap().verify(resources).is_err());
    match error {
        SaveError::Refused { reason, .. } => (text, *reason),
        other => panic!("{other}"),
    }
}

#[test]
fn other_rules_generators_and_content_are_refused() {
    let resources = Resources::standard();
    let (text, _) = refusal(|header| header.rules += 1, &resources);
    assert!(text.contains(&format!("rules version {}", RULES_VERSION + 1)), "{text}");
    let (text, _) = refusal(|header| header.generator = 1, &resources);
    assert!(text.contains("generator version 1"), "{text}");
    let snail = "[[creature]]\nname = 'snail'\nglyph = 's'\ncolour = '#a0a060'\ndescription = 'Slow.'\nhit-points = 3\n\
                 attack = 1\ntactics = ['hunt']\nabilities = ['attack']\n";
    let content = Arc::new(GameContent::with(&[SourceFile::new("snail.toml", snail)]).unwrap());
    let (text, reason) = refusal(|_| (), &Resources { content, ..resources });
    assert!(text.contains("different content files") && text.contains("play it with"), "{text}");
    assert!(matches!(reason, RecoverError::OtherVersion(_)));
}

#[test]
fn changed_and_missing_plans_are_refused() {
    let plan = Arc::new(|_: &str| Ok(Plan::named("kobolds")?));
    let (text, reason) = refusal(|_| (), &Resources { find_plan: plan, ..Resources::standard() });
    assert!(text.contains("the plan `two-caves` has changed"), "{text}");
    assert!(matches!(reason, RecoverError::OtherVersion(_)));
    let (text, reason) = refusal(|header| header.plan = "/gone.toml".into(), &Resources::standard());
    assert!(text.contains("put the plan back"), "{text}");
    assert!(matches!(reason, RecoverError::Plan { .. }));
}

#[test]
fn another_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (saves, played) = killed(folder.path(), "two-caves", 1, 5);
    let mut bytes = fs::read(&played.path).unwrap();
    bytes[8] = 2;
    let check = twox_hash::XxHash3_64::oneshot(&bytes[..12]) as u32;
    bytes[12..16].copy_from_slice(&check.to_le_bytes());
    fs::write(&played.path, &bytes).unwrap();
    let text = saves.resume(&played.path, &Resources::standard()).unwrap_err().to_string();
    assert!(text.contains("format version 2") && text.contains("left unchanged"), "{text}");
    assert!(fs::read(&played.path).unwrap() == bytes);
    assert!(saves.saves()[0].problem.as_deref().unwrap().contains("format version 2"));
}

#[test]
fn files_that_are_not_games_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let saves = SaveDirectory::open(folder.path()).unwrap();
    let path = folder.path().join("saves/letter.save");
    for text in ["", "Dear aunt,\n", &"x".repeat(100_000)] {
        fs::write(&path, text).unwrap();
        assert!(matches!(saves.resume(&path, &Resources::standard()), Err(SaveError::Refused { .. })));
        assert!(matches!(Replay::read(&path), Err(SaveError::Unreadable { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert!(saves.saves()[0].problem.is_some());
    }
    assert!(matches!(Replay::read(&folder.path().join("none.replay")), Err(SaveError::File { .. })));
    assert!(Replay::read(folder.path()).is_err());
}

#[test]
fn a_replay_that_differs_says_where() {
    let folder = tempfile::tempdir().unwrap();
    let (_, played) = killed(folder.path(), "two-caves", 1, 30);
    let game = again("two-caves", 1, &played.actions);
    let header = Header::new(0, "two-caves", &again("two-caves", 1, &[]));
    let (mut writer, mut bytes) = Writer::begin(&header, None).unwrap();
    let mut shown: Game = again("two-caves", 1, &[]);
    for (part, actions) in played.actions.chunks(10).enumerate() {
        actions.iter().for_each(|action| drop(shown.act(*action)));
        bytes.extend(writer.actions(actions).unwrap());
        bytes.extend(writer.mark(shown.hash() ^ u64::from(part == 1)).unwrap());
    }
    assert_eq!(shown.hash(), game.hash());
    let path = folder.path().join("wrong.replay");
    fs::write(&path, bytes).unwrap();
    let verdict = Replay::read(&path).unwrap().verify(&Resources::standard()).unwrap();
    assert_eq!(verdict, Verdict::Differs { good: 10, bad: 20 });
}

/// A recorded game.
const PAST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/kobolds.replay");

/// If the game differs, the same actions give another game than before: raise `RULES_VERSION` or `GENERATOR_VERSION`. If it is
/// refused, the content or a version has changed. In both cases record it again, with
/// `cargo test -p undercroft-saves --test it -- --ignored record_the_game`.
#[test]
fn a_recorded_game_still_plays_the_same() {
    let verdict = Replay::read(Path::new(PAST)).unwrap().verify(&Resources::standard());
    assert!(matches!(verdict, Ok(Verdict::Same { unproven: 0, .. })), "{verdict:?}");
}

#[test]
#[ignore = "records the game again"]
fn record_the_game() {
    let resources = Resources::standard();
    let mut game = Game::new(resources.content.clone(), Plan::named("kobolds").unwrap(), "old").unwrap();
    let actions = Bot::new().play(&mut game, 5_000, |_, _| ());
    Replay::write(Path::new(PAST), "kobolds", &"old".into(), &resources.content, &actions, &game).unwrap();
}

#[test]
fn names_that_are_too_long_are_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let saves = SaveDirectory::open(folder.path()).unwrap();
    let error =
        saves.begin(crate::helpers::new_game("two-caves", "x".repeat(70_000).as_str())).unwrap_err().to_string();
    assert!(error.contains("the limit is 65535"), "{error}");
    let error = saves.begin(crate::helpers::new_game("too-caves", 1)).unwrap_err().to_string();
    assert!(error.contains("two-caves"), "{error}");
    assert_eq!(fs::read_dir(folder.path().join("saves")).unwrap().count(), 0);
}

#[test]
fn an_unusable_folder_is_an_error_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letter");
    fs::write(&file, "Dear aunt,").unwrap();
    let text = SaveDirectory::open(&file).unwrap_err().to_string();
    assert!(text.contains("letter") && text.contains("--data-dir"), "{text}");
    let saves = SaveDirectory::open(folder.path().join("saves")).unwrap();
    fs::remove_dir(folder.path().join("saves/saves")).unwrap();
    let text = saves.begin(crate::helpers::new_game("two-caves", 1)).unwrap_err().to_string();
    assert!(text.contains("two-caves-1") && text.contains("--data-dir"), "{text}");
    assert!(saves.saves().is_empty());
}
