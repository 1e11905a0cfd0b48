//! Pastes a drawing onto the map at a given position.
//!
//! ```text
//! .......        .......
//! .......        ..OOO..
//! .......   →    ..O_O..
//! .......        ..O.O..
//! .......        .......
//! ```

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Point, Size};

use crate::drawing::{Drawing, Place, Problem};
use crate::{BadParameter, Class, Draft, Fact, LegendEntry, Reach, Step, Stream, Tileset, Veto, step};

step! {
    /// Pastes a drawing onto the map at a given position. The drawing may be a whole level.
    ///
    /// A glyph missing from the legend stands for the tile with that glyph, `.` for floor and `@` for the start. A
    /// space leaves the map as it is.
    pub struct Paste = "paste" {
        /// The drawing, line by line.
        pub map: String = String::new(),
        /// The meaning of glyphs: a tile, a list of tiles to choose from, or a table, as in a vault file.
        pub legend: BTreeMap<char, LegendEntry> = BTreeMap::new(),
        /// The column of the drawing's left edge.
        pub x: i32 = 0,
        /// The row of the drawing's top edge.
        pub y: i32 = 0,
        /// Whether to keep the drawing as it is: later steps leave it alone, rooms grow from its doors and open edges,
        /// and tunnels go around it. Stairs may still stand on its floor.
        pub kept: bool = false,
    }
}

impl Step for Paste {
    fn reach(&self) -> Reach {
        Reach::Cells(0)
    }

    fn provides(&self) -> Vec<Fact> {
        let starts = self.legend.values().any(|meaning| meaning.start) || self.map.contains('@');
        if starts { vec![Fact::OPEN, Fact::START] } else { vec![Fact::OPEN] }
    }

    fn spawn_names(&self) -> Vec<(&'static str, Class, &str)> {
        self.legend.values().flat_map(LegendEntry::spawn_names).map(|(class, name)| ("legend", class, name)).collect()
    }

    fn min_size(&self) -> Size {
        let size = self.drawing(&Tileset::standard()).map_or(Size::new(0, 0), |drawing| drawing.size());
        let side = |from: i32, length: u32| u32::try_from(from).map_or(1, |from| from.saturating_add(length).max(1));
        Size::new(side(self.x, size.width), side(self.y, size.height))
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        self.drawing(tileset).map(|_| ()).map_err(|problem| {
            let parameter = if matches!(problem.place, Place::Legend(_)) { "legend" } else { "map" };
            BadParameter {
                missing_tile: problem.missing_tile.clone(),
                ..BadParameter::new(parameter, problem.to_string())
            }
        })
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let drawing = self.drawing(draft.tileset()).map_err(|problem| Veto::new("paste", problem.to_string()))?;
        let corner = Point::new(self.x, self.y) - draft.origin;
        drawing.clear_below(draft, corner);
        drawing.put(draft, corner, stream, &[])?;
        draft.trim_rooms();
        if self.kept {
            let mut cells = BitGrid::new(draft.size());
            cells.unite_moved(&drawing.body(), corner);
            let on_edge = |at: &Point| at.four().any(|near| draft.size().contains(near) && !cells.contains(near));
            let open: Vec<Point> = cells.points().filter(|at| draft.is_open(*at)).filter(on_edge).collect();
            let (doors, edges): (Vec<Point>, Vec<Point>) =
                open.into_iter().partition(|at| draft.tileset().is_door(draft.tile(*at)));
            draft.keep(&format!("the drawing at ({}, {})", self.x, self.y), &cells, &doors);
            draft.require_doors(&doors);
            draft.grow_from(&edges);
        }
        Ok(())
    }
}

impl Paste {
    fn drawing(&self, tileset: &Tileset) -> Result<Drawing, Problem> {
        let mut legend = self.legend.clone();
        if self.map.contains('@') {
            legend.entry('@').or_insert_with(|| LegendEntry { start: true, ..LegendEntry::tile("floor") });
        }
        Drawing::read(&self.map, &legend, tileset).map(|(drawing, _)| drawing)
    }
}

#[cfg(test)]
mod tests {
    use undercroft_grid::Point;

    use crate::{Content, Recipe, SourceFile};

    fn recipe(step: &str) -> Result<Recipe, String> {
        let text = format!("name = 'x'\ndescription = 'x'\nsize = '9x5'\n[[step]]\ndo = 'paste'\n{step}");
        Recipe::parse(SourceFile::new("x.toml", &text), Content::standard()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_recipe_can_draw_a_whole_level() {
        let step = "x = 1\nmap = '''\n########\n#@.+..>#\n########\n'''\n[step.legend]\n'.' = 'moss'\n";
        let level = recipe(step).unwrap().build(1).unwrap();
        assert_eq!(level.to_string(), "#########\n##@\"+\"\">#\n#########\n#########\n#########\n");
        assert_eq!((level.doors().len(), level.stairs().len()), (1, 1));
        let error = recipe(step).unwrap().sized(8, 5).build(1).unwrap_err().to_string();
        assert!(error.contains("8x5 is too small for step `paste`: it must be at least 9x3"), "{error}");
    }

    #[test]
    fn errors_name_the_position() {
        let error = |step: &str| recipe(step).expect_err(step);
        assert_eq!(error(""), "x.toml:5:6: paste: map: the map is empty");
        assert!(error("map = '''\n#\nk'''").starts_with("x.toml:6:7: paste: map: line 2, column 1: `k` is neither"));
        assert!(error("map = 'k'\n[step.legend]\nk = 'wal'").contains("no tile is called `wal`; did you mean `wall`?"));
    }
    fn level_with(pins: &str) -> Result<crate::Level, String> {
        let text = format!(
            "name = 'x'\ndescription = 'x'\nsize = '15x7'\n[[step]]\ndo = 'paste'\nmap = '''\n\
             ###############\n#.............#\n###############\n'''\n\
             [[step]]\ndo = 'paste'\nas = 'pins'\nkept = true\n{pins}\n[[step]]\ndo = 'connect'\npockets = 0\n\
             [[step]]\ndo = 'stairs'\n"
        );
        let recipe = Recipe::parse(SourceFile::new("x.toml", &text), Content::standard()).unwrap();
        recipe.build(1).map_err(|error| error.to_string())
    }

    #[test]
    fn tunnels_go_around_cells_that_are_kept() {
        let level = level_with("x = 7\ny = 1\nmap = '#'").unwrap();
        assert!(!level.is_open(undercroft_grid::Point::new(7, 1)), "{level}");
        let other = level_with("x = 3\ny = 4\nmap = '''\n.#.\n'''").unwrap();
        let pins: Vec<bool> = (3..6).map(|x| other.is_open(undercroft_grid::Point::new(x, 4))).collect();
        assert_eq!(pins, [true, false, true], "{other}");
    }

    #[test]
    fn rooms_grow_from_the_doors_and_edges_of_a_kept_drawing() {
        let drawing = |map: &str| super::Paste::default().map(map).x(25).y(8);
        let closed = "###########\n#.........#\n#..O...O..#\n#....~....#\n#####+#####";
        for (map, doors) in [(closed, 1), (&closed.replace("O..#", "O..+"), 2), (".....\n.....", 0), ("O#O", 0)] {
            let recipe = Recipe::new(60, 24).accrete().stairs().pinned(drawing(map));
            for seed in 0..15 {
                let level = recipe.build(seed).unwrap_or_else(|error| panic!("{error}\n{map}"));
                let leads_on = |door: &&Point| door.four().filter(|near| level.is_open(*near)).count() == 2;
                let lead_on = level.doors().iter().filter(leads_on).count();
                assert!(lead_on >= doors, "seed {seed}, {lead_on} doors lead on:\n{level}");
                assert!(level.open().count() > 60 * 24 / 5, "seed {seed}: hardly anything grew:\n{level}");
            }
        }
    }

    #[test]
    fn cells_that_cannot_be_kept_are_named() {
        let walled_in = level_with("x = 3\ny = 3\nmap = '''\n###\n#.#\n###\n'''").unwrap_err();
        assert!(
            walled_in.contains(
                "connect: kept cells wall in the open cells here: the drawing at (3, 3) has no way out, at (4, 4)"
            ),
            "{walled_in}"
        );
        let on_border = level_with("x = 5\ny = 0\nmap = '.'").unwrap_err();
        assert!(
            on_border.contains("border: the border is open: the drawing at (5, 0) has an open cell on it, at (5, 0)"),
            "{on_border}"
        );
    }
}
