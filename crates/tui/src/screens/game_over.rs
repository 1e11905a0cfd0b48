//! The end of a game: how it ended, its score, and what to do next.

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use undercroft_game::grammar;

use super::dialog::{Choose, item};
use super::notice::Notice;
use super::play::{extras, start_game};
use super::replay::Watch;
use super::scores::rank;
use super::title::Title;
use super::{Screen, ScreenKind, Transition};
use crate::colour::fg;
use crate::context::Context;
use crate::input::Input;
use crate::layout::{centred, padded};
use crate::text::{cut, wrap};
use crate::widgets::canvas::Canvas;
use crate::widgets::list::{Choice, List};
use crate::widgets::map::dim_all;
use crate::widgets::play_view::draw_play;

/// The end of a game.
#[derive(Debug)]
pub(crate) struct GameOver {
    is_won: bool,
    story: String,
    facts: Vec<(&'static str, String)>,
    list: List<Choose>,
}

impl GameOver {
    /// The end of the current game, if it has ended.
    pub(crate) fn new(context: &Context) -> Option<Self> {
        let playthrough = context.playthrough.as_ref()?;
        let game = playthrough.game();
        let outcome = game.outcome()?;
        let summary = outcome.summary();
        let story = outcome.story(game.plan(), game.content());
        let score = match rank(context, playthrough.plan(), summary.score) {
            Some(rank) => format!("{} ({rank})", summary.score),
            None => summary.score.to_string(),
        };
        let facts = vec![
            ("Plan", playthrough.plan().to_owned()),
            ("Seed", playthrough.seed().to_string()),
            ("Depth", format!("{} (deepest {})", summary.depth, summary.deepest)),
            ("Turns", summary.turns.to_string()),
            ("Level", summary.level.to_string()),
            ("Kills", summary.kills.to_string()),
            ("Wealth", grammar::price(summary.wealth)),
            ("Score", score),
        ];
        let list = List::new(vec![
            item('a', "Play again with a new seed", |context| again(context, true)),
            item('s', "Play again with the same seed", |context| again(context, false)),
            item('r', "Watch the replay", watch),
            item('t', "Return to the title", to_title),
            item('q', "Quit", Transition::quit),
        ]);
        Some(Self { is_won: outcome.is_won(), story, facts, list })
    }

    /// The box, and the area of the list in it.
    fn layout(&self, screen: Rect) -> (Rect, Rect) {
        let lines = self.list.items.len() as u16;
        // The banner, the story on up to two lines, the facts, the list, blank lines between them, and the frame.
        let outer = centred(screen, 58, 8 + self.facts.len() as u16 + lines);
        let y = outer.bottom().saturating_sub(lines + 1);
        (outer, Rect { x: outer.x + 2, y, width: outer.width - 4, height: lines })
    }
}

fn again(context: &mut Context, is_fresh: bool) -> Transition {
    let Some(playthrough) = &context.playthrough else { return Transition::Stay };
    let seed = if is_fresh { (context.fresh_seed)() } else { playthrough.seed().clone() };
    let plan = playthrough.plan().to_owned();
    start_game(context, &plan, seed)
}

fn watch(context: &mut Context) -> Transition {
    let Some(playthrough) = &context.playthrough else { return Transition::Stay };
    match playthrough.replay(&context.resources) {
        Ok((start, actions)) => Transition::open(Watch::new(start, actions)),
        Err(error) => Transition::open(Notice::new("This replay cannot be shown", error)),
    }
}

fn to_title(context: &mut Context) -> Transition {
    context.playthrough = None;
    Transition::reset(Title::new(context))
}

impl Screen for GameOver {
    fn kind(&self) -> ScreenKind {
        ScreenKind::GameOver
    }

    fn update(&mut self, input: &Input, context: &mut Context) -> Transition {
        let (_, inner) = self.layout(context.console.screen);
        match self.list.update(input, &context.console.settings.keys, inner) {
            Choice::Chosen(choose) => choose(context),
            Choice::Cancelled => to_title(context),
            Choice::None => Transition::Stay,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let theme = canvas.theme;
        if let Some(playthrough) = &context.playthrough {
            let view = playthrough.game().view();
            draw_play(canvas, &context.console.settings, &view, &playthrough.log, &extras(context));
            dim_all(canvas);
        }
        let (outer, inner) = self.layout(canvas.area());
        let colour = if self.is_won { theme.accent } else { theme.danger };
        let inside = padded(canvas.draw_box_in(outer, "", "", colour));
        let banner = if self.is_won { "☼  You have won  ☼" } else { "You have died" };
        canvas.put_centred(inside, 0, banner, fg(colour).add_modifier(Modifier::BOLD));
        let story = wrap(&self.story, inside.width);
        // The facts end one row above the list. In a short window the blank lines around the story are left out.
        let facts = inner.y - inside.y - 1 - self.facts.len() as u16;
        let first = 2.min(facts.saturating_sub(story.len() as u16));
        for (row, line) in (first..).zip(&story) {
            canvas.put_centred(inside, row, line, theme.base());
        }
        for (row, (name, value)) in (facts..).zip(&self.facts) {
            canvas.put(inside, (12, row), name, fg(theme.faint));
            canvas.put(inside, (20, row), &cut(value, inside.width.saturating_sub(20)), theme.base());
        }
        self.list.draw(canvas, inner);
    }
}
