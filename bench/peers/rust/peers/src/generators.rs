//! Crates that generate whole levels.

use cellular_maps::CellularMap;
use here_be_dragons::MapFilter as _;
use here_be_dragons::{Map as DragonMap, NoData, Tile as DragonTile, filter as dragons};
use mapgen::MapFilter as _;
use mapgen::{MapBuffer, filter as mapgen_filters};
use peers_harness::{Output, Sampler, Task};
use rand_0_8::SeedableRng as _;
use rand_0_9::SeedableRng as _;
use terrain_forge::algorithms::{CellularAutomata, CellularConfig, SimpleRooms, SimpleRoomsConfig};
use terrain_forge::effects::connect_regions_spanning;
use terrain_forge::{Algorithm, Grid, Rng, Tile};

type OldRng = rand_0_8::rngs::StdRng;
type NewRng = rand_0_9::rngs::StdRng;

/// The share charged to a peer that always makes fifteen passes.
const EIGHT_OF_FIFTEEN: f64 = 8.0 / 15.0;

fn of_buffer(map: &MapBuffer) -> Output {
    Output::Map(map.width, map.walkables.iter().map(|&open| u8::from(open)).collect())
}

fn of_dragons(map: &DragonMap<NoData>) -> Output {
    Output::Map(map.width, map.tiles.iter().map(|tile| u8::from(tile.is_walkable())).collect())
}

fn of_forge(grid: &Grid<Tile>) -> Output {
    Output::Map(grid.width(), grid.iter().map(|(_, _, tile)| u8::from(tile.is_floor())).collect())
}

pub(crate) fn mapgen_smooth(task: &Task) -> Sampler {
    let noise = task.map("noise");
    let mut map = MapBuffer::new(task.width, task.height);
    map.walkables = noise.cells.iter().map(|&cell| cell == 1).collect();
    let filter = mapgen_filters::CellularAutomata::new();
    let mut rng = OldRng::seed_from_u64(1);
    Box::new(move |_, clock| {
        let smooth = clock.time_share(1.0 / 15.0, || filter.modify_map(&mut rng, &map));
        clock.keep(|| of_buffer(&smooth));
    })
}

pub(crate) fn dragons_smooth(task: &Task) -> Sampler {
    let noise = task.map("noise");
    let mut map = DragonMap::<NoData>::new(task.width, task.height);
    for (at, &cell) in noise.cells.iter().enumerate() {
        let tile = if cell == 1 { DragonTile::floor() } else { DragonTile::wall() };
        map.set_tile(at % task.width, at / task.width, tile);
    }
    let filter = dragons::CellularAutomata::<NoData>::new();
    let mut rng = NewRng::seed_from_u64(1);
    Box::new(move |_, clock| {
        let smooth = clock.time_share(1.0 / 15.0, || filter.modify_map(&mut rng, &map));
        clock.keep(|| of_dragons(&smooth));
    })
}

fn forge_caves(iterations: usize) -> CellularAutomata {
    CellularAutomata::new(CellularConfig { initial_floor_chance: 0.5, iterations, birth_limit: 5, death_limit: 4 })
}

pub(crate) fn forge_smooth(task: &Task) -> Sampler {
    let (width, height) = (task.width, task.height);
    let passes = if task.area() > 1_000_000 { 1 } else { 8 };
    Box::new(move |seed, clock| {
        let (mut filled, mut grid) = (Grid::new(width, height), Grid::new(width, height));
        clock.time(|| forge_caves(passes).generate(&mut grid, seed));
        clock.without(|| forge_caves(0).generate(&mut filled, seed));
        clock.calls(passes);
        clock.keep(|| of_forge(&grid));
    })
}

fn of_cellular(map: &CellularMap) -> Output {
    let (width, height) = (map.get_width(), map.get_height());
    let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    Output::Map(width as usize, cells.map(|(row, column)| 1 - map.get_element(row, column)).collect())
}

pub(crate) fn maps_smooth(task: &Task) -> Sampler {
    let mut map = CellularMap::new(task.width as u32, task.height as u32);
    Box::new(move |_, clock| {
        map.random_fill(50);
        clock.time(|| map.evolve_default());
        clock.keep(|| of_cellular(&map));
    })
}

pub(crate) fn mapgen_cave(task: &Task) -> Sampler {
    use mapgen_filters::{AreaStartingPosition, CellularAutomata, CullUnreachable, NoiseGenerator, XStart, YStart};
    let (width, height) = (task.width, task.height);
    let (noise, smooth) = (NoiseGenerator::uniform(), CellularAutomata::new());
    let (start, cull) = (AreaStartingPosition::new(XStart::CENTER, YStart::CENTER), CullUnreachable::new());
    Box::new(move |seed, clock| {
        let mut rng = OldRng::seed_from_u64(seed);
        let map = clock.time(|| noise.modify_map(&mut rng, &MapBuffer::new(width, height)));
        let map = clock.time_share(EIGHT_OF_FIFTEEN, || smooth.modify_map(&mut rng, &map));
        let map = clock.time(|| {
            let map = start.modify_map(&mut rng, &map);
            cull.modify_map(&mut rng, &map)
        });
        clock.keep(|| of_buffer(&map));
    })
}

pub(crate) fn dragons_cave(task: &Task) -> Sampler {
    use dragons::{AreaStartingPosition, CellularAutomata, CullUnreachable, NoiseGenerator, XStart, YStart};
    let (width, height) = (task.width, task.height);
    let (noise, smooth) = (NoiseGenerator::<NoData>::uniform(), CellularAutomata::<NoData>::new());
    let start = AreaStartingPosition::<NoData>::new(XStart::CENTER, YStart::CENTER);
    let cull = CullUnreachable::<NoData>::new();
    Box::new(move |seed, clock| {
        let mut rng = NewRng::seed_from_u64(seed);
        let map = clock.time(|| noise.modify_map(&mut rng, &DragonMap::new(width, height)));
        let map = clock.time_share(EIGHT_OF_FIFTEEN, || smooth.modify_map(&mut rng, &map));
        let map = clock.time(|| {
            let map = start.modify_map(&mut rng, &map);
            cull.modify_map(&mut rng, &map)
        });
        clock.keep(|| of_dragons(&map));
    })
}

pub(crate) fn forge_cave(task: &Task) -> Sampler {
    let (width, height) = (task.width, task.height);
    let caves = forge_caves(8);
    Box::new(move |seed, clock| {
        let grid = clock.time(|| {
            let mut grid = Grid::new(width, height);
            caves.generate(&mut grid, seed);
            connect_regions_spanning(&mut grid, 0.0, &mut Rng::new(seed));
            grid
        });
        clock.keep(|| of_forge(&grid));
    })
}

pub(crate) fn maps_cave(task: &Task) -> Sampler {
    let (width, height) = (task.width as u32, task.height as u32);
    Box::new(move |_, clock| {
        let map = clock.time(|| {
            let mut map = CellularMap::new(width, height);
            map.random_fill(50);
            for _ in 0..8 {
                map.evolve_default();
            }
            map
        });
        clock.keep(|| of_cellular(&map));
    })
}

pub(crate) fn mapgen_rooms(task: &Task) -> Sampler {
    let (width, height) = (task.width, task.height);
    Box::new(move |seed, clock| {
        let map = clock.time(|| {
            mapgen::MapBuilder::new(width, height)
                .with(mapgen_filters::SimpleRooms::new())
                .with(mapgen_filters::NearestCorridors::new())
                .build_with_rng(&mut OldRng::seed_from_u64(seed))
        });
        clock.keep(|| of_buffer(&map));
    })
}

pub(crate) fn dragons_rooms(task: &Task) -> Sampler {
    let (width, height) = (task.width, task.height);
    Box::new(move |seed, clock| {
        let map = clock.time(|| {
            here_be_dragons::MapBuilder::<NoData>::new(width, height)
                .with(dragons::SimpleRooms::new())
                .with(dragons::NearestCorridors::new())
                .build_with_rng(&mut NewRng::seed_from_u64(seed))
        });
        clock.keep(|| of_dragons(&map));
    })
}

pub(crate) fn forge_rooms(task: &Task) -> Sampler {
    let (width, height) = (task.width, task.height);
    let max_rooms = if task.area() < 10_000 { 12 } else { 1_334 };
    let rooms = SimpleRooms::new(SimpleRoomsConfig { min_room_size: 5, max_room_size: 16, max_rooms, min_spacing: 1 });
    Box::new(move |seed, clock| {
        let grid = clock.time(|| {
            let mut grid = Grid::new(width, height);
            rooms.generate(&mut grid, seed);
            grid
        });
        clock.keep(|| of_forge(&grid));
    })
}
