//! Divides the ground into the cells of a Voronoi diagram, with walls between them.
//!
//! ```text
//! ############        #....#.....#
//! ############        #....#.....#
//! ############   →    .....#....##
//! ############        ##.####.###.
//! ############        ..#......#..
//! ```

use std::collections::VecDeque;

use undercroft_grid::Point;

use crate::{BadParameter, Chance, Draft, Fact, Reach, Step, Stream, Tileset, Veto, require, step};

/// The values of `metric`.
const METRICS: [&str; 3] = ["euclidean", "manhattan", "chebyshev"];

step! {
    /// Divides the ground into the cells of a Voronoi diagram, with walls between them.
    ///
    /// Sites lie on a brick lattice, each moved at random. The cells nearest to a site form a chamber.
    pub struct Voronoi = "voronoi" {
        /// The distance between sites, in cells.
        pub size: u32 = 9,
        /// How far sites move off the lattice: 0 makes a honeycomb, 1 moves them as far as possible.
        pub jitter: f64 = 0.8,
        /// The distance metric: `euclidean`, `manhattan` (diagonal walls) or `chebyshev` (straight walls).
        pub metric: String = "euclidean".into(),
        /// The thickness of the walls.
        pub thickness: u32 = 1,
        /// The share of open chambers; the others stay solid.
        pub open: f64 = 0.85,
        /// The share of walls between open chambers that get an opening.
        pub openings: f64 = 0.6,
        /// The tile of the chambers.
        pub tile: String = "floor".into(),
        /// The tile of walls and solid chambers.
        pub wall: String = "wall".into(),
    }
}

impl Step for Voronoi {
    fn reach(&self) -> Reach {
        // Sites depend only on their position, so each window can compute all the sites it needs.
        Reach::Cells(0)
    }

    fn provides(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::within("size", self.size, 3..=1_000)?;
        require::share("jitter", self.jitter)?;
        require::one_of("metric", &self.metric, &METRICS)?;
        require::within("thickness", self.thickness, 0..=self.size / 2)?;
        require::share("open", self.open)?;
        require::share("openings", self.openings)?;
        require::tile("tile", &self.tile, tileset)?;
        require::tile("wall", &self.wall, tileset)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let (floor, wall) = (draft.named(&self.tile)?, draft.named(&self.wall)?);
        let mut diagram = Diagram::new(self, stream);
        let thickness = self.thickness as usize;
        let width = draft.size().width as usize;
        // The owners of a row, and of the rows below it that can put a wall there.
        let mut rows = VecDeque::new();
        for below in 0..thickness {
            rows.push_back(diagram.owners(draft, below, width + thickness));
        }
        for y in 0..draft.size().height {
            rows.push_back(diagram.owners(draft, y as usize + thickness, width + thickness));
            let first = draft.world(Point::new(0, y as i32));
            draft.edit_row(y, |cells| {
                for (x, cell) in cells.iter_mut().enumerate() {
                    let at = first + Point::new(x as i32, 0);
                    *cell = if diagram.is_open(&rows, x, at) { floor } else { wall };
                }
            });
            rows.pop_front();
        }
        Ok(())
    }
}

/// The site of a chamber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Site {
    /// Its position on the lattice.
    column: i64,
    row: i64,
    /// Its position in the world.
    x: i64,
    y: i64,
}

/// Where on the lattice the nearest site can be. Odd rows are shifted, so three columns to each side.
const AROUND: [(i64, i64); 35] = {
    let mut around = [(0, 0); 35];
    let mut index = 0;
    while index < 35 {
        around[index] = (index as i64 % 7 - 3, index as i64 / 7 - 2);
        index += 1;
    }
    around
};

struct Diagram<'a> {
    step: &'a Voronoi,
    size: i64,
    /// How many positions a site can take along each axis.
    places: u32,
    sites: Stream,
    open: Stream,
    openings: Stream,
    /// For one row of the lattice: each column on the map, with the sites that may be nearest to its cells.
    near: Vec<(i64, Vec<Site>)>,
    near_row: i64,
}

impl<'a> Diagram<'a> {
    fn new(step: &'a Voronoi, stream: Stream) -> Self {
        Self {
            step,
            size: i64::from(step.size),
            places: 1 + (f64::from(step.size - 1) * step.jitter.clamp(0.0, 1.0)) as u32,
            sites: stream.fork("sites"),
            open: stream.fork("open"),
            openings: stream.fork("openings"),
            near: Vec::new(),
            near_row: i64::MAX,
        }
    }

    /// Odd rows of the lattice are shifted by half.
    const fn shift(&self, row: i64) -> i64 {
        if row & 1 == 0 { 0 } else { self.size / 2 }
    }

    fn site(&self, column: i64, row: i64) -> Site {
        let roll = self.sites.at(Point::new(column as i32, row as i32));
        let moved = |roll: u64| (((roll & 0xffff_ffff) * u64::from(self.places)) >> 32) as i64;
        let margin = (self.size - i64::from(self.places)) / 2;
        Site {
            column,
            row,
            x: column * self.size + self.shift(row) + margin + moved(roll),
            y: row * self.size + margin + moved(roll >> 32),
        }
    }

    /// The sites nearest to the cells of a row, including some columns past the map.
    fn owners(&mut self, draft: &Draft, y: usize, width: usize) -> Vec<Site> {
        let columns: Vec<i64> = (0..width).map(|x| i64::from(draft.world(Point::new(x as i32, y as i32)).x)).collect();
        let y = i64::from(draft.world(Point::new(0, y as i32)).y);
        match self.step.metric.as_str() {
            "manhattan" => self.nearest(&columns, y, |x, y| x.abs() + y.abs()),
            "chebyshev" => self.nearest(&columns, y, |x, y| x.abs().max(y.abs())),
            _ => self.nearest(&columns, y, |x, y| x * x + y * y),
        }
    }

    fn nearest(&mut self, columns: &[i64], y: i64, distance: impl Fn(i64, i64) -> i64 + Copy) -> Vec<Site> {
        let row = y.div_euclid(self.size);
        let (shift, size) = (self.shift(row), self.size);
        let place = |x: i64| (x - shift).div_euclid(size);
        if row != self.near_row {
            let mut places: Vec<i64> = columns.iter().map(|x| place(*x)).collect();
            places.dedup();
            self.near = places.into_iter().map(|place| (place, self.around(place, row, distance))).collect();
            self.near_row = row;
        }
        let mut near = self.near.iter();
        let mut here = near.next();
        let mut owners = Vec::with_capacity(columns.len());
        for &x in columns {
            while here.is_some_and(|(column, _)| *column != place(x)) {
                here = near.next();
            }
            // Ties go to the first site; all windows see them in the same order.
            let sites = here.iter().flat_map(|(_, sites)| sites);
            owners.extend(sites.min_by_key(|site| distance(site.x - x, site.y - y)));
        }
        owners
    }

    /// The sites that may be nearest to the cells of a lattice square.
    fn around(&self, column: i64, row: i64, distance: impl Fn(i64, i64) -> i64) -> Vec<Site> {
        let left = column * self.size + self.shift(row);
        let top = row * self.size;
        let sites = AROUND.map(|(right, down)| self.site(column + right, row + down));
        // The distance to the nearest and to the farthest cell along an axis.
        let nearest = |at: i64, first: i64| (first - at).max(at - first - self.size + 1).max(0);
        let farthest = |at: i64, first: i64| (at - first).abs().max((at - first - self.size + 1).abs());
        let sure = sites.iter().map(|site| distance(farthest(site.x, left), farthest(site.y, top))).min();
        let may_be = |site: &Site| Some(distance(nearest(site.x, left), nearest(site.y, top))) <= sure;
        sites.into_iter().filter(may_be).collect()
    }

    /// Whether the cell is inside an open chamber or in an opening between two.
    fn is_open(&self, rows: &VecDeque<Vec<Site>>, x: usize, at: Point) -> bool {
        let here = rows[0][x];
        if !self.is_open_chamber(here) {
            return false;
        }
        let thickness = self.step.thickness as usize;
        let around = rows.iter().enumerate().flat_map(|(down, row)| &row[x..=x + thickness - down]);
        let mut others = around.filter(|site| **site != here).peekable();
        others.peek().is_none() || others.any(|site| self.is_opening(here, *site, at))
    }

    fn is_open_chamber(&self, site: Site) -> bool {
        Chance::clamped(self.step.open).hits(self.open.at(Point::new(site.column as i32, site.row as i32)))
    }

    /// Whether there is an opening between two chambers, near the midpoint of their sites, and the cell lies in it.
    fn is_opening(&self, one: Site, other: Site, at: Point) -> bool {
        // In half cells, so that the midpoint is an integer. The wall lies entirely on one side of the border.
        let reach = 2 * i64::from(self.step.thickness) - 1;
        let off = |at: i32, one: i64, other: i64| (2 * i64::from(at) - one - other).abs();
        if off(at.x, one.x, other.x) > reach || off(at.y, one.y, other.y) > reach || !self.is_open_chamber(other) {
            return false;
        }
        let (first, second) =
            if (one.row, one.column) < (other.row, other.column) { (one, other) } else { (other, one) };
        let direction = (second.row - first.row) * 16 + (second.column - first.column);
        let place = Point::new(first.column as i32, first.row as i32);
        Chance::clamped(self.step.openings).hits(self.openings.fork(direction as i32).at(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, Size};
    use undercroft_grid::{Components, Neighbours};

    fn hive(step: &Voronoi, size: Size, origin: Point) -> Draft {
        let mut draft = Draft::new(size, Tileset::standard());
        draft.origin = origin;
        step.apply(&mut draft, Seed::from(3).fork("voronoi")).unwrap();
        draft
    }

    fn every_metric() -> impl Iterator<Item = Voronoi> {
        METRICS.into_iter().flat_map(|metric| {
            [(1, 0.8, 9), (2, 1.0, 5), (3, 0.0, 14), (0, 1.0, 3)].map(|(thickness, jitter, size)| {
                Voronoi::default().metric(metric).thickness(thickness.min(size / 2)).jitter(jitter).size(size)
            })
        })
    }

    #[test]
    fn a_cell_does_not_depend_on_what_is_made_around_it() {
        for step in every_metric() {
            for origin in
                [Point::new(-50, -20), Point::new(i32::MAX - 40, i32::MIN + 2), Point::new(i32::MIN, i32::MAX - 30)]
            {
                let whole = hive(&step, Size::new(90, 40), origin);
                for (x, y) in [(0, 0), (1, 3), (17, 7), (40, 20)] {
                    let part = hive(&step, Size::new(37, 16), origin + Point::new(x, y));
                    for at in part.size().points() {
                        let same = whole.tile(at + Point::new(x, y));
                        assert_eq!(part.tile(at), same, "{at} of the part at ({x}, {y})\n{whole}\n{part}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_cell_belongs_to_its_nearest_site() {
        for step in every_metric() {
            let mut diagram = Diagram::new(&step, Seed::from(8).fork("voronoi"));
            let draft = Draft::new(Size::new(60, 30), Tileset::standard());
            let sites: Vec<Site> = (-8..20)
                .flat_map(|row| (-8..30).map(move |column| (column, row)))
                .map(|(c, r)| diagram.site(c, r))
                .collect();
            let distance = |site: &Site, x: i64, y: i64| match step.metric.as_str() {
                "manhattan" => (site.x - x).abs() + (site.y - y).abs(),
                "chebyshev" => (site.x - x).abs().max((site.y - y).abs()),
                _ => (site.x - x).pow(2) + (site.y - y).pow(2),
            };
            for y in 0..30 {
                for (x, owner) in diagram.owners(&draft, y, 60).iter().enumerate() {
                    let (x, y) = (x as i64, y as i64);
                    let nearest = sites.iter().map(|site| distance(site, x, y)).min();
                    assert_eq!(Some(distance(owner, x, y)), nearest, "({x}, {y}) of {step:?}");
                }
            }
        }
    }

    #[test]
    fn walls_separate_chambers_and_openings_join_them() {
        let closed = Voronoi::default().open(1.0).openings(0.0);
        let size = Size::new(90, 60);
        let parts =
            |step: &Voronoi| Components::of(hive(step, size, Point::new(0, 0)).open(), Neighbours::Four).count();
        let chambers = 90.0 * 60.0 / 81.0;
        assert!(parts(&closed) as f64 > chambers * 0.8, "{} chambers", parts(&closed));
        let open = closed.openings(1.0);
        assert!(parts(&open) < 12, "{} parts:\n{}", parts(&open), hive(&open, size, Point::new(0, 0)));
    }

    #[test]
    fn the_share_of_open_chambers_matches_the_parameter() {
        for open in [0.0, 0.3, 0.7, 1.0] {
            let step = Voronoi::default().open(open).thickness(0).size(4);
            let draft = hive(&step, Size::new(300, 300), Point::new(0, 0));
            let share = draft.open().count() as f64 / draft.size().area() as f64;
            assert!((share - open).abs() < 0.03, "{share} for a share of {open}");
        }
    }
}
