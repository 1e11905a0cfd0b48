//! The sidebar: the hero in numbers and bars, what befalls it, and who and what is in sight.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use undercroft_game::{Bearing, Calling, Direction, Hunger, Mind, Sighting, View};
use undercroft_mapgen::Colour;

use super::Look;
use super::bar::{Bar, draw_bar};
use super::boxed::{draw_box_in, foot, put, put_right};
use crate::settings::shown;
use crate::text::cut;

/// Draws the sidebar.
pub(crate) fn draw_sidebar(
    buffer: &mut Buffer,
    area: Rect,
    title: &str,
    view: &View<'_>,
    hints: &Hints,
    look: Look<'_>,
) {
    let theme = look.theme;
    let stats = view.stats();
    let health = theme.health_of(stats.hit_points, stats.most_hit_points);
    let frame = if health == theme.health_critical { theme.danger } else { theme.boxes };
    let inside = draw_box_in(buffer, area, title, frame, look);
    foot(buffer, area, &hints.help, look);
    let inside = Rect { x: inside.x + inside.width.min(1), width: inside.width.saturating_sub(2), ..inside };
    let mut pen = Pen { buffer, area: inside, row: 0, look };

    let (depth, turn) = (format!("Depth {}", view.depth()), format!("turn {}", view.turn()));
    // A long game has no room for the word beside a narrow sidebar's depth.
    let fits = depth.len() + 1 + turn.len() <= usize::from(pen.area.width);
    pen.pair(&depth, if fits { &turn } else { turn.trim_start_matches("turn ") });
    pen.bar("Health", stats.hit_points, stats.most_hit_points, health);
    let (gained, needed) = (stats.experience - stats.level_began, stats.next_level - stats.level_began);
    pen.bar(&format!("Level {}", stats.level), gained, needed, theme.experience);
    let food = if stats.hunger >= Hunger::Weak { theme.health_critical } else { theme.food };
    pen.named_bar(Bar {
        name: "Food",
        number: match stats.hunger {
            Hunger::Weak => "weak",
            other => other.name(),
        },
        part: u64::from(stats.food),
        whole: u64::from(stats.stomach),
        colour: food,
    });
    pen.pair(&format!("Attack {}", stats.attack), &format!("def {}", stats.defence));
    if stats.purse > 0 {
        pen.line(&short_price(stats.purse), theme.faint);
    }
    if let Some(bearing) = view.bearing() {
        pen.line(&toward(bearing), theme.accent);
    }
    if stats.choices > 0 {
        pen.line(&hints.improve, theme.good);
    }
    for (condition, rounds) in view.conditions() {
        let colour = if condition.is_harmful() { theme.danger } else { theme.good };
        pen.line(&format!("{} {rounds}", capital(condition.name())), colour);
    }
    in_sight(&mut pen, view);
}

/// What the sidebar says of keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    pub(crate) help: String,
    pub(crate) improve: String,
}

fn in_sight(pen: &mut Pen<'_, '_>, view: &View<'_>) {
    let theme = pen.look.theme;
    let creatures = view.creatures();
    let items: Vec<_> = view.items().into_iter().flat_map(|(_, items)| items).collect();
    if creatures.is_empty() && items.is_empty() {
        return;
    }
    let danger = creatures.iter().any(Sighting::is_danger);
    pen.rule("In sight", if danger { theme.danger } else { theme.boxes });
    // The nearest come first; those who mean harm before those who do not.
    let (hostile, peaceful): (Vec<_>, Vec<_>) = creatures.iter().partition(|sighting| sighting.is_danger());
    let all: Vec<&Sighting<'_>> = hostile.into_iter().chain(peaceful).collect();
    let room = usize::from(pen.area.height.saturating_sub(pen.row));
    let shown = if all.len() > room { room.saturating_sub(1) } else { all.len() };
    for sighting in &all[..shown] {
        pen.sighting(sighting);
    }
    if shown < all.len() {
        pen.line(&format!("and {} more", all.len() - shown), theme.warning);
        return;
    }
    for item in items {
        let kind = view.content().item(item.kind);
        let name = if item.count == 1 { kind.name.clone() } else { format!("{} ×{}", kind.name, item.count) };
        pen.thing(kind.glyph, kind.colour, &name);
    }
}

/// Writes line after line.
struct Pen<'a, 'b> {
    buffer: &'a mut Buffer,
    area: Rect,
    row: u16,
    look: Look<'b>,
}

impl Pen<'_, '_> {
    fn line(&mut self, text: &str, colour: Colour) {
        let style = Style::new().fg(shown(colour));
        put(self.buffer, self.area, (0, self.row), &cut(text, self.area.width), style);
        self.row += 1;
    }

    fn pair(&mut self, left: &str, right: &str) {
        let style = self.look.theme.base();
        let end = put(self.buffer, self.area, (0, self.row), left, style);
        if end + 1 + crate::text::width(right) <= self.area.width {
            put_right(self.buffer, self.area, self.row, right, style);
        }
        self.row += 1;
    }

    fn bar(&mut self, name: &str, part: impl TryInto<u64>, whole: impl TryInto<u64>, colour: Colour) {
        // What is below nothing is nothing.
        let (part, whole) = (part.try_into().unwrap_or(0), whole.try_into().unwrap_or(0));
        self.named_bar(Bar { name, number: &format!("{part}/{whole}"), part, whole, colour });
    }

    fn named_bar(&mut self, bar: Bar<'_>) {
        if self.row < self.area.height {
            let area = Rect { y: self.area.y + self.row, height: 1, ..self.area };
            draw_bar(self.buffer, area, &bar, self.look);
        }
        self.row += 1;
    }

    fn rule(&mut self, title: &str, colour: Colour) {
        let style = Style::new().fg(shown(colour));
        let rule = "─".repeat(usize::from(self.area.width));
        put(self.buffer, self.area, (0, self.row), &rule, style);
        let text = format!("{title} ");
        put(self.buffer, self.area, (0, self.row), &text, style.add_modifier(Modifier::BOLD));
        self.row += 1;
    }

    fn thing(&mut self, glyph: char, colour: Colour, name: &str) {
        let text = cut(name, self.area.width.saturating_sub(2));
        put(self.buffer, self.area, (0, self.row), &glyph.to_string(), Style::new().fg(shown(colour)));
        put(self.buffer, self.area, (2, self.row), &text, Style::new().fg(shown(self.look.theme.faint)));
        self.row += 1;
    }

    /// A creature, and how well it is.
    fn sighting(&mut self, sighting: &Sighting<'_>) {
        const WIDTH: u16 = 4;
        let (kind, creature, theme) = (sighting.kind, sighting.creature, self.look.theme);
        let room = self.area.width.saturating_sub(2 + WIDTH + 1);
        let colour = match creature.mind {
            Mind::Sleeping => theme.faint,
            _ if sighting.is_danger() => theme.text,
            _ => theme.good,
        };
        let glyph = Style::new().fg(shown(kind.colour)).add_modifier(Modifier::BOLD);
        put(self.buffer, self.area, (0, self.row), &kind.glyph.to_string(), glyph);
        put(self.buffer, self.area, (2, self.row), &cut(&kind.name, room), Style::new().fg(shown(colour)));
        let (left, most) = (creature.hit_points.max(0) as u32, kind.hit_points.max(1) as u32);
        let full = (left * u32::from(WIDTH)).div_ceil(most).min(u32::from(WIDTH)) as usize;
        let bar: String = "■".repeat(full) + &"·".repeat(usize::from(WIDTH) - full);
        let health = Style::new().fg(shown(theme.health_of(creature.hit_points, kind.hit_points)));
        put_right(self.buffer, self.area, self.row, &bar, health);
        self.row += 1;
    }
}

/// "2g 4s 1c"; "6 copper" where there is room for the word.
fn short_price(copper: u64) -> String {
    let parts = [(copper / 100, "gold"), (copper / 10 % 10, "silver"), (copper % 10, "copper")];
    let parts: Vec<(u64, &str)> = parts.into_iter().filter(|(count, _)| *count > 0).collect();
    match parts.as_slice() {
        [(count, metal)] => format!("{count} {metal}"),
        parts => parts.iter().map(|(count, metal)| format!("{count}{}", &metal[..1])).collect::<Vec<_>>().join(" "),
    }
}

/// "Goal: 120 NE".
fn toward(bearing: Bearing) -> String {
    let what = match bearing.what {
        Calling::Goal => "Goal",
        Calling::Down => "Way down",
        Calling::Up => "Way up",
    };
    format!("{what}: {} {}", bearing.distance, compass(bearing.direction))
}

const fn compass(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "N",
        Direction::NorthEast => "NE",
        Direction::East => "E",
        Direction::SouthEast => "SE",
        Direction::South => "S",
        Direction::SouthWest => "SW",
        Direction::West => "W",
        Direction::NorthWest => "NW",
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
