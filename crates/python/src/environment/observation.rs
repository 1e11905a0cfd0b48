//! What an agent sees: planes of numbers around the hero, and the hero's statistics.

use undercroft_game::{Cell, Hunger, Planes, View};
use undercroft_grid::{Point, Rect};
use undercroft_mapgen::Colour;

/// The planes. 0 means nothing or unknown; otherwise the number of the tile, item kind or creature kind, plus one.
pub(crate) const PLANES: [&str; 3] = ["tile", "item", "creature"];
/// The hero's statistics.
pub(crate) const STATS: [&str; 16] = [
    "hit-points",
    "max-hit-points",
    "attack",
    "defence",
    "speed",
    "sight",
    "level",
    "experience",
    "choices",
    "food",
    "hunger",
    "depth",
    "turn",
    "x",
    "y",
    "has-goal",
];

/// The cells within a distance of the hero.
pub(crate) fn window(view: &View<'_>, radius: u32) -> Rect {
    Rect::around(view.at(), 2 * radius + 1, 2 * radius + 1)
}

/// Fills the planes, one after the other.
pub(crate) fn planes(view: &View<'_>, radius: u32, out: &mut [u8]) {
    let area = out.len() / PLANES.len();
    let (tiles, rest) = out.split_at_mut(area);
    let (items, creatures) = rest.split_at_mut(area);
    view.planes(window(view, radius), Planes { tiles, items, creatures });
    out[2 * area + area / 2] = (view.content().hero().0 + 1).min(255) as u8;
}

/// Fills in the hero's statistics.
pub(crate) fn stats(view: &View<'_>, out: &mut [i32]) {
    let stats = view.stats();
    let number = |value: u64| i32::try_from(value).unwrap_or(i32::MAX);
    let hunger = Hunger::ALL.iter().position(|hunger| *hunger == stats.hunger).unwrap_or(0);
    let values: [i32; STATS.len()] = [
        stats.hit_points,
        stats.max_hit_points,
        stats.attack,
        stats.defence,
        number(stats.speed.into()),
        number(stats.sight.into()),
        number(stats.level.into()),
        number(stats.experience.into()),
        number(stats.choices.into()),
        number(stats.food.into()),
        hunger as i32,
        number(view.depth().into()),
        number(view.turn()),
        view.at().x,
        view.at().y,
        view.has_goal().into(),
    ];
    out.copy_from_slice(&values);
}

/// The glyph and the colours of every cell around the hero, row by row. Cells out of sight are darker.
pub(crate) fn glyphs(view: &View<'_>, radius: u32) -> Vec<(char, Colour, Colour)> {
    let black = Colour { red: 0, green: 0, blue: 0, opacity: 255 };
    let look = |at: Point| {
        let cell = view.cell(at);
        let Some(tile) = cell.tile() else { return (' ', black, black) };
        let face = view.tile_info(tile).face();
        let (mut glyph, mut fg, mut bg) = (face.glyph, face.fg, face.bg);
        if let Some(item) = cell.item() {
            let kind = view.content().item(item);
            (glyph, fg) = (kind.glyph, kind.colour);
        }
        match cell {
            Cell::Visible { creature: Some(creature), .. } => {
                let kind = view.content().creature(creature.kind);
                (glyph, fg) = (kind.glyph, kind.colour);
            }
            Cell::Remembered { .. } => (fg, bg) = (fg.mixed(black, 8), bg.mixed(black, 8)),
            _ => {}
        }
        (glyph, fg, bg)
    };
    let mut cells: Vec<(char, Colour, Colour)> = window(view, radius).points().map(look).collect();
    let hero = view.content().creature(view.content().hero());
    let middle = cells.len() / 2;
    cells[middle] = (hero.glyph, hero.colour, cells[middle].2);
    cells
}
