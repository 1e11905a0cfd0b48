//! Where everything is on the screen: regions that never overlap, whatever its size.
//!
//! ```text
//! ┌ sidebar ┐ map
//! │         │
//! │         │┌ log ───────┐
//! └─────────┘└────────────┘
//! ```

use ratatui::layout::Rect;

use crate::settings::Settings;

/// The smallest screen that the game can be played on.
pub const SMALLEST: (u16, u16) = (60, 20);

/// The regions of the play view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regions {
    /// The box with numbers and bars.
    pub sidebar: Rect,
    /// The map.
    pub map: Rect,
    /// The box with the log.
    pub log: Rect,
}

/// Whether the game can be played on a screen.
#[must_use]
pub const fn is_large_enough(screen: Rect) -> bool {
    screen.width >= SMALLEST.0 && screen.height >= SMALLEST.1
}

/// The regions of the play view on a screen. They cover it and do not overlap.
#[must_use]
pub fn regions(screen: Rect, settings: &Settings) -> Regions {
    let sidebar = settings.sidebar_width.unwrap_or_else(|| (screen.width / 4).clamp(18, 30));
    // The map has the larger part, whatever the settings say.
    let sidebar = sidebar.min(screen.width / 2);
    let log = settings.log_height.unwrap_or_else(|| (screen.height / 4).clamp(5, 8)).min(screen.height / 2);
    let right = screen.width - sidebar;
    let above = screen.height - log;
    Regions {
        sidebar: Rect::new(screen.x, screen.y, sidebar, screen.height),
        map: Rect::new(screen.x + sidebar, screen.y, right, above),
        log: Rect::new(screen.x + sidebar, screen.y + above, right, log),
    }
}

/// A box of at most this size in the middle of the screen.
#[must_use]
pub(crate) fn centred(screen: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(screen.width), height.min(screen.height));
    let (x, y) = ((screen.width - width) / 2, (screen.height - height) / 2);
    Rect::new(screen.x + x, screen.y + y, width, height)
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::SourceFile;

    use super::*;

    #[test]
    fn regions_cover_the_screen_and_do_not_overlap_at_any_size() {
        let wild = "[screen]\nsidebar-width = 60\nlog-height = 40";
        for settings in [Settings::standard(), Settings::read(SourceFile::new("s.toml", wild)).unwrap()] {
            for width in 0..=250 {
                for height in 0..=80 {
                    let screen = Rect::new(0, 0, width, height);
                    let Regions { sidebar, map, log } = regions(screen, &settings);
                    for (one, other) in [(sidebar, map), (sidebar, log), (map, log)] {
                        assert!(one.intersection(other).is_empty(), "{width}×{height}: {one} and {other}");
                    }
                    let area: u32 = [sidebar, map, log].iter().map(|region| region.area()).sum();
                    assert_eq!(area, screen.area(), "{width}×{height}");
                    assert_eq!(sidebar.union(map).union(log), screen, "{width}×{height}");
                }
            }
        }
    }

    #[test]
    fn the_usual_sizes_leave_room_for_the_map() {
        let of = |width, height| regions(Rect::new(0, 0, width, height), &Settings::standard());
        assert_eq!((of(80, 24).sidebar.width, of(80, 24).log.height), (20, 6));
        assert_eq!((of(80, 50).sidebar.width, of(80, 50).log.height), (20, 8));
        assert_eq!((of(200, 60).sidebar.width, of(200, 60).log.height), (30, 8));
        assert_eq!((of(60, 20).sidebar.width, of(60, 20).log.height), (18, 5));
    }
}
