use super::*;
use crate::{Seed, Stream};

const ENDS: [i32; 6] = [i32::MIN, -1_000_000_007, -70, 0, 1_000_000_007, i32::MAX - 400];

fn stream(seed: u64) -> Stream {
    Seed::from(seed).fork("level").fork(1).fork("noise")
}

fn every_kind(seed: u64, scale: f64) -> Vec<(&'static str, Box<dyn Noise>)> {
    let stream = stream(seed);
    vec![
        ("perlin", Box::new(Perlin::new(stream, scale))),
        ("simplex", Box::new(Simplex::new(stream, scale))),
        ("slice 0", Box::new(Slice::new(stream, scale, 0_u32))),
        ("slice 1", Box::new(Slice::new(stream, scale, 1_u32))),
        ("slice 2", Box::new(Slice::new(stream, scale, 2_u32))),
        ("slice 4", Box::new(Slice::new(stream, scale, 4_u32))),
        ("octaves", Box::new(Octaves::new(4, scale, stream, Perlin::new))),
    ]
}

/// The values of a square of cells that lie `stride` apart, row by row.
fn square(noise: &dyn Noise, first: Point, side: i32, stride: i32) -> Vec<f32> {
    let places = (0..side).flat_map(|y| (0..side).map(move |x| Point::new(x * stride, y * stride)));
    places.map(|place| noise.at(first + place)).collect()
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

/// From -1 to 1, and near 0 for unrelated fields.
fn correlation(a: &[f32], b: &[f32]) -> f64 {
    let product = |a: &[f32], b: &[f32]| mean(a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)));
    product(a, b) / (product(a, a) * product(b, b)).sqrt()
}

#[test]
fn rows_equal_their_cells_bit_by_bit() {
    let mut row = [0.0; 777];
    for scale in [0.0, 1e-9, 0.013, 0.1, 0.2, 0.77, 1.0, 1.3, 40.5] {
        for (kind, noise) in every_kind(1, scale) {
            for (x, width) in ENDS.into_iter().zip([1, 2, 63, 255, 513, 777]) {
                let (first, row) = (Point::new(x, 5_i32.wrapping_sub(x)), &mut row[..width]);
                noise.row(first, row);
                for (index, value) in row.iter().enumerate() {
                    let at = Point::new(first.x.wrapping_add(index as i32), first.y);
                    assert_eq!(value.to_bits(), noise.at(at).to_bits(), "{kind} at scale {scale}, {at}");
                }
            }
        }
    }
}

#[test]
fn wanted_values_equal_those_of_the_whole_row() {
    let mut rng = stream(1).rng();
    for (kind, noise) in every_kind(1, 0.1) {
        for (x, width) in ENDS.into_iter().cycle().zip([1, 2, 3, 4, 5, 63, 128, 129, 255, 513, 777]) {
            let first = Point::new(x, 5_i32.wrapping_sub(x));
            // Runs of cells, as in caves.
            let mut wanted = Vec::new();
            while wanted.len() < width {
                let is_wanted = if rng.below(2) == 0 { 0 } else { u8::MAX };
                wanted.extend(std::iter::repeat_n(is_wanted, 1 + rng.below(30) as usize));
            }
            wanted.truncate(width);
            let (mut whole, mut some) = (vec![0.0; width], vec![7.0; width]);
            noise.row(first, &mut whole);
            noise.row_where(first, &wanted, &mut some);
            for index in (0..width).filter(|index| wanted[*index] != 0) {
                assert_eq!(some[index].to_bits(), whole[index].to_bits(), "{kind}, {first}, index {index}");
            }
        }
    }
}

#[test]
fn values_are_symmetric_about_zero_near_and_far() {
    for (kind, noise) in every_kind(2, 0.3) {
        // Octaves are flatter than their layers.
        let high = match kind {
            "perlin" => 0.05..0.09,
            "simplex" => 0.21..0.26,
            "octaves" => 0.0..0.02,
            _ => 0.09..0.13,
        };
        for end in ENDS {
            let values = square(&*noise, Point::new(end, 3_i32.wrapping_sub(end)), 130, 3);
            let share = |above: f32| mean(values.iter().map(|value| f64::from(u8::from(*value > above))));
            assert!(values.iter().all(|value| value.abs() <= 1.0), "{kind} at {end} is out of range");
            assert!(
                mean(values.iter().map(|value| f64::from(*value))).abs() < 0.03,
                "{kind} at {end} is not symmetric"
            );
            assert!((share(0.0) - 0.5).abs() < 0.03, "{kind} at {end}: {} above 0", share(0.0));
            assert!(high.contains(&share(0.5)), "{kind} at {end}: {} above 0.5", share(0.5));
        }
    }
}

#[test]
fn values_change_smoothly_near_and_far() {
    for (kind, noise) in every_kind(3, 1.0 / 256.0) {
        for end in ENDS {
            // Long enough to cross several lattice points.
            for step in [Point::new(1, 0), Point::new(0, 1), Point::new(1, 1)] {
                let mut at = Point::new(end, end.wrapping_sub(9));
                for _ in 0..1_500 {
                    let next = at + step;
                    // Beyond the end of the world lies an unrelated place.
                    if next.x >= at.x && next.y >= at.y {
                        let change = (noise.at(next) - noise.at(at)).abs();
                        assert!(change < 0.04, "{kind} changes by {change} from {at} to {next}");
                    }
                    at = next;
                }
            }
        }
    }
}

/// With whole-number offsets, every fifth cell of every fifth row would be exactly 0, and so a pit.
#[test]
fn the_lattice_does_not_show_at_a_scale_of_one_fifth() {
    for (kind, make) in [
        ("perlin", (|stream| Box::new(Perlin::new(stream, 0.2)) as Box<dyn Noise>) as fn(Stream) -> Box<dyn Noise>),
        ("simplex", |stream| Box::new(Simplex::new(stream, 0.2))),
        ("slice", |stream| Box::new(Slice::new(stream, 0.2, "water"))),
    ] {
        let mut pits = [[0_u32; 5]; 5];
        let mut row = [0.0; 100];
        for seed in 0..60 {
            let noise = make(stream(seed));
            for y in 0..50 {
                noise.row(Point::new(0, y as i32), &mut row);
                for (x, value) in row.iter().enumerate() {
                    pits[y % 5][x % 5] += u32::from(*value <= 0.0);
                }
            }
        }
        let most = pits.iter().flatten().max().copied().unwrap_or(0);
        let fewest = pits.iter().flatten().min().copied().unwrap_or(0);
        let expected = 60 * 100 * 50 / 25 / 2;
        assert!(most < expected * 105 / 100 && fewest > expected * 95 / 100, "{kind}: {pits:?}");
    }
}

#[test]
fn all_directions_are_alike() {
    // The mean squared difference over steps of the same length in several directions.
    let steps = [Point::new(5, 0), Point::new(0, 5), Point::new(3, 4), Point::new(4, -3), Point::new(-4, 3)];
    for (kind, noise) in every_kind(4, 0.1) {
        let changes = steps.map(|step| {
            let places = (0..40_000).map(|n| Point::new(n % 200 * 9, n / 200 * 9));
            mean(places.map(|at| f64::from(noise.at(at) - noise.at(at + step)).powi(2)))
        });
        let (least, most) = (changes.into_iter().fold(f64::MAX, f64::min), changes.into_iter().fold(0.0, f64::max));
        // Perlin noise favours its axes a little; simplex noise must not.
        let limit = if kind == "perlin" || kind == "octaves" { 1.3 } else { 1.12 };
        assert!(most / least < limit, "{kind}: {changes:?}");
    }
}

#[test]
fn neighbouring_seeds_slices_and_far_places_are_unrelated() {
    let here = Point::new(-40, 7);
    for seed in 0..20 {
        for ((kind, noise), (_, other_noise)) in every_kind(seed, 0.4).into_iter().zip(every_kind(seed + 1, 0.4)) {
            let values = square(&*noise, here, 60, 2);
            for (what, others) in [
                ("the next seed", square(&*other_noise, here, 60, 2)),
                ("a far place", square(&*noise, Point::new(1 << 16, 1 << 20), 60, 2)),
            ] {
                let related = correlation(&values, &others);
                assert!(related.abs() < 0.12, "{kind}, seed {seed} and {what}: {related}");
            }
        }
        let slices = [0_u32, 1, 2, 3].map(|number| square(&Slice::new(stream(seed), 0.4, number), here, 60, 2));
        for (one, other) in [(0, 1), (0, 2), (1, 2), (0, 3)] {
            let related = correlation(&slices[one], &slices[other]);
            assert!(related.abs() < 0.12, "slices {one} and {other} of seed {seed}: {related}");
        }
    }
}

/// If these change, so do all levels that use noise.
#[test]
fn values_never_change() {
    let places = [Point::new(0, 0), Point::new(17, -4), Point::new(i32::MIN, i32::MAX)];
    let found: Vec<(&str, [u32; 3])> =
        every_kind(42, 0.1).iter().map(|(kind, noise)| (*kind, places.map(|at| noise.at(at).to_bits()))).collect();
    let expected = [
        ("perlin", [0xbe7e_4401, 0x3e25_3510, 0x3efc_c1fc]),
        ("simplex", [0xbf67_5c6a, 0xbf2b_2e96, 0x3f31_e067]),
        ("slice 0", [0xbe1c_8c2f, 0x3dfd_4a76, 0x3e3e_be2f]),
        ("slice 1", [0xbe66_0f1e, 0x3e7f_da00, 0x3e00_5feb]),
        ("slice 2", [0x3d5d_6e48, 0x3eef_fced, 0x3da3_5e0b]),
        ("slice 4", [0xbe7a_e723, 0x3f64_3ccc, 0xbe8b_e750]),
        ("octaves", [0x3de8_814a, 0x3e7a_a4f3, 0x3df8_6cbb]),
    ];
    assert_eq!(found, expected, "{found:#x?}");
}
