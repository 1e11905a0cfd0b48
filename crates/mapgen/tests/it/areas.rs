//! Every level is divided into areas, and the links are exactly the openings between them.

use std::collections::BTreeSet;

use undercroft_mapgen::grid::{Components, DisjointSet, Neighbours};
use undercroft_mapgen::{AreaKind, Areas, BitGrid, Draft, Level, LinkKind, Point, Recipe};

fn levels() -> impl Iterator<Item = Level> {
    Recipe::names().flat_map(|name| {
        let recipe = Recipe::named(name).unwrap();
        (0..12).map(move |seed| recipe.build(seed).unwrap())
    })
}

#[test]
fn every_walkable_cell_is_in_exactly_one_area() {
    for level in levels() {
        let areas = level.areas();
        let mut seen = BitGrid::new(level.size());
        for area in &areas {
            let cells: Vec<Point> = areas.cells(area.id).collect();
            assert_eq!(cells.len(), area.cells, "{area:?}");
            for at in cells {
                assert!(seen.insert(at), "{at} is in two areas");
                assert_eq!(areas.at(at).map(|area| area.id), Some(area.id));
                assert!(area.bounds.contains(at));
            }
        }
        assert_eq!(&seen, level.open(), "{level}");
    }
}

#[test]
fn areas_are_connected_and_numbered_by_their_first_cells() {
    for level in levels() {
        let areas = level.areas();
        let firsts: Vec<Point> = areas.iter().filter_map(|area| areas.cells(area.id).next()).collect();
        assert!(firsts.is_sorted_by_key(|at| (at.y, at.x)));
        for area in areas.iter().filter(|area| area.kind != AreaKind::Vault) {
            let cells: BTreeSet<(i32, i32)> = areas.cells(area.id).map(|at| (at.x, at.y)).collect();
            let set = BitGrid::from_fn(level.size(), |at| cells.contains(&(at.x, at.y)));
            assert_eq!(Components::of(&set, Neighbours::Four).count(), 1, "{area:?}\n{level}");
        }
    }
}

#[test]
fn links_join_every_two_areas_that_touch_and_no_others() {
    for level in levels() {
        let areas = level.areas();
        let mut touching = BTreeSet::new();
        for at in level.open().points() {
            let here = areas.at(at).unwrap().id;
            for there in at.four().filter_map(|near| areas.at(near)).filter(|area| area.id != here) {
                touching.insert([here.min(there.id), here.max(there.id)]);
            }
        }
        let linked: BTreeSet<[u32; 2]> = areas.links().iter().map(|link| link.between).collect();
        assert_eq!(linked, touching, "{level}");
        let mut sets = DisjointSet::new(areas.len());
        linked.iter().for_each(|[a, b]| _ = sets.union(*a, *b));
        assert_eq!(sets.count(), 1, "the areas are one graph\n{level}");
        for link in areas.links() {
            assert!(link.between.contains(&areas.at(link.at).unwrap().id), "{link:?}");
            assert_eq!(link.kind == LinkKind::Door, level.doors().contains(&link.at), "{link:?}\n{level}");
        }
    }
}

#[test]
fn rooms_and_vaults_keep_their_names() {
    let mut vaults = 0;
    for level in levels() {
        let areas = level.areas();
        for vault in level.vaults() {
            let inside = areas.iter().filter(|area| area.kind == AreaKind::Vault && area.name == vault.name);
            vaults += inside.inspect(|area| assert!(vault.tags.iter().all(|tag| area.has_tag(tag)))).count();
        }
        for room in level.rooms() {
            let here = areas.at(room.centre()).expect("rooms are open");
            assert!(matches!(here.kind, AreaKind::Room | AreaKind::Vault), "{here:?}\n{level}");
        }
        assert_eq!(areas.at(level.start()).map(|area| area.has_tag("start")), Some(true));
    }
    assert!(vaults > 20, "{vaults}");
}

#[test]
fn a_waist_divides_a_cave_into_two_chambers_and_a_neck_belongs_to_one_of_them() {
    let draft = Draft::parse(
        "##############
         #.....##.....#
         #.....##.....#
         #............#
         #.....##.....#
         #.....##.....#
         ####.#########
         ####.#########
         ####.#########
         ####.........#
         ##############",
    );
    let areas = Areas::of(&draft);
    let kinds: Vec<AreaKind> = areas.iter().map(|area| area.kind).collect();
    assert_eq!(kinds, [AreaKind::Chamber, AreaKind::Chamber, AreaKind::Corridor], "{areas:?}");
    assert!(areas.get(2).unwrap().has_tag("dead-end"));
}
