//! What a vault's drawing must keep so that it can be stamped anywhere: that all of it can be walked to.

use undercroft_grid::{BitGrid, Components, FOUR, Neighbours, Point, Rect, Size, flood};

use super::{Free, LONGEST_VAULT, Terrain, Vault};
use crate::drawing::{Place, Problem};

/// An open cell on the edge of a vault.
#[derive(Clone, Debug)]
pub(crate) struct Entrance {
    pub(crate) at: Point,
    /// The cells beside it that are no part of the vault.
    pub(crate) outside: Vec<Point>,
    /// Whether there must be open ground before it. Where there need not be and is none, it is walled up.
    pub(crate) required: bool,
}

impl Vault {
    /// The open cells on the edge, row by row.
    pub(crate) fn entrances(&self) -> Vec<Entrance> {
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

    /// Whether the drawing makes a vault. `corner` is where in the text its first cell is.
    pub(super) fn check_shape(&self, corner: Point) -> Result<(), Problem> {
        let size = self.size();
        if size.width.max(size.height) > LONGEST_VAULT {
            let what = format!("the vault is {size}: at most {LONGEST_VAULT} a side");
            return Err(Problem::new(Place::Key("map"), what));
        }
        if self.drawing.body().is_empty() {
            return Err(Problem::new(Place::Key("map"), "the vault changes nothing"));
        }
        if self.terrain() != Terrain::Open && self.entrances().is_empty() {
            let what = "a vault in rock needs an open cell on its edge, such as a door, for a way in";
            return Err(Problem::new(Place::Key("map"), what));
        }
        let wrong = self.misplaced().or_else(|| self.enclosed()).or_else(|| self.unreachable());
        match wrong.or_else(|| self.bad_door()) {
            Some((at, what)) => Err(Problem::new(Place::Cell(corner + at), what)),
            None => Ok(()),
        }
    }

    /// A cell with something that does not belong into a vault.
    fn misplaced(&self) -> Option<(Point, &'static str)> {
        let entrances = self.entrances();
        self.size().points().find_map(|at| {
            let entry = self.drawing.entry_at(at)?;
            if entry.start {
                return Some((at, "a vault may stand anywhere, so that the player cannot start in it"));
            }
            if entry.tiles.iter().any(|tile| tile.starts_with("stairs-")) {
                return Some((at, "a vault has no stairs: the step `stairs` places them"));
            }
            let on_edge = entrances.iter().any(|entrance| entrance.at == at);
            (entry.free.is_some() && !on_edge).then_some((at, "only an open cell on the edge can be `free`"))
        })
    }

    /// A cell that is left as it is, but cannot be reached from outside the vault.
    fn enclosed(&self) -> Option<(Point, &'static str)> {
        let Size { width, height } = self.size();
        let around = Rect::new(-1, -1, width + 2, height + 2);
        let mut outside = self.drawing.body().cropped(around);
        outside.invert();
        let mut cut_off = outside.clone();
        cut_off.subtract(&flood(&outside, Point::new(0, 0), Neighbours::Four));
        let at = cut_off.first()? - Point::new(1, 1);
        Some((at, "the vault closes in a cell that it leaves as it is; draw rock or floor there"))
    }

    /// A cell that one could stand on but not walk to.
    fn unreachable(&self) -> Option<(Point, &'static str)> {
        let regions = Components::of(&self.drawing.open(), Neighbours::Four);
        let mut reached = vec![false; regions.count()];
        for label in self.entrances().iter().filter_map(|entrance| regions.label(entrance.at)) {
            reached[label as usize] = true;
        }
        let cut_off = reached.iter().position(|reached| !reached)?;
        Some((regions.first(cut_off as u32), "nobody can walk here from the edge of the vault"))
    }

    /// A door that does not stand between two walls of the vault, with a way into it.
    fn bad_door(&self) -> Option<(Point, &'static str)> {
        let stands = |door: Point| {
            let [up, left, right, down] = FOUR.map(|offset| door + offset);
            let wall = |at: Point| self.drawing.entry_at(at).is_some() && !self.drawing.is_open(at);
            let inside = |at: Point| self.drawing.is_open(at);
            let between = |walls: [Point; 2], ways: [Point; 2]| {
                walls.into_iter().all(wall) && !ways.into_iter().any(wall) && ways.into_iter().any(inside)
            };
            between([left, right], [up, down]) || between([up, down], [left, right])
        };
        let doors: BitGrid = BitGrid::from_fn(self.size(), |at| self.drawing.is_door(at));
        let bad = doors.points().find(|at| !stands(*at))?;
        Some((bad, "a door stands between two walls of the vault and leads into it"))
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
    fn what_cannot_be_walked_to_is_refused() {
        for (map, place) in [
            ("#######\n#..#..#\n##+####", "x:5:5: nobody can walk here"),
            ("#####\n#...#\n#####", "x:3:7: a vault in rock needs an open cell"),
            ("#####\n#. .#\n##+##", "x:5:3: the vault closes in"),
            ("#####\n#.+.#\n#...#\n##+##", "x:5:3: a door stands between"),
            ("#+#", "x:4:2: a door stands between"),
            ("###\n#>#\n#+#", "x:5:2: a vault has no stairs"),
        ] {
            let error = judged(map, "").expect_err(map);
            assert!(error.starts_with(place), "{error}, not {place}:\n{map}");
        }
    }

    #[test]
    fn good_shapes_are_accepted() {
        for (map, entrances) in
            [("#####\n#...#\n##+##", 1), (" ### \n##.##\n#...+\n##.##\n ### ", 1), ("###\n..+\n###", 2), (".\n#", 1)]
        {
            assert_eq!(judged(map, "").map(|vault| vault.entrances().len()), Ok(entrances), "{map}");
        }
    }

    #[test]
    fn the_vault_or_the_legend_says_what_must_be_free() {
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
