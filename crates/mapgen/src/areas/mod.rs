//! Areas and links: the rooms, corridors and other areas of a level, and the openings between them.
//!
//! ```text
//! ############        ############
//! #...####...#        #000####111#        0 and 1 are rooms, 2 is a corridor
//! #...+......#   →    #0002222111#        0–2 is a door
//! #...####...#        #000####111#        1–2 is a gap
//! ############        ############
//! ```
//!
//! Areas are computed from the map and its lists, so a draft can have them at any moment and steps need not track them.

mod divide;
mod links;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use undercroft_grid::{Grid, Point, Rect};

use crate::{Draft, StairKind};

/// The areas of a level and the links between them, as a graph.
///
/// ```
/// use undercroft_mapgen::{AreaKind, Recipe};
/// let level = Recipe::named("vaults")?.build(42)?;
/// let areas = level.areas();
/// let home = areas.at(level.start()).expect("the start is walkable");
/// println!("You start in a {} of {} cells.", home.name, home.cells);
/// for vault in areas.iter().filter(|area| area.kind == AreaKind::Vault) {
///     println!("{} at {}, next to {:?}", vault.name, vault.bounds.min(), areas.neighbours(vault.id).collect::<Vec<_>>());
/// }
/// assert_eq!(areas.iter().map(|area| area.cells).sum::<usize>(), level.open().count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Areas {
    list: Vec<Area>,
    links: Vec<Link>,
    map: Grid<u32>,
}

/// The label of cells without an area.
const NO_AREA: u32 = u32::MAX;

/// A named part of a level: a room, a corridor, a chamber of a cave.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Area {
    /// The area's number. Areas are numbered from 0 by their first cells, row by row.
    pub id: u32,
    /// The kind of area.
    pub kind: AreaKind,
    /// The vault's name; for other areas, the name of the kind.
    pub name: Arc<str>,
    /// The vault's tags, `start`, `stairs-up`, `stairs-down`, `dead-end` for an area with a single link, `great` for
    /// the largest of several chambers, and the name of the zone that contains most of it.
    pub tags: Vec<Arc<str>>,
    /// Its role in the level's mission, if it has one.
    pub role: Option<Arc<str>>,
    /// The smallest rectangle around its cells.
    pub bounds: Rect,
    /// The number of cells.
    pub cells: usize,
}

/// The kind of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum AreaKind {
    /// A room made by a step.
    Room,
    /// A passage that is less than three cells wide.
    Corridor,
    /// A wide part of a cave.
    Chamber,
    /// Shallow water.
    Lake,
    /// A hand-drawn vault.
    Vault,
    /// Open ground, mostly grass.
    Clearing,
}

impl AreaKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Room, Self::Corridor, Self::Chamber, Self::Lake, Self::Vault, Self::Clearing];

    /// The name in files and conditions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Room => "room",
            Self::Corridor => "corridor",
            Self::Chamber => "chamber",
            Self::Lake => "lake",
            Self::Vault => "vault",
            Self::Clearing => "clearing",
        }
    }
}

impl fmt::Display for AreaKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An opening between two areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link {
    /// The two areas, the smaller number first.
    pub between: [u32; 2],
    /// The cell in the middle of the opening.
    pub at: Point,
    /// The width of the opening in cells.
    pub width: u32,
    /// The kind of opening.
    pub kind: LinkKind,
}

/// The kind of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LinkKind {
    /// Open ground.
    Gap,
    /// A door.
    Door,
    /// A bridge or a ford.
    Bridge,
    /// A door that needs a key.
    Locked,
    /// A hidden door that must be found.
    Secret,
    /// A gate that a lever opens and closes.
    Gate,
    /// A ledge that can only be descended.
    OneWay,
}

impl LinkKind {
    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gap => "gap",
            Self::Door => "door",
            Self::Bridge => "bridge",
            Self::Locked => "locked",
            Self::Secret => "secret",
            Self::Gate => "gate",
            Self::OneWay => "one-way",
        }
    }
}

impl fmt::Display for LinkKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Areas {
    /// Divides a draft into areas and finds the links between them. Every walkable cell is in exactly one area.
    #[must_use]
    pub fn of(draft: &Draft) -> Self {
        let (mut list, map) = divide::divide(draft);
        let links = links::links(draft, &map, &list);
        tag(&mut list, &map, &links, draft);
        for (at, role) in draft.mission.iter().flat_map(|mission| mission.roles()) {
            if let Some(area) = map.get(at).and_then(|id| list.get_mut(*id as usize)) {
                area.role.get_or_insert_with(|| role.into());
            }
        }
        Self { list, links, map }
    }

    /// The number of areas.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none, because no cell is walkable.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All areas, in order of their numbers.
    pub fn iter(&self) -> std::slice::Iter<'_, Area> {
        self.list.iter()
    }

    /// The area with this number.
    #[must_use]
    pub fn get(&self, id: u32) -> Option<&Area> {
        self.list.get(id as usize)
    }

    /// The area that a cell belongs to; `None` if the cell is not walkable.
    #[must_use]
    pub fn at(&self, at: Point) -> Option<&Area> {
        self.map.get(at).and_then(|id| self.get(*id))
    }

    /// The areas with a name, such as `treasury` or `chamber`.
    pub fn named(&self, name: &str) -> impl Iterator<Item = &Area> {
        self.list.iter().filter(move |area| &*area.name == name)
    }

    /// The cells of an area, row by row.
    pub fn cells(&self, id: u32) -> impl Iterator<Item = Point> {
        let bounds = self.get(id).map_or_else(Rect::default, |area| area.bounds);
        bounds.points().filter(move |at| self.map.get(*at) == Some(&id))
    }

    /// The openings between areas, ordered by the areas they join.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The openings of one area.
    pub fn links_of(&self, id: u32) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(move |link| link.between.contains(&id))
    }

    /// The areas on the other side of its openings, one for each opening.
    pub fn neighbours(&self, id: u32) -> impl Iterator<Item = u32> {
        self.links_of(id).map(move |link| link.between[usize::from(link.between[0] == id)])
    }

    /// The rows of the map, as each cell's area number, or -1 where there is none.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = i32>> {
        self.map.rows().map(|row| row.iter().map(|id| if *id == NO_AREA { -1 } else { *id as i32 }))
    }
}

impl<'a> IntoIterator for &'a Areas {
    type Item = &'a Area;
    type IntoIter = std::slice::Iter<'a, Area>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Area {
    /// Whether it has a tag.
    #[must_use]
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| &**own == tag)
    }
}

/// Adds the tags that follow from the map.
fn tag(list: &mut [Area], map: &Grid<u32>, links: &[Link], draft: &Draft) {
    let mut tag = |at: Option<Point>, tag: &str| {
        let id = at.and_then(|at| map.get(at)).copied().unwrap_or(NO_AREA);
        if let Some(area) = list.get_mut(id as usize).filter(|area| !area.has_tag(tag)) {
            area.tags.push(tag.into());
        }
    };
    tag(draft.start, "start");
    for stair in &draft.stairs {
        tag(Some(stair.at), if stair.kind == StairKind::Up { "stairs-up" } else { "stairs-down" });
    }
    let mut degree = vec![0_u32; list.len()];
    links.iter().flat_map(|link| link.between).for_each(|id| degree[id as usize] += 1);
    for area in list.iter_mut().filter(|area| degree[area.id as usize] == 1 && !area.has_tag("dead-end")) {
        area.tags.push("dead-end".into());
    }
    tag_zones(list, map, draft);
    let chambers = || list.iter().filter(|area| area.kind == AreaKind::Chamber);
    let great =
        (chambers().count() > 1).then(|| chambers().max_by_key(|area| (area.cells, std::cmp::Reverse(area.id))));
    if let Some(id) = great.flatten().map(|area| area.id) {
        list[id as usize].tags.push("great".into());
    }
}

/// Tags each area with the zone that contains most of its cells.
fn tag_zones(list: &mut [Area], map: &Grid<u32>, draft: &Draft) {
    let Some(zones) = &draft.zones else { return };
    let mut cells: Vec<BTreeMap<&Arc<str>, usize>> = vec![BTreeMap::new(); list.len()];
    for (at, id) in map.iter() {
        if let (Some(count), Some(zone)) = (cells.get_mut(*id as usize), zones.at(at)) {
            *count.entry(zone).or_default() += 1;
        }
    }
    for (area, cells) in list.iter_mut().zip(cells) {
        let most = cells.into_iter().max_by_key(|(_, count)| *count).map(|(zone, _)| zone.clone());
        area.tags.extend(most.filter(|zone| !area.has_tag(zone)));
    }
}
