//! The title: the name over a dungeon, and the main menu.

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use undercroft_game::{DAILY_PLAN, daily_seed};
use undercroft_mapgen::{Level, Point, Recipe, Tile};

use super::dialog::{Choose, item};
use super::help::Help;
use super::new_game::NewGame;
use super::play::start_game;
use super::save_list::{replays, saves};
use super::scores::scores;
use super::settings::settings;
use super::{Screen, ScreenKind, Transition};
use crate::colour::{dimmed, fg, shown};
use crate::context::Context;
use crate::input::Input;
use crate::layout::centred;
use crate::text::wrap;
use crate::widgets::canvas::Canvas;
use crate::widgets::list::{Choice, List};

/// The name, in blocks.
const NAME: [&str; 5] = [
    "█  █ █  █ ███  ████ ███   ███ ███   ██  ████ █████",
    "█  █ ██ █ █  █ █    █  █ █    █  █ █  █ █      █  ",
    "█  █ █ ██ █  █ ███  ███  █    ███  █  █ ███    █  ",
    "█  █ █  █ █  █ █    █ █  █    █ █  █  █ █      █  ",
    " ██  █  █ ███  ████ █  █  ███ █  █  ██  █      █  ",
];

/// The title.
#[derive(Debug)]
pub(crate) struct Title {
    list: List<Choose>,
    /// The dungeon behind the name.
    backdrop: Option<Box<Level>>,
    warning: Option<String>,
}

impl Title {
    pub(crate) fn new(context: &Context) -> Self {
        let count = context.saves.as_ref().map_or(0, |directory| directory.saves().len());
        let number = if count > 0 { count.to_string() } else { String::new() };
        let mut list = List::new(vec![
            item('n', "New game", |context| Transition::open(NewGame::new(context))),
            item('d', "Today's dungeon", daily).enabled_if((context.today)().is_some()),
            item('c', "Continue", |context| Transition::open(saves(context))).right(number).enabled_if(count > 0),
            item('h', "High scores", |context| Transition::open(scores(context, None))),
            item('r', "Replays", |context| Transition::open(replays(context))),
            item('s', "Settings", |context| Transition::open(settings(context, 0))),
            item('?', "Help", |context| Transition::open(Help::new(context))),
            item('q', "Quit", Transition::quit),
        ]);
        list.selected = if count > 0 { 2 } else { 0 };
        let warning = context.saves.as_ref().err().map(|error| format!("Games cannot be saved: {error}"));
        // Always the same level, larger than most terminals.
        let backdrop = Recipe::named("halls").ok().and_then(|recipe| recipe.sized(250, 90).build("undercroft").ok());
        Self { list, backdrop: backdrop.map(Box::new), warning }
    }

    /// The title with a warning below it.
    pub(crate) fn with_warning(self, warning: Option<String>) -> Self {
        Self { warning: warning.or(self.warning), ..self }
    }

    /// The box, and the area of the menu in it.
    fn layout(&self, screen: Rect) -> (Rect, Rect) {
        let lines = self.list.items.len() as u16;
        let (columns, rows) = (NAME[0].chars().count() as u16, NAME.len() as u16);
        let outer = centred(screen, columns + 6, rows + lines + 8);
        let inner = Rect { x: outer.x + (outer.width - 24) / 2, y: outer.y + rows + 6, width: 24, height: lines };
        (outer, inner)
    }

    fn draw_backdrop(&self, canvas: &mut Canvas<'_>) {
        let (Some(level), screen, theme) = (&self.backdrop, canvas.area(), canvas.theme) else { return };
        let size = level.size();
        let offset = |length: u32, window: u16| (length as i32 - i32::from(window)) / 2;
        let corner = Point::new(offset(size.width, screen.width), offset(size.height, screen.height));
        for place in screen.positions() {
            let at = corner + Point::new(i32::from(place.x), i32::from(place.y));
            let tile = if size.contains(at) { level.tile(at) } else { Tile::WALL };
            let info = &level.tileset()[tile];
            let (glyph, share) = if info.walkable || info.transparent { (info.glyph, 110) } else { ('#', 60) };
            let is_monochrome = canvas.is_monochrome;
            let Some(cell) = canvas.cell((place.x, place.y)) else { continue };
            cell.set_char(glyph).set_style(theme.base().fg(shown(dimmed(info.fg, share))));
            if is_monochrome {
                cell.modifier.insert(Modifier::DIM);
            }
        }
    }
}

/// Starts the daily dungeon, which is the same for everyone.
fn daily(context: &mut Context) -> Transition {
    match (context.today)() {
        Some(date) => start_game(context, DAILY_PLAN, daily_seed(&date)),
        None => Transition::Stay,
    }
}

impl Screen for Title {
    fn kind(&self) -> ScreenKind {
        ScreenKind::Title
    }

    fn update(&mut self, input: &Input, context: &mut Context) -> Transition {
        let (_, inner) = self.layout(context.console.screen);
        match self.list.update(input, &context.console.settings.keys, inner) {
            Choice::Chosen(choose) => choose(context),
            Choice::Cancelled | Choice::None => Transition::Stay,
        }
    }

    fn draw_behind(&self, canvas: &mut Canvas<'_>, _context: &Context) {
        self.draw_backdrop(canvas);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let (theme, screen) = (canvas.theme, canvas.area());
        self.draw_behind(canvas, context);
        let (outer, inner) = self.layout(screen);
        let inside = canvas.draw_box(outer, "", concat!("version ", env!("CARGO_PKG_VERSION")));
        for (row, line) in (1..).zip(NAME) {
            canvas.put_centred(inside, row, line, fg(theme.title));
        }
        let motto = fg(theme.faint).add_modifier(Modifier::ITALIC);
        canvas.put_centred(inside, NAME.len() as u16 + 2, "one seed, one dungeon, for ever", motto);
        self.list.draw(canvas, inner);
        if let Some(warning) = &self.warning {
            let lines = wrap(warning, screen.width - 2);
            for (row, line) in (screen.height - lines.len() as u16..).zip(&lines) {
                canvas.put(screen, (0, row), &format!(" {line} "), theme.base().fg(shown(theme.warning)));
            }
        }
    }
}
