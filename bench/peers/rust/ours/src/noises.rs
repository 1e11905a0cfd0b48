//! Noise over a whole field, a row at a time.

use peers_harness::{Output, Sampler, Task};
use undercroft_mapgen::noise::{Noise, Perlin, Simplex};
use undercroft_mapgen::{Point, Seed};

fn fill(task: &Task, noise: impl Noise + 'static) -> Sampler {
    let width = task.width;
    let mut values = vec![0.0_f32; task.area()];
    Box::new(move |_, clock| {
        clock.time(|| {
            for (y, row) in values.chunks_exact_mut(width).enumerate() {
                noise.row(Point::new(0, y as i32), row);
            }
        });
        std::hint::black_box(&mut values);
        clock.keep(|| Output::Values(width, values.clone()));
    })
}

pub(crate) fn perlin(task: &Task) -> Sampler {
    fill(task, Perlin::new(Seed::from(1).fork("noise"), 0.05))
}

pub(crate) fn simplex(task: &Task) -> Sampler {
    fill(task, Simplex::new(Seed::from(1).fork("noise"), 0.05))
}
