//! Figures come with a plot: bars, histograms and heat maps, as text, SVG and PNG.

mod bars;
mod figure;
mod heat;
mod histograms;

pub(crate) use bars::{Chart, bars, thousands};
pub(crate) use figure::Figure;
pub(crate) use heat::heat_map;
pub(crate) use histograms::Histograms;
