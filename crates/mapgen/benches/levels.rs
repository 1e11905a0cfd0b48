//! The time of whole levels, including all checks, and of single steps: `cargo bench -p undercroft-mapgen`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use undercroft_mapgen::noise::{Noise, Octaves, Perlin, Simplex, Slice};
use undercroft_mapgen::steps::{Connect, Halls, KeepLargest, Rooms, Scatter, Smooth, Stairs, Start};
use undercroft_mapgen::{Draft, Dungeon, Floor, Plan, Point, Recipe, Rect, Seed, Size, Step, Tileset};

fn main() {
    divan::main();
}

/// Builds levels of consecutive seeds.
fn levels(bencher: Bencher<'_, '_>, recipe: &Recipe) {
    let mut seed = 0_u64;
    bencher.counter(ItemsCount::new(recipe.size().area())).bench_local(|| {
        seed += 1;
        recipe.build(black_box(seed)).expect("the recipe works for every seed")
    });
}

fn named(name: &str) -> Recipe {
    Recipe::named(name).expect("an embedded recipe")
}

#[divan::bench(args = [Size::new(80, 50), Size::new(256, 256), Size::new(512, 512), Size::new(4096, 4096)])]
fn caves(bencher: Bencher<'_, '_>, size: Size) {
    levels(bencher, &named("caves").sized(size.width, size.height));
}

#[divan::bench]
fn rooms(bencher: Bencher<'_, '_>) {
    levels(bencher, &named("rooms"));
}

#[divan::bench]
fn rooms_4000_attempts(bencher: Bencher<'_, '_>) {
    let rooms = Rooms::default().attempts(4_000);
    let halls = Halls::default().join("chain").shape("l");
    let start = Start::default().at("first-room");
    levels(bencher, &Recipe::new(1000, 1000).then(rooms).then(halls).then(start).then(Stairs::default()));
}

#[divan::bench(args = ["bsp", "burrow", "caverns", "crystal", "halls", "hive", "maze", "shallow-cave", "surface", "vaults"])]
fn recipe(bencher: Bencher<'_, '_>, name: &str) {
    levels(bencher, &named(name));
}

/// Times one step on what the steps before it have left.
fn step(bencher: Bencher<'_, '_>, size: Size, before: &[&dyn Step], step: &dyn Step) {
    let stream = Seed::from(1).fork("bench");
    let mut draft = Draft::new(size, Tileset::standard());
    for earlier in before {
        earlier.apply(&mut draft, stream).expect("the step does not fail");
    }
    bencher
        .counter(ItemsCount::new(size.area()))
        .with_inputs(|| draft.clone())
        .bench_local_refs(|draft| step.apply(draft, stream).expect("the step does not fail"));
}

const SIZES: [Size; 3] = [Size::new(80, 50), Size::new(512, 512), Size::new(4096, 4096)];

#[divan::bench(args = SIZES)]
fn step_1_scatter(bencher: Bencher<'_, '_>, size: Size) {
    step(bencher, size, &[], &Scatter::default());
}

#[divan::bench(args = SIZES)]
fn step_2_smooth(bencher: Bencher<'_, '_>, size: Size) {
    step(bencher, size, &[&Scatter::default()], &Smooth::default());
}

#[divan::bench(args = SIZES)]
fn step_3_connect(bencher: Bencher<'_, '_>, size: Size) {
    step(bencher, size, &[&Scatter::default(), &Smooth::default()], &Connect::default());
}

#[divan::bench(args = SIZES)]
fn step_3_keep_largest(bencher: Bencher<'_, '_>, size: Size) {
    step(bencher, size, &[&Scatter::default(), &Smooth::default()], &KeepLargest::default());
}

#[divan::bench(args = SIZES)]
fn step_4_start(bencher: Bencher<'_, '_>, size: Size) {
    step(bencher, size, &[&Scatter::default(), &Smooth::default(), &Connect::default()], &Start::default());
}

#[divan::bench(args = SIZES)]
fn step_5_stairs(bencher: Bencher<'_, '_>, size: Size) {
    step(
        bencher,
        size,
        &[&Scatter::default(), &Smooth::default(), &Connect::default(), &Start::default()],
        &Stairs::default(),
    );
}

/// The checks alone, on a level that passes them.
#[divan::bench(args = SIZES)]
fn step_6_checks(bencher: Bencher<'_, '_>, size: Size) {
    let level = named("caves").sized(size.width, size.height).build(1).expect("the recipe works for every seed");
    bencher
        .counter(ItemsCount::new(size.area()))
        .with_inputs(|| level.to_draft())
        .bench_local_values(|draft| draft.finish().expect("it passed before"));
}

/// Noise alone, row by row.
fn noise(bencher: Bencher<'_, '_>, noise: &dyn Noise) {
    let mut row = [0.0; 1024];
    bencher.counter(ItemsCount::new(1024_usize * 1024)).bench_local(|| {
        for y in 0..1024 {
            noise.row(black_box(Point::new(0, y)), &mut row);
            black_box(&mut row);
        }
    });
}

#[divan::bench]
fn noise_perlin(bencher: Bencher<'_, '_>) {
    noise(bencher, &Perlin::new(Seed::from(1).fork("noise"), 0.05));
}

#[divan::bench]
fn noise_simplex(bencher: Bencher<'_, '_>) {
    noise(bencher, &Simplex::new(Seed::from(1).fork("noise"), 0.05));
}

#[divan::bench]
fn noise_slice(bencher: Bencher<'_, '_>) {
    noise(bencher, &Slice::new(Seed::from(1).fork("noise"), 0.05, "water"));
}

#[divan::bench]
fn noise_four_octaves(bencher: Bencher<'_, '_>) {
    noise(bencher, &Octaves::new(4, 0.05, Seed::from(1).fork("noise"), Perlin::new));
}

/// Values, bands and tiles.
#[divan::bench(args = ["perlin", "simplex"])]
fn noise_step(bencher: Bencher<'_, '_>, kind: &str) {
    let noise = undercroft_mapgen::steps::Noise::default().kind(kind);
    step(bencher, Size::new(1024, 1024), &[], &noise);
}

/// A window of an endless level with an empty cache.
#[divan::bench]
fn endless_window_1024(bencher: Bencher<'_, '_>) {
    let plan = Plan::named("endless").expect("an embedded plan");
    bencher
        .counter(ItemsCount::new(1024_usize * 1024))
        .with_inputs(|| Dungeon::new(plan.clone(), 1_u64))
        .bench_local_refs(|dungeon| match dungeon.level(1).expect("it has a depth 1") {
            Floor::Endless(endless) => endless.window(Rect::new(0, 0, 1024, 1024)).map(|window| window.size()),
            Floor::Bounded(level) => Ok(level.size()),
        });
}

/// The same terrain as a bounded level.
#[divan::bench]
fn bounded_1024(bencher: Bencher<'_, '_>) {
    levels(bencher, &named("shallow-cave").sized(1024, 1024));
}
