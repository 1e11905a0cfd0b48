//! Finds a place where a vault fits, and stamps it there.

use std::collections::BTreeMap;

use undercroft_grid::{BitGrid, Neighbours, Point, Rect, Size};

use super::tunnels::Tunnels;
use crate::draft::StampedVault;
use crate::vault::Entrance;
use crate::{Draft, Rng, Stream, Terrain, Tile, Vault, Veto};

/// The side of the window to search, so that a vault costs no more on a large map than on a small one.
const WINDOW: u32 = 128;
/// How many windows to search on a larger map.
const WINDOWS: u32 = 6;
/// How many places to try in a window before allowing longer tunnels.
const TRIES: u32 = 12;
/// How many rooms to try for a vault.
const ROOMS: usize = 64;

/// Where vaults may go.
pub(super) struct Site {
    /// Free open cells outside all vaults.
    pub(super) ground: BitGrid,
    /// Rock that may be dug away: inside the border, outside all vaults, and not beside a door.
    pub(super) rock: BitGrid,
    /// The rooms in random order; `next_room` is the next to try.
    rooms: Vec<Rect>,
    next_room: usize,
}

/// Where a vault will stand, and in which orientation.
pub(super) struct Spot {
    pub(super) vault: Vault,
    pub(super) corner: Point,
    pub(super) tunnels: Tunnels,
}

impl Site {
    pub(super) fn of(draft: &Draft, rng: &mut Rng) -> Self {
        let mut ground = draft.open().clone();
        ground.subtract(&draft.taken());
        let mut rock = draft.where_tile(|tile| tile == Tile::WALL);
        let mut inside = BitGrid::new(draft.size());
        inside.insert_rect(draft.size().interior());
        rock.intersect(&inside);
        for door in draft.door_cells() {
            ground.remove(door);
            for beside in door.four().filter(|at| draft.size().contains(*at)) {
                rock.remove(beside);
            }
        }
        for vault in &draft.vaults {
            ground.remove_rect(vault.area);
            rock.remove_rect(vault.area);
        }
        if let Some(kept) = draft.kept() {
            ground.subtract(kept);
            rock.subtract(kept);
        }
        let mut rooms = draft.rooms.clone();
        rng.shuffle(&mut rooms);
        Self { ground, rock, rooms, next_room: 0 }
    }

    /// Searches for a spot for the vault.
    pub(super) fn find(
        &mut self,
        draft: &Draft,
        vault: &Vault,
        place: &str,
        reach: u32,
        rng: &mut Rng,
    ) -> Option<Spot> {
        let mut turned: Vec<&Vault> = vault.turned().iter().collect();
        rng.shuffle(&mut turned);
        let in_rock = place != "room" && place != "open" && vault.terrain() != Terrain::Open;
        let in_open = place != "rock" && vault.terrain() != Terrain::Rock;
        let mut spot = if in_rock { self.in_rock(draft, &turned, reach, rng) } else { None };
        if spot.is_none() && in_open && place != "open" {
            spot = self.in_room(&turned, rng);
        }
        if spot.is_none() && in_open && place != "room" {
            spot = self.in_open(draft, &turned, rng);
        }
        spot
    }

    /// Puts the vault on the map and digs its tunnels.
    pub(super) fn stamp(
        &mut self,
        draft: &mut Draft,
        spot: &Spot,
        known: &[Vault],
        stream: Stream,
    ) -> Result<(), Veto> {
        let Size { width, height } = spot.vault.size();
        let area = Rect::new(spot.corner.x, spot.corner.y, width, height);
        self.ground.remove_rect(area);
        self.rock.remove_rect(area);
        for &at in &spot.tunnels.dug {
            draft.carve(at);
            self.ground.insert(at);
            self.rock.remove(at);
        }
        put_vault(draft, (&spot.vault, spot.corner), &spot.tunnels.walled_up, known, stream)
    }

    /// A spot in rock, in any orientation, as near to open ground as possible.
    fn in_rock(&self, draft: &Draft, turned: &[&Vault], reach: u32, rng: &mut Rng) -> Option<Spot> {
        windows(draft.size(), rng).into_iter().find_map(|window| {
            let solid = self.rock.cropped(window);
            let mut blocked = solid.clone();
            blocked.invert();
            let mut near = self.ground.cropped(window);
            let mut forms: Vec<Form<'_>> = turned.iter().map(|vault| Form::of(vault)).collect();
            let mut length = 0;
            loop {
                for form in &mut forms {
                    let places = form.places(&blocked, &near);
                    let spot = self.try_some(form, places, window, (length, reach), rng);
                    if spot.is_some() {
                        return spot;
                    }
                }
                forms.retain(Form::fits_somewhere);
                if length >= reach || forms.is_empty() {
                    return None;
                }
                let longer = if length == 0 { 1 } else { reach.min(2 * length) };
                for _ in length..longer {
                    let mut next = near.grown(Neighbours::Four);
                    next.intersect(&solid);
                    near.unite(&next);
                }
                length = longer;
            }
        })
    }

    /// Tries some of the places where the entrances seem close enough to open ground.
    fn try_some(
        &self,
        form: &Form<'_>,
        mut places: BitGrid,
        window: Rect,
        (length, reach): (u32, u32),
        rng: &mut Rng,
    ) -> Option<Spot> {
        for _ in 0..TRIES {
            let at = any_of(&places, rng)?;
            places.remove(at);
            let corner = at + window.min();
            if let Some(tunnels) = Tunnels::find(self, form.vault, form.entrances, corner, length, reach) {
                return Some(Spot { vault: form.vault.clone(), corner, tunnels });
            }
        }
        None
    }

    /// A spot in the centre of a room, with space around it.
    fn in_room(&mut self, turned: &[&Vault], rng: &mut Rng) -> Option<Spot> {
        for _ in 0..self.rooms.len().min(ROOMS) {
            let room = self.rooms[self.next_room];
            self.next_room = (self.next_room + 1) % self.rooms.len();
            for vault in turned {
                let Size { width, height } = vault.size();
                let (Some(wide), Some(high)) = (room.width.checked_sub(width + 2), room.height.checked_sub(height + 2))
                else {
                    continue;
                };
                // If there is no exact centre, either side will do.
                let middle = |spare: u32, rng: &mut Rng| (spare / 2 + spare % 2 * u32::from(rng.coin())) as i32;
                let corner = room.min() + Point::new(1 + middle(wide, rng), 1 + middle(high, rng));
                let area = Rect::new(corner.x, corner.y, width, height);
                if self.ground.contains_rect(area.grown(1)) {
                    return Some(Spot { vault: (*vault).clone(), corner, tunnels: Tunnels::default() });
                }
            }
        }
        None
    }

    /// A spot on open ground, with space around it.
    fn in_open(&self, draft: &Draft, turned: &[&Vault], rng: &mut Rng) -> Option<Spot> {
        windows(draft.size(), rng).into_iter().find_map(|window| {
            let mut blocked = self.ground.cropped(window);
            blocked.invert();
            turned.iter().find_map(|vault| {
                let Size { width, height } = vault.size();
                let places = anchors(&blocked, &BitGrid::full(Size::new(width + 2, height + 2)));
                let corner = any_of(&places, rng)? + window.min() + Point::new(1, 1);
                Some(Spot { vault: (*vault).clone(), corner, tunnels: Tunnels::default() })
            })
        })
    }
}

/// Adds a vault on the map to the draft's list, and keeps its cells but for its doors.
fn keep_vault(draft: &mut Draft, vault: &Vault, corner: Point, doors: &[Point]) {
    let mut body = BitGrid::new(draft.size());
    body.unite_moved(&vault.drawing().body(), corner);
    draft.keep(&format!("the vault `{}`", vault.name()), &body, doors);
    let area = vault.size().rect().moved(corner);
    let tags = vault.tags().map(str::to_owned).collect();
    draft.vaults.push(StampedVault { name: vault.name().into(), area, tags, roles: vault.roles().into() });
}

/// Puts a vault on the map, with walls instead of some entrances, and smaller vaults from `known` onto the cells that it
/// leaves to them. Keeps all of their cells.
pub(in crate::steps) fn put_vault(
    draft: &mut Draft,
    (vault, corner): (&Vault, Point),
    walled_up: &[Point],
    known: &[Vault],
    stream: Stream,
) -> Result<(), Veto> {
    vault.drawing().put(draft, corner, stream, walled_up)?;
    walled_up.iter().for_each(|at| draft.set(*at, Tile::WALL));
    let mut nested = Vec::new();
    for (index, (nest, name)) in (0..).zip(vault.drawing().nests()) {
        let stream = stream.fork("nested").fork(index);
        let mut rng = stream.rng();
        let fits = |form: &&Vault| form.size().width <= nest.width && form.size().height <= nest.height;
        let has_tiles = |other: &&Vault| other.check_tiles(draft.tileset()).is_ok();
        let suits =
            |other: &&Vault| other.is_called(name) && other.depths().contains(draft.metadata.depth) && has_tiles(other);
        let forms: Vec<Vec<&Vault>> =
            known.iter().filter(suits).map(|other| other.turned().iter().filter(fits).collect()).collect();
        let weight = |forms: &Vec<&Vault>| forms.first().map_or(0, |form| form.weight().max(1));
        let weights: Vec<u32> = forms.iter().map(weight).collect();
        let Some(form) = rng.weighted(&weights).and_then(|chosen| rng.pick(&forms[chosen]).copied()) else { continue };
        let aside = |room: u32, side: u32, rng: &mut Rng| rng.below(room - side + 1) as i32;
        let offset = Point::new(
            aside(nest.width, form.size().width, &mut rng),
            aside(nest.height, form.size().height, &mut rng),
        );
        let at = corner + nest.min() + offset;
        form.drawing().clear_below(draft, at);
        form.drawing().put(draft, at, stream, &[])?;
        nested.push((form, at));
    }
    // An area belongs to the first vault in the list. What surrounds the smaller ones is kept too, so they need no doors.
    nested.into_iter().for_each(|(form, at)| keep_vault(draft, form, at, &[]));
    let doors = |required: bool| -> Vec<Point> {
        let those = vault.entrances().iter().filter(|entrance| entrance.required || !required);
        those.map(|entrance| entrance.at + corner).filter(|at| !walled_up.contains(at)).collect()
    };
    keep_vault(draft, vault, corner, &doors(false));
    draft.require_doors(&doors(true));
    Ok(())
}

/// A vault in one orientation, while searching for a place in rock.
struct Form<'a> {
    vault: &'a Vault,
    entrances: &'a [Entrance],
    /// Where its first cell can go, once computed.
    fits: Option<BitGrid>,
}

impl<'a> Form<'a> {
    fn of(vault: &'a Vault) -> Self {
        Self { vault, entrances: vault.entrances(), fits: None }
    }

    /// Whether it may fit somewhere, as far as is known.
    fn fits_somewhere(&self) -> bool {
        self.fits.as_ref().is_none_or(|fits| !fits.is_empty())
    }

    /// Where it fits with its entrances near open ground: all that are required, or else at least one.
    fn places(&mut self, blocked: &BitGrid, near: &BitGrid) -> BitGrid {
        let fits = self.fits.get_or_insert_with(|| anchors(blocked, &self.vault.drawing().body()));
        let mut places = fits.clone();
        let mut any = BitGrid::new(fits.size());
        let mut some_required = false;
        for entrance in self.entrances {
            let mut here = BitGrid::new(fits.size());
            for outside in &entrance.outside {
                here.unite_moved(near, Point::new(0, 0) - *outside);
            }
            if entrance.required {
                some_required = true;
                places.intersect(&here);
            } else {
                any.unite(&here);
            }
        }
        if !some_required {
            places.intersect(&any);
        }
        places
    }
}

/// A uniformly random cell of the set.
pub(in crate::steps) fn any_of(cells: &BitGrid, rng: &mut Rng) -> Option<Point> {
    cells.nth(rng.below(cells.count() as u32) as usize)
}

/// The windows to search: the whole map if it is small enough.
fn windows(size: Size, rng: &mut Rng) -> Vec<Rect> {
    let (width, height) = (size.width.min(WINDOW), size.height.min(WINDOW));
    let count = if size.width > WINDOW || size.height > WINDOW { WINDOWS } else { 1 };
    let mut window = || {
        let (x, y) = (rng.below(size.width - width + 1), rng.below(size.height - height + 1));
        Rect::new(x as i32, y as i32, width, height)
    };
    (0..count).map(|_| window()).collect()
}

/// Where the first cell of a body can go so that no cell of the body is blocked or outside the map.
pub(in crate::steps) fn anchors(blocked: &BitGrid, body: &BitGrid) -> BitGrid {
    let (map, size) = (blocked.size(), body.size());
    let mut free = BitGrid::new(map);
    if size.width > map.width || size.height > map.height {
        return free;
    }
    free.insert_rect(Rect::new(0, 0, map.width - size.width + 1, map.height - size.height + 1));
    // Treat the body as blocks: runs of cells, repeated over equal consecutive rows.
    let mut taken = BitGrid::new(map);
    let mut widened: BTreeMap<u32, BitGrid> = BTreeMap::new();
    let mut y = 0;
    while y < size.height {
        let same = (y..size.height).take_while(|below| body.row(*below) == body.row(y)).count() as u32;
        for run in body.runs(y) {
            let length = run.end - run.start;
            let wide = widened.entry(length).or_insert_with(|| {
                let mut wide = blocked.clone();
                wide.spread_left(length);
                wide
            });
            let mut high = wide.clone();
            high.spread_up(same);
            taken.unite_moved(&high, Point::new(-(run.start as i32), -(y as i32)));
        }
        y += same;
    }
    free.subtract(&taken);
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_exactly_where_the_whole_body_fits() {
        let blocked = BitGrid::parse("......#.\n........\n.#......\n........\n......#.", |glyph| glyph == '#');
        for body in ["###", "#.#\n###", ".#.\n###\n.#.", "##\n##", "########", "#########"] {
            let body = BitGrid::parse(body, |glyph| glyph == '#');
            let expected = BitGrid::from_fn(blocked.size(), |anchor| {
                let inside = blocked.size().rect().encloses(body.size().rect().moved(anchor));
                inside && body.points().all(|at| !blocked.contains(anchor + at))
            });
            assert_eq!(anchors(&blocked, &body), expected, "{body}");
        }
    }
}
