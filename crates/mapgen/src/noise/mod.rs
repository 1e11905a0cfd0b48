//! Gradient noise: smooth random values from -1 to 1 over the plane, the same on every machine.
//!
//! ```text
//!    ..::--==++==--::..   ..::--::..
//!   ..:--==+****+==-::.....::--==--::.
//!    ..::-==+**++=--:::::--==++++==-::
//! ```
//!
//! There is [`Perlin`] noise (Ken Perlin's improved noise of 2002) and simplex noise (Ken Perlin, 2001), either in the
//! plane ([`Simplex`]) or as slices through space ([`Slice`]). [`Octaves`] adds up finer and finer layers.
//!
//! Three things differ from the textbook:
//!
//! - Lattice coordinates are 64-bit fixed-point numbers with 32 fractional bits. Noise is as exact two billion cells away
//!   as it is here, and no machine rounds it differently.
//! - Gradients come from a hash of the stream and the lattice point, not from a table, so no pattern repeats.
//! - Offsets are random fractions. Noise is 0 on lattice points; with whole-number offsets and a scale of 1/5, every fifth
//!   cell of every fifth row would be a lattice point, and the lattice would show.

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

/// A field with a value at every cell.
pub trait Noise {
    /// The value of a cell, from -1 to 1.
    fn at(&self, place: Point) -> f32;

    /// The values of a row of cells from `first` to the right: exactly those of [`Noise::at`], but faster. Columns wrap
    /// around at the end of the world.
    fn row(&self, first: Point, values: &mut [f32]) {
        each_at(self, first, values);
    }

    /// Like [`Noise::row`], but may leave out the values of cells for which `wanted` is 0. Both slices have the same
    /// length.
    fn row_where(&self, first: Point, wanted: &[u8], values: &mut [f32]) {
        let _ = wanted;
        self.row(first, values);
    }
}

/// The straightforward way to fill a row.
fn each_at(noise: &(impl Noise + ?Sized), first: Point, values: &mut [f32]) {
    for (index, value) in values.iter_mut().enumerate() {
        *value = noise.at(Point::new(first.x.wrapping_add(index as i32), first.y));
    }
}

#[cfg(test)]
mod tests;
