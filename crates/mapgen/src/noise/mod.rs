//! Gradient noise: values that wander smoothly from -1 to 1 over the plane, the same on every machine.
//!
//! ```text
//!    ..::--==++==--::..   ..::--::..
//!   ..:--==+****+==-::.....::--==--::.
//!    ..::-==+**++=--:::::--==++++==-::
//! ```
//!
//! Two kinds: [`Perlin`] (Ken Perlin's improved noise of 2002) and simplex noise (Ken Perlin, 2001), the latter in the
//! plane ([`Simplex`]) and as slices through space ([`Slice`]). [`Octaves`] adds finer and finer layers of either.
//!
//! Three things are unlike the textbook:
//!
//! - Places are whole numbers: a lattice coordinate is a 64-bit fixed-point number with 32 bits after the point. So
//!   noise is as exact two thousand million cells away as it is here, and no machine rounds it differently.
//! - Gradients come from a hash of the stream and the lattice point, not from a table: no pattern ever repeats.
//! - Offsets are rolled with their fractions. All noise is 0 on its lattice's points; with whole-number offsets and a
//!   scale such as 1/5, every fifth cell of every fifth row would lie on one, and the lattice would show.

mod lattice;
mod octaves;
mod perlin;
mod rows;
mod simplex;
mod slice;

pub use octaves::Octaves;
pub use perlin::Perlin;
pub use simplex::Simplex;
pub use slice::Slice;

use undercroft_grid::Point;

/// Something that has a value everywhere.
pub trait Noise {
    /// The value of a cell, from -1 to 1.
    fn at(&self, place: Point) -> f32;

    /// The values of cells side by side, from `first` to the right: exactly those that [`Noise::at`] gives, but faster.
    /// A row that runs over the end of the world goes on at its other end.
    fn row(&self, first: Point, values: &mut [f32]) {
        each_at(self, first, values);
    }

    /// As [`Noise::row`], for who has no use for some of the values: those of cells for which `wanted` is 0 may be left as
    /// they are. Both are of one length.
    fn row_where(&self, first: Point, wanted: &[u8], values: &mut [f32]) {
        let _ = wanted;
        self.row(first, values);
    }
}

/// The values of a row, one by one.
fn each_at(noise: &(impl Noise + ?Sized), first: Point, values: &mut [f32]) {
    for (index, value) in values.iter_mut().enumerate() {
        *value = noise.at(Point::new(first.x.wrapping_add(index as i32), first.y));
    }
}

#[cfg(test)]
mod tests;
