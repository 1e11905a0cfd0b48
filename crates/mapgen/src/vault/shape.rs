//! The rules for a vault's drawing: every walkable cell can be reached, wherever the vault is stamped.

use undercroft_grid::{BitGrid, Components, FOUR, Neighbours, Point, Rect, Size, flood};

use super::{Free, LONGEST_VAULT, Terrain, Vault};
use crate::drawing::{Place, Problem};
use crate::tile::Fixture;

/// An open cell on the edge of a vault.
#[derive(Clone, Debug)]
pub(crate) struct Entrance {
    pub(crate) at: Point,
    /// Its neighbours outside the vault.
    pub(crate) outside: Vec<Point>,
    /// Whether it needs open ground outside. If not, it is walled up where it faces rock.
    pub(crate) required: bool,
}

impl Vault {
    /// The open cells on the edge, row by row.
    pub(crate) fn entrances(&self) -> &[Entrance] {
        self.entrances.0.get_or_init(|| self.find_entrances())
    }

    fn find_entrances(&self) -> Vec<Entrance> {
        let mut entrances = Vec::new();
        for at in self.size().points().filter(|at| self.drawing.is_open(*at)) {
            let outside: Vec<Point> = at.four().filter(|near| self.drawing.entry_at(*near).is_none()).collect();
            if !outside.is_empty() {
                let marked = self.drawing.entry_at(at).and_then(|entry| entry.free);
                let required = marked.unwrap_or(self.file.free == Free::All);
                entrances.push(Entrance { at, outside, required });
            }
        }
        entrances
    }

    /// Checks the drawing. `corner` is the position of its first cell in the text.
    pub(super) fn check_shape(&self, corner: Point) -> Result<(), Problem> {
        let size = self.size();
        if size.width.max(size.height) > LONGEST_VAULT {
            let what = format!("the vault is {size}; its sides can be at most {LONGEST_VAULT}");
            return Err(Problem::new(Place::Key("map"), what));
        }
        if self.drawing.body().is_empty() {
            return Err(Problem::new(Place::Key("map"), "the vault changes nothing"));
        }
        if self.terrain() != Terrain::Open && self.entrances().is_empty() {
            let what = "a vault in rock needs an entrance, such as a door, on its edge";
            return Err(Problem::new(Place::Key("map"), what));
        }
        let wrong = self.misplaced().or_else(|| self.enclosed()).or_else(|| self.unreachable());
        let wrong = wrong.or_else(|| self.bad_nest());
        match wrong.or_else(|| self.bad_door()) {
            Some((at, what)) => Err(Problem::new(Place::Cell(corner + at), what)),
            None => Ok(()),
        }
    }

    /// Finds a cell with something that does not belong in a vault.
    fn misplaced(&self) -> Option<(Point, &'static str)> {
        let entrances = self.entrances();
        self.size().points().find_map(|at| {
            let entry = self.drawing.entry_at(at)?;
            if entry.start {
                return Some((at, "the player cannot start in a vault, which may be stamped anywhere"));
            }
            if matches!(self.drawing.fixture(at), Some(Fixture::Stairs(_))) {
                return Some((at, "a vault cannot have stairs; the step `stairs` places them"));
            }
            let on_edge = entrances.iter().any(|entrance| entrance.at == at);
            (entry.free.is_some() && !on_edge).then_some((at, "only a walkable cell on the edge can be `free`"))
        })
    }

    /// Finds an unchanged cell that the vault encloses.
    fn enclosed(&self) -> Option<(Point, &'static str)> {
        let Size { width, height } = self.size();
        let around = Rect::new(-1, -1, width + 2, height + 2);
        let mut outside = self.drawing.body().cropped(around);
        outside.invert();
        let mut cut_off = outside.clone();
        cut_off.subtract(&flood(&outside, Point::new(0, 0), Neighbours::Four));
        let at = cut_off.first()? - Point::new(1, 1);
        Some((at, "the vault encloses an unchanged cell; draw rock or floor here"))
    }

    /// Finds a walkable cell that cannot be reached from the edge.
    fn unreachable(&self) -> Option<(Point, &'static str)> {
        let regions = Components::of(&self.drawing.open(), Neighbours::Four);
        let mut reached = vec![false; regions.count()];
        for label in self.entrances().iter().filter_map(|entrance| regions.label(entrance.at)) {
            reached[label as usize] = true;
        }
        let cut_off = reached.iter().position(|reached| !reached)?;
        Some((regions.first(cut_off as u32), "this cell cannot be reached from the edge of the vault"))
    }

    /// Finds cells for a smaller vault that it could block.
    fn bad_nest(&self) -> Option<(Point, &'static str)> {
        let open = self.drawing.open();
        let is_for =
            |at: Point, name: &str| self.drawing.entry_at(at).is_some_and(|entry| entry.vault.as_deref() == Some(name));
        let is_good =
            |nest: Rect, name: &str| nest.points().all(|at| is_for(at, name)) && open.contains_rect(nest.grown(1));
        let (nest, _) = self.drawing.nests().find(|(nest, name)| !is_good(*nest, name))?;
        Some((nest.min(), "the cells of a nested vault must be a rectangle with walkable cells all around it"))
    }

    /// Finds a door that does not stand between two walls of the vault and lead into it.
    fn bad_door(&self) -> Option<(Point, &'static str)> {
        let stands = |door: Point| {
            let [up, left, right, down] = FOUR.map(|offset| door + offset);
            let wall = |at: Point| self.drawing.entry_at(at).is_some() && !self.drawing.is_open(at);
            let inside = |at: Point| self.drawing.is_open(at);
            let between = |walls: [Point; 2], openings: [Point; 2]| {
                walls.into_iter().all(wall) && !openings.into_iter().any(wall) && openings.into_iter().any(inside)
            };
            between([left, right], [up, down]) || between([up, down], [left, right])
        };
        let doors: BitGrid = BitGrid::from_fn(self.size(), |at| self.drawing.is_door(at));
        let bad = doors.points().find(|at| !stands(*at))?;
        Some((bad, "a door must stand between two walls of the vault and lead into it"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SourceFile;

    fn judged(map: &str, more: &str) -> Result<Vault, String> {
        let text = format!("name = 'x'\n{more}\nmap = '''\n{map}\n'''\n");
        Vault::parse(SourceFile::new("x", &text)).map_err(|error| error.to_string())
    }

    #[test]
    fn vaults_with_unreachable_cells_are_refused() {
        for (map, place) in [
            ("#######\n#..#..#\n##+####", "x:5:5: this cell cannot be reached"),
            ("#####\n#...#\n#####", "x:3:7: a vault in rock needs an entrance"),
            ("#####\n#. .#\n##+##", "x:5:3: the vault encloses"),
            ("#####\n#.+.#\n#...#\n##+##", "x:5:3: a door must stand between"),
            ("#+#", "x:4:2: a door must stand between"),
            ("###\n#>#\n#+#", "x:5:2: a vault cannot have stairs"),
        ] {
            let error = judged(map, "").expect_err(map);
            assert!(error.starts_with(place), "{error} instead of {place}:\n{map}");
        }
    }

    #[test]
    fn valid_shapes_are_accepted() {
        for (map, entrances) in
            [("#####\n#...#\n##+##", 1), (" ### \n##.##\n#...+\n##.##\n ### ", 1), ("###\n..+\n###", 2), (".\n#", 1)]
        {
            assert_eq!(judged(map, "").map(|vault| vault.entrances().len()), Ok(entrances), "{map}");
        }
    }

    #[test]
    fn the_vault_or_its_legend_decides_which_entrances_are_required() {
        let required = |more: &str| -> Vec<bool> {
            let text = format!(
                "name = 'x'\n{more}\nmap = '''\n#+#\n#..\n###'''\n[legend]\n'+' = {{ tile = 'door', free = true }}"
            );
            let vault = Vault::parse(SourceFile::new("x", &text)).unwrap();
            vault.entrances().iter().map(|entrance| entrance.required).collect()
        };
        assert_eq!(required("free = 'all'"), [true, true]);
        assert_eq!(required("free = 'any'"), [true, false]);
    }
}
