//! The sidebar: the hero's stats and status effects, and what is in sight.
//!
//! ```text
//! ┌ two-caves ─────┐
//! │Depth          1│
//! │Health    87/100│
//! │In sight ───────│
//! │k kobold    ■■■·│
//! └── ? for help ──┘
//! ```
//!
//! Everything fits into the 16 columns inside the narrowest default box: a line that is too long takes a second row.

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use undercroft_game::{Beacon, Bearing, Behaviour, Direction, Hunger, Sighting, View};
use undercroft_mapgen::Colour;

use super::bar::Bar;
use super::canvas::Canvas;
use super::play_view::Extras;
use crate::colour::fg;
use crate::layout::padded;
use crate::text::{capitalised, width, wrap};

/// The inner width from which there is room for a margin on both sides.
const ROOMY: u16 = 18;
/// The most columns for the health of a creature in sight.
const HEALTH_WIDTH: u16 = 4;

/// The highest number of hits worth showing.
const MANY: i32 = 99;

/// Draws the sidebar.
pub(crate) fn draw_sidebar(canvas: &mut Canvas<'_>, area: Rect, view: &View<'_>, extras: &Extras) {
    let (theme, stats) = (canvas.theme, view.stats());
    let health = theme.health_of(stats.hit_points, stats.max_hit_points);
    let colour = if health == theme.health_critical { theme.danger } else { theme.boxes };
    let inside = canvas.draw_box_in(area, &extras.title, &extras.help_hint, colour);
    let inside = if inside.width >= ROOMY { padded(inside) } else { inside };
    let mut pen = Pen { canvas, area: inside, row: 0 };

    pen.stat("Depth", &view.depth().to_string(), theme.text);
    pen.stat("Turn", &view.turn().to_string(), theme.text);
    let (left, most) = (stats.hit_points.max(0) as u64, stats.max_hit_points.max(0) as u64);
    pen.bar(&Bar { label: "Health", value: &format!("{left}/{most}"), part: left, whole: most, colour: health });
    let (gained, needed) = (stats.experience - stats.level_start, stats.next_level - stats.level_start);
    let (part, whole) = (u64::from(gained), u64::from(needed));
    let (label, value) = (format!("Level {}", stats.level), format!("{part}/{whole}"));
    pen.bar(&Bar { label: &label, value: &value, part, whole, colour: theme.experience });
    let colour = if stats.hunger >= Hunger::Weak { theme.health_critical } else { theme.food };
    let (part, whole) = (u64::from(stats.food), u64::from(stats.max_food));
    pen.bar(&Bar { label: "Food", value: stats.hunger.name(), part, whole, colour });
    pen.stat("Attack", &stats.attack.to_string(), theme.text);
    pen.stat("Defence", &stats.defence.to_string(), theme.text);
    if stats.purse > 0 {
        pen.stat("Purse", &price(stats.purse), theme.faint);
    }
    if let Some(bearing) = view.bearing() {
        let (label, value) = beacon(bearing);
        pen.stat(label, &value, theme.accent);
    }
    if stats.choices > 0 {
        pen.text(&extras.improve_hint, theme.good);
    }
    for kind in view.keys().map(|key| view.content().item(key)) {
        pen.item(kind.glyph, pen.canvas.palette.item(kind), &wrap(kind.singular(), pen.area.width.saturating_sub(2)));
    }
    for (status, rounds) in view.statuses() {
        let colour = if status.is_harmful() { theme.danger } else { theme.good };
        pen.stat(&capitalised(status.name()), &rounds.to_string(), colour);
    }
    draw_sightings(&mut pen, view);
}

/// A creature or an item in sight.
enum Thing<'a> {
    Creature(&'a Sighting<'a>),
    Item(char, Colour, Vec<String>),
}

/// Lists the creatures and items in sight: enemies first, the nearest first among each.
fn draw_sightings(pen: &mut Pen<'_, '_>, view: &View<'_>) {
    let (theme, palette) = (pen.canvas.theme, pen.canvas.palette);
    let creatures = view.creatures();
    let (hostile, peaceful): (Vec<_>, Vec<_>) = creatures.iter().partition(|sighting| sighting.is_threat());
    let is_danger = !hostile.is_empty();
    let items = view.items().into_iter().flat_map(|(_, items)| items).map(|item| {
        let kind = view.content().item(item.kind);
        let name =
            if item.count == 1 { kind.singular().to_owned() } else { format!("{} {}", item.count, kind.plural()) };
        Thing::Item(kind.glyph, palette.item(kind), wrap(&name, pen.area.width.saturating_sub(2)))
    });
    let things: Vec<Thing<'_>> = hostile.into_iter().chain(peaceful).map(Thing::Creature).chain(items).collect();
    if things.is_empty() {
        return;
    }
    pen.heading("In sight", if is_danger { theme.danger } else { theme.boxes });
    for (index, thing) in things.iter().enumerate() {
        let left = things.len() - index;
        let rows = match thing {
            Thing::Item(_, _, lines) => lines.len() as u16,
            Thing::Creature(sighting) => pen.name_rows(sighting) + u16::from(sighting.is_threat()),
        };
        if pen.row + rows + u16::from(left > 1) > pen.area.height {
            return pen.text(&format!("and {left} more"), theme.warning);
        }
        match thing {
            Thing::Creature(sighting) => {
                pen.creature(sighting);
                if sighting.is_threat() {
                    pen.odds(view, sighting);
                }
            }
            Thing::Item(glyph, colour, lines) => pen.item(*glyph, *colour, lines),
        }
    }
}

/// Writes line after line.
struct Pen<'a, 'b> {
    canvas: &'a mut Canvas<'b>,
    area: Rect,
    row: u16,
}

impl Pen<'_, '_> {
    fn text(&mut self, text: &str, colour: Colour) {
        for line in wrap(text, self.area.width) {
            self.canvas.put(self.area, (0, self.row), &line, fg(colour));
            self.row += 1;
        }
    }

    /// A label and its value; on two rows where one is too narrow.
    fn stat(&mut self, label: &str, value: &str, colour: Colour) {
        let style = fg(colour);
        self.canvas.put(self.area, (0, self.row), label, style);
        self.row += u16::from(!self.fits(label, value));
        self.canvas.put_right(self.area, self.row, value, style);
        self.row += 1;
    }

    fn bar(&mut self, bar: &Bar<'_>) {
        if self.fits(bar.label, bar.value) {
            let row = Rect { y: self.area.y + self.row, height: 1, ..self.area };
            bar.draw(self.canvas, row.intersection(self.area));
            self.row += 1;
        } else {
            self.text(bar.label, self.canvas.theme.text);
            self.bar(&Bar { label: "", ..*bar });
        }
    }

    fn fits(&self, label: &str, value: &str) -> bool {
        label.is_empty() || width(label) + 1 + width(value) <= self.area.width
    }

    fn heading(&mut self, title: &str, colour: Colour) {
        let rule = "─".repeat(usize::from(self.area.width));
        self.canvas.put(self.area, (0, self.row), &rule, fg(colour));
        self.canvas.put(self.area, (0, self.row), &format!("{title} "), fg(colour).add_modifier(Modifier::BOLD));
        self.row += 1;
    }

    fn item(&mut self, glyph: char, colour: Colour, lines: &[String]) {
        self.canvas.put(self.area, (0, self.row), &glyph.to_string(), fg(colour));
        for line in lines {
            self.canvas.put(self.area, (2, self.row), line, fg(self.canvas.theme.faint));
            self.row += 1;
        }
    }

    /// The rows that the name of a creature takes.
    fn name_rows(&self, sighting: &Sighting<'_>) -> u16 {
        wrap(&sighting.kind.name, self.area.width.saturating_sub(4)).len() as u16
    }

    /// A creature and its health, in as many columns as its name leaves.
    fn creature(&mut self, sighting: &Sighting<'_>) {
        let (kind, creature, theme) = (sighting.kind, sighting.creature, self.canvas.theme);
        let names = wrap(&kind.name, self.area.width.saturating_sub(4));
        let last = names.last().map_or(0, |name| width(name));
        let columns = self.area.width.saturating_sub(3 + last).min(HEALTH_WIDTH);
        let colour = match creature.behaviour {
            Behaviour::Sleeping => theme.faint,
            _ if sighting.is_threat() => theme.text,
            _ => theme.good,
        };
        let glyph = fg(self.canvas.palette.creature(kind)).add_modifier(Modifier::BOLD);
        self.canvas.put(self.area, (0, self.row), &kind.glyph.to_string(), glyph);
        for (row, name) in (self.row..).zip(&names) {
            self.canvas.put(self.area, (2, row), name, fg(colour));
        }
        self.row += (names.len() as u16).saturating_sub(1);
        let (left, most) = (creature.hit_points.max(0) as u32, kind.hit_points.max(1) as u32);
        let full = (left * u32::from(columns)).div_ceil(most).min(u32::from(columns)) as usize;
        let bar = "■".repeat(full) + &"·".repeat(usize::from(columns) - full);
        let health = theme.health_of(creature.hit_points, kind.hit_points);
        self.canvas.put_right(self.area, self.row, &bar, fg(health));
        self.row += 1;
    }
}

impl Pen<'_, '_> {
    /// The hits that the hero needs and their chance, then those of the creature: `→5 76% ←10 80%`.
    fn odds(&mut self, view: &View<'_>, sighting: &Sighting<'_>) {
        let (yours, its) = (view.odds_against(sighting), view.odds_for(sighting));
        let creature = sighting.creature;
        let its = format!("←{} {}%", its.hits_for(view.stats().hit_points).min(MANY), its.chance);
        let yours = match creature.behaviour {
            Behaviour::Sleeping => "asleep".into(),
            Behaviour::Idle => "unaware".into(),
            _ => format!("→{} {}%", yours.hits_for(creature.hit_points).min(MANY), yours.chance),
        };
        self.canvas.put(self.area, (1, self.row), &format!("{yours} {its}"), fg(self.canvas.theme.faint));
        self.row += 1;
    }
}

/// "2g 4s 1c"
fn price(copper: u64) -> String {
    let coins = [(copper / 100, 'g'), (copper / 10 % 10, 's'), (copper % 10, 'c')];
    let coins = coins.iter().filter(|(count, _)| *count > 0).map(|(count, metal)| format!("{count}{metal}"));
    coins.collect::<Vec<_>>().join(" ")
}

/// "Way down" and "120 NE"
fn beacon(bearing: Bearing) -> (&'static str, String) {
    let label = match bearing.beacon {
        Beacon::Goal => "Goal",
        Beacon::Down => "Way down",
        Beacon::Up => "Way up",
    };
    let names = Direction::ALL.iter().zip(["N", "NE", "E", "SE", "S", "SW", "W", "NW"]);
    let compass = names.into_iter().find(|(known, _)| **known == bearing.direction).map_or("", |(_, name)| name);
    (label, format!("{} {compass}", bearing.distance))
}
