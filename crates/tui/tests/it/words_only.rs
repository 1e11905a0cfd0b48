//! Whole games played without seeing the map: the player reads the list of what is in sight, the log and the hero's state in
//! words, and presses keys. It never looks at a cell.

use undercroft_mapgen::Plan;
use undercroft_tui::{App, ScreenKind};

use crate::helpers::{game, log, playing, press};

/// The keys of the eight directions.
const KEYS: [(&str, &str); 8] = [
    ("north-east", "e"),
    ("north-west", "q"),
    ("south-east", "c"),
    ("south-west", "z"),
    ("north", "w"),
    ("south", "s"),
    ("east", "d"),
    ("west", "a"),
];

/// The words that the player relies on.
struct Words {
    state: String,
    sights: Vec<String>,
    /// The log since the last key.
    news: Vec<String>,
}

struct Player {
    app: App,
    read: usize,
    pressed: usize,
    /// The number of failed attempts since the last success.
    stuck: usize,
    /// Whether the level is explored, going by what the log has said.
    is_explored: bool,
    depth: String,
    has_goal: bool,
}

impl Player {
    fn new(plan: &str, seed: u64) -> Self {
        let app = playing(plan, seed);
        Self { app, read: 0, pressed: 0, stuck: 0, is_explored: false, depth: String::new(), has_goal: false }
    }

    fn words(&mut self) -> Words {
        let view = game(&self.app).view();
        let (state, sights) = (view.state_in_words(), view.in_sight().into_iter().map(|line| line.text).collect());
        let log = log(&self.app);
        let news = log[self.read.min(log.len())..].to_vec();
        self.read = log.len();
        Words { state, sights, news }
    }

    fn press(&mut self, keys: &str) {
        self.pressed += 1;
        press(&mut self.app, keys);
    }

    /// Chooses a line of the list by its letter, and travels there.
    fn travel(&mut self, line: usize) {
        let letter = char::from(b'a' + line as u8);
        self.press(&format!("tab {letter}"));
    }

    /// Plays until the game ends; returns whether it did.
    fn play(&mut self, most: usize) -> bool {
        while game(&self.app).outcome().is_none() && self.pressed < most {
            let words = self.words();
            self.act(&words);
        }
        game(&self.app).outcome().is_some()
    }

    fn act(&mut self, words: &Words) {
        let depth = words.state.split(',').next().unwrap_or_default().to_owned();
        if depth != self.depth {
            (self.depth, self.is_explored) = (depth, false);
        }
        let said = |text: &str| words.news.iter().any(|line| line.contains(text));
        self.is_explored |= said("Explored.") || said("explored everything");
        self.has_goal |= said("Carry your prize out");
        self.stuck = if words
            .news
            .iter()
            .any(|line| !["cannot", "know of no", "bars the only path"].iter().any(|words| line.contains(words)))
        {
            self.stuck.saturating_sub(1)
        } else {
            self.stuck + 1
        };
        let foe = |line: &&String| line.contains("hunting you") || line.contains("asleep") || line.contains("unaware");
        let next_to = |line: &&String| line.contains(", 1 step ");
        let hit_points: u32 = number_after(&words.state, "You have ");
        let goal = game(&self.app).view().goal().map(|goal| goal.item.clone()).unwrap_or_default();
        let at_goal = words.sights.iter().position(|line| {
            line.starts_with(&format!("a {goal},"))
                || line.starts_with(&format!("an {goal},"))
                || line.starts_with(&format!("the {goal},"))
        });
        if self.stuck > 3 {
            // Nothing has worked so far: walk somewhere else.
            self.stuck = 0;
            let walk = words.state.split("You can walk ").nth(1).unwrap_or_default();
            let leads = |name: &str| walk.split([' ', ',', '.']).any(|word| word == name || word == "every");
            let open: Vec<&str> = KEYS.iter().filter(|(name, _)| leads(name)).map(|(_, key)| *key).collect();
            let key = open.get(self.pressed * 5 % open.len().max(1)).copied().unwrap_or(".");
            self.press(&format!("{key} {key} {key}"));
        } else if let Some(line) = words.sights.iter().filter(foe).find(next_to) {
            let place = line.split(", 1 step ").nth(1).unwrap_or_default();
            let key = KEYS.iter().find(|(name, _)| place.starts_with(name)).map_or(".", |(_, key)| *key);
            self.press(key);
        } else if words.sights.iter().any(|line| line.contains("hunting you")) {
            self.press(".");
        } else if words.state.contains("hungry") && !said("nothing to eat") && self.pressed.is_multiple_of(40) {
            self.press("u a");
            // Without anything to eat, the list is still open.
            if self.app.screen() != ScreenKind::Play {
                self.press("escape");
            }
        } else if hit_points < 50 && !said("cannot rest") && !said("too hungry") {
            self.press("R");
        } else if let Some(line) = at_goal.filter(|_| !self.has_goal) {
            let is_here = words.sights[line].contains(", here");
            if is_here { self.press("g space") } else { self.travel(line) }
        } else if self.has_goal {
            self.press("<");
            self.press("o");
        } else if self.is_explored {
            self.press(">");
        } else {
            self.press("o");
        }
    }
}

fn number_after(text: &str, before: &str) -> u32 {
    let rest = text.split(before).nth(1).unwrap_or_default();
    rest.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[test]
fn a_player_who_reads_only_words_plays_whole_games() {
    let (mut ended, mut deepest) = (0, 0);
    for (plan, seed) in [("two-caves", 1), ("two-caves", 2), ("rooms-and-halls", 1), ("rooms-and-halls", 2)] {
        assert!(Plan::names().any(|name| name == plan));
        let mut player = Player::new(plan, seed);
        let has_ended = player.play(6_000);
        let state = game(&player.app).view().state_in_words();
        let tail = log(&player.app);
        assert!(has_ended, "{plan} {seed}: {state}\n{:#?}", &tail[tail.len().saturating_sub(12)..]);
        ended += 1;
        deepest = deepest.max(game(&player.app).outcome().unwrap().summary().deepest);
    }
    assert_eq!(ended, 4);
    assert!(deepest > 0, "somebody gets below the first level");
}
