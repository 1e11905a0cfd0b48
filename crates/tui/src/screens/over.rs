//! The end of a game: won or lost, and what next.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use undercroft_game::Outcome;

use super::notice::Notice;
use super::play::{Play, extras};
use super::replay::Watch;
use super::title::Title;
use super::{Change, Screen};
use crate::desk::Desk;
use crate::input::Input;
use crate::layout::centred;
use crate::session::Session;
use crate::settings::shown;
use crate::text::{cut, wrap};
use crate::widgets::boxed::{draw_box_in, put, put_centred};
use crate::widgets::list::{Choice, Item, List};
use crate::widgets::map::dim_all;
use crate::widgets::play_view::draw_play;

/// The end of a game.
#[derive(Debug)]
pub(crate) struct Over {
    is_won: bool,
    story: String,
    facts: Vec<(&'static str, String)>,
    list: List,
}

impl Over {
    /// The end of the game on the desk, if it has ended.
    pub(crate) fn new(desk: &Desk) -> Option<Self> {
        let session = desk.session.as_ref()?;
        let game = session.game();
        let outcome = game.outcome()?;
        let summary = outcome.summary();
        let goal = game.plan().goal().map(|goal| goal.item.to_string());
        let story = match outcome {
            Outcome::Won(_) => match goal {
                Some(goal) => format!("The {goal} is yours, and nobody can take the story from you."),
                None => "You have done what you came for.".into(),
            },
            Outcome::Lost { cause, .. } => {
                format!("You were {} on depth {}.", died(&cause.describe(game.content())), summary.depth)
            }
        };
        let facts = vec![
            ("Plan", session.plan().to_owned()),
            ("Depth", format!("{} (deepest {})", summary.depth, summary.deepest)),
            ("Turns", summary.turns.to_string()),
            ("Level", summary.level.to_string()),
            ("Kills", summary.kills.to_string()),
            ("Wealth", undercroft_game::names::price(summary.wealth)),
            ("Score", summary.score.to_string()),
            ("Seed", session.seed().to_string()),
        ];
        let list = List::new(vec![
            Item::new('a', "Again, with a fresh seed"),
            Item::new('s', "Again, with the same seed"),
            Item::new('r', "Watch the replay"),
            Item::new('t', "Title"),
            Item::new('q', "Quit"),
        ]);
        Some(Self { is_won: outcome.is_won(), story, facts, list })
    }

    fn areas(&self, screen: Rect) -> (Rect, Rect) {
        let lines = self.list.items.len() as u16;
        let outer = centred(screen, 58, 8 + self.facts.len() as u16 + lines);
        let inner = Rect {
            x: outer.x + outer.width.min(2),
            y: outer.bottom().saturating_sub(lines + 1).max(outer.y),
            width: outer.width.saturating_sub(4),
            height: lines.min(outer.height.saturating_sub(1)),
        };
        (outer, inner)
    }

    fn again(desk: &mut Desk, fresh: bool) -> Change {
        let Some(session) = &desk.session else { return Change::Stay };
        let seed = if fresh { (desk.fresh_seed)() } else { session.seed().clone() };
        let begun = Session::begin(desk.shelf.as_ref().ok(), &desk.world, session.plan(), seed);
        match begun {
            Ok(session) => {
                desk.session = Some(session);
                Change::restart(Play::default())
            }
            Err(problem) => Change::open(Notice::new("This game cannot begin", problem)),
        }
    }
}

/// "starved" needs no "you were": all causes are participles but this one.
fn died(cause: &str) -> String {
    if cause == "starved" { "starved to death".into() } else { cause.to_owned() }
}

impl Screen for Over {
    fn name(&self) -> &'static str {
        "over"
    }

    fn is_overlay(&self) -> bool {
        false
    }

    fn update(&mut self, input: &Input, desk: &mut Desk) -> Change {
        let (_, inner) = self.areas(desk.screen);
        match self.list.update(input, &desk.settings.keys, inner) {
            Choice::Taken(0) => Self::again(desk, true),
            Choice::Taken(1) => Self::again(desk, false),
            Choice::Taken(2) => {
                let Some(session) = &desk.session else { return Change::Stay };
                match session.replay(&desk.world) {
                    Ok((start, actions)) => Change::open(Watch::new(start, actions)),
                    Err(problem) => Change::open(Notice::new("This replay cannot be shown", problem)),
                }
            }
            Choice::Taken(4) => {
                desk.wishes.leave = true;
                Change::Stay
            }
            Choice::Taken(_) | Choice::Left => {
                desk.session = None;
                Change::restart(Title::new(desk))
            }
            Choice::None => Change::Stay,
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: Rect, desk: &Desk) {
        let look = desk.look();
        let theme = look.theme;
        if let Some(session) = &desk.session {
            let view = session.game().view();
            draw_play(buffer, screen, &view, &session.log, &extras(desk), &desk.settings, look);
            dim_all(buffer, look);
        }
        let (outer, inner) = self.areas(screen);
        let colour = if self.is_won { theme.accent } else { theme.danger };
        let inside = draw_box_in(buffer, outer, "", colour, look);
        let inside = Rect { x: inside.x + inside.width.min(1), width: inside.width.saturating_sub(2), ..inside };
        let banner = if self.is_won { "☼  You have won  ☼" } else { "You have died" };
        put_centred(buffer, inside, 0, banner, Style::new().fg(shown(colour)).add_modifier(Modifier::BOLD));
        let mut row = 2;
        for line in wrap(&self.story, inside.width).iter().take(2) {
            put_centred(buffer, inside, row, line, theme.base());
            row += 1;
        }
        let faint = Style::new().fg(shown(theme.faint));
        for (at, (name, value)) in (row + 1..).zip(&self.facts) {
            if at >= inner.y.saturating_sub(inside.y) {
                break;
            }
            put(buffer, inside, (12, at), name, faint);
            put(buffer, inside, (20, at), &cut(value, inside.width.saturating_sub(20)), theme.base());
        }
        self.list.draw(buffer, inner, look);
    }
}
