//! The layout of the play screen: areas that never overlap, whatever the size of the window.
//!
//! ```text
//! ┌ sidebar ┐ map
//! │         │
//! │         │┌ log ───────┐
//! └─────────┘└────────────┘
//! ```

use ratatui::layout::Rect;

use crate::settings::Settings;

/// The smallest window that the game and the viewer fit into: columns and rows.
pub const MINIMUM_SIZE: (u16, u16) = (60, 20);

/// The areas of the play screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayAreas {
    /// The box with the hero's stats.
    pub sidebar: Rect,
    /// The map.
    pub map: Rect,
    /// The box with the log.
    pub log: Rect,
}

/// Whether a window has at least [`MINIMUM_SIZE`].
#[must_use]
pub const fn is_large_enough(screen: Rect) -> bool {
    screen.width >= MINIMUM_SIZE.0 && screen.height >= MINIMUM_SIZE.1
}

/// The areas of the play screen. They cover it and do not overlap.
#[must_use]
pub fn play_areas(screen: Rect, settings: &Settings) -> PlayAreas {
    let sidebar = settings.sidebar_width.unwrap_or_else(|| (screen.width / 4).clamp(18, 30));
    // The map gets the larger share, whatever the settings say.
    let sidebar = sidebar.min(screen.width / 2);
    let log = settings.log_height.unwrap_or_else(|| (screen.height / 4).clamp(5, 8)).min(screen.height / 2);
    let right = screen.width - sidebar;
    let above = screen.height - log;
    PlayAreas {
        sidebar: Rect::new(screen.x, screen.y, sidebar, screen.height),
        map: Rect::new(screen.x + sidebar, screen.y, right, above),
        log: Rect::new(screen.x + sidebar, screen.y + above, right, log),
    }
}

/// An area of at most this size in the middle of the screen.
pub(crate) fn centred(screen: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(screen.width), height.min(screen.height));
    let (x, y) = ((screen.width - width) / 2, (screen.height - height) / 2);
    Rect::new(screen.x + x, screen.y + y, width, height)
}

/// An area without its first and last column.
pub(crate) fn padded(area: Rect) -> Rect {
    Rect { x: area.x + area.width.min(1), width: area.width.saturating_sub(2), ..area }
}

/// Asserts that areas cover the screen and do not overlap, whatever its size.
#[cfg(test)]
pub(crate) fn assert_covers(areas: impl Fn(Rect) -> Vec<Rect>) {
    for (width, height) in (0..=250).flat_map(|width| (0..=80).map(move |height| (width, height))) {
        let screen = Rect::new(0, 0, width, height);
        let areas = areas(screen);
        for (index, one) in areas.iter().enumerate() {
            for other in &areas[index + 1..] {
                assert!(one.intersection(*other).is_empty(), "{screen}: {one} and {other}");
            }
        }
        assert!(areas.iter().all(|area| screen.union(*area) == screen), "{screen}: {areas:?}");
        assert_eq!(areas.iter().map(|area| area.area()).sum::<u32>(), screen.area(), "{screen}");
    }
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::SourceFile;

    use super::*;

    #[test]
    fn areas_cover_the_screen_and_do_not_overlap() {
        let wild = "[screen]\nsidebar-width = 60\nlog-height = 40";
        for settings in [Settings::standard(), Settings::read(SourceFile::new("s.toml", wild)).unwrap()] {
            assert_covers(|screen| {
                let PlayAreas { sidebar, map, log } = play_areas(screen, &settings);
                vec![sidebar, map, log]
            });
        }
    }

    #[test]
    fn the_map_gets_most_of_a_common_window() {
        let of = |width, height| {
            let areas = play_areas(Rect::new(0, 0, width, height), &Settings::standard());
            (areas.sidebar.width, areas.log.height)
        };
        assert_eq!([of(60, 20), of(80, 24), of(80, 50), of(200, 60)], [(18, 5), (18, 6), (18, 8), (18, 8)]);
    }
}
