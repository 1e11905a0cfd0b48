//! Crates that make noise: a whole field of values at scale 0.05.

use bracket_noise::prelude::{FastNoise, NoiseType as BracketNoise};
use fastnoise_lite::{FastNoiseLite, NoiseType as LiteNoise};
use libnoise::{Generator, Source};
use noise::NoiseFn;
use noise_functions::Noise;
use peers_harness::{Clock, Output, Sampler, Task};
use simdnoise::NoiseBuilder;
use terrain_forge::noise::NoiseSource;

const SCALE: f32 = 0.05;
const WIDE_SCALE: f64 = 0.05;

/// Evaluates each value in turn.
fn fill<T: Copy + Into<f64> + Default + 'static>(task: &Task, at: impl Fn(usize, usize) -> T + 'static) -> Sampler {
    let width = task.width;
    let mut values = vec![T::default(); task.area()];
    Box::new(move |_, clock: &mut Clock| {
        clock.time(|| {
            for (y, row) in values.chunks_exact_mut(width).enumerate() {
                for (x, value) in row.iter_mut().enumerate() {
                    *value = at(x, y);
                }
            }
        });
        std::hint::black_box(&mut values);
        clock.keep(|| Output::Values(width, values.iter().map(|&value| value.into() as f32).collect()));
    })
}

fn scaled(x: usize, y: usize) -> [f32; 2] {
    [x as f32 * SCALE, y as f32 * SCALE]
}

fn wide(x: usize, y: usize) -> [f64; 2] {
    [x as f64 * WIDE_SCALE, y as f64 * WIDE_SCALE]
}

pub(crate) fn libnoise_perlin(task: &Task) -> Sampler {
    let noise = Source::perlin(1);
    fill(task, move |x, y| noise.sample(wide(x, y)))
}

pub(crate) fn libnoise_simplex(task: &Task) -> Sampler {
    let noise = Source::simplex(1);
    fill(task, move |x, y| noise.sample(wide(x, y)))
}

pub(crate) fn functions_perlin(task: &Task) -> Sampler {
    fill(task, |x, y| noise_functions::Perlin.sample2(scaled(x, y)))
}

pub(crate) fn functions_simplex(task: &Task) -> Sampler {
    fill(task, |x, y| noise_functions::Simplex.sample2(scaled(x, y)))
}

fn lite(task: &Task, kind: LiteNoise) -> Sampler {
    let mut noise = FastNoiseLite::with_seed(1);
    noise.set_noise_type(Some(kind));
    noise.set_frequency(Some(SCALE));
    fill(task, move |x, y| noise.get_noise_2d(x as f32, y as f32))
}

pub(crate) fn fastnoise_perlin(task: &Task) -> Sampler {
    lite(task, LiteNoise::Perlin)
}

pub(crate) fn fastnoise_simplex(task: &Task) -> Sampler {
    lite(task, LiteNoise::OpenSimplex2)
}

fn bracket(task: &Task, kind: BracketNoise) -> Sampler {
    let mut noise = FastNoise::seeded(1);
    noise.set_noise_type(kind);
    noise.set_frequency(SCALE);
    fill(task, move |x, y| noise.get_noise(x as f32, y as f32))
}

pub(crate) fn bracket_perlin(task: &Task) -> Sampler {
    bracket(task, BracketNoise::Perlin)
}

pub(crate) fn bracket_simplex(task: &Task) -> Sampler {
    bracket(task, BracketNoise::Simplex)
}

pub(crate) fn noise_perlin(task: &Task) -> Sampler {
    let noise = noise::Perlin::new(1);
    fill(task, move |x, y| noise.get(wide(x, y)))
}

pub(crate) fn noise_simplex(task: &Task) -> Sampler {
    let noise = noise::Simplex::new(1);
    fill(task, move |x, y| noise.get(wide(x, y)))
}

pub(crate) fn forge_perlin(task: &Task) -> Sampler {
    let noise = terrain_forge::noise::Perlin::new(1).with_frequency(WIDE_SCALE);
    fill(task, move |x, y| noise.sample(x as f64, y as f64))
}

pub(crate) fn forge_simplex(task: &Task) -> Sampler {
    let noise = terrain_forge::noise::Simplex::new(1).with_frequency(WIDE_SCALE);
    fill(task, move |x, y| noise.sample(x as f64, y as f64))
}

pub(crate) fn simd_sse41(task: &Task) -> Sampler {
    assert!(is_x86_feature_detected!("sse4.1"), "this machine has no SSE4.1");
    // SAFETY: the line before proves that the machine has the instructions.
    #[allow(unsafe_code, reason = "the crate offers no safe way to choose an instruction set")]
    simd(task, |settings| unsafe { simdnoise::sse41::get_2d_noise(settings) })
}

pub(crate) fn simd_avx2(task: &Task) -> Sampler {
    assert!(is_x86_feature_detected!("avx2"), "this machine has no AVX2");
    // SAFETY: the line before proves that the machine has the instructions.
    #[allow(unsafe_code, reason = "the crate offers no safe way to choose an instruction set")]
    simd(task, |settings| unsafe { simdnoise::avx2::get_2d_noise(settings) })
}

fn simd(task: &Task, get: fn(&simdnoise::NoiseType) -> (Vec<f32>, f32, f32)) -> Sampler {
    let width = task.width;
    let settings = NoiseBuilder::gradient_2d(task.width, task.height).with_freq(SCALE).with_seed(1).wrap();
    Box::new(move |_, clock| {
        let (values, _, _) = clock.time(|| get(&settings));
        clock.keep(|| Output::Values(width, values.clone()));
    })
}
