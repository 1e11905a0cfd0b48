//! The expressive range of a recipe: how often two metrics occur together (after Smith and Whitehead, 2010).

use plotters::prelude::*;
use undercroft_mapgen::Metric;

use super::bins::Bins;
use super::{AXIS, Canvas, Drawn, Figure, GRID, LINE, MARGIN, SERIES, header_height, label, units, with_title};
use crate::numbers::thousands;

const PANEL: (u32, u32) = (640, 520);
/// The width of the colour key at the right.
const KEY: u32 = 170;
/// The steps of the colour key.
const SHADES: i32 = 60;

/// A heat map of two metrics; two recipes share it, each in its own colour.
pub(crate) struct ExpressiveRange<'a> {
    title: &'a str,
    names: &'a [&'a str],
    metrics: [Metric; 2],
    /// The bins of both axes, and the number of levels in each cell for each recipe; `None` if nothing was measured.
    cells: Option<([Bins; 2], Vec<Vec<u64>>)>,
}

impl<'a> ExpressiveRange<'a> {
    /// `column` gives a metric of every level for the recipe of that index, NaN where there is no value.
    pub(crate) fn new(
        title: &'a str,
        names: &'a [&'a str],
        metrics: [Metric; 2],
        column: impl Fn(usize, Metric) -> anyhow::Result<Vec<f64>>,
    ) -> anyhow::Result<Self> {
        let (mut xs, mut ys) = (Vec::new(), Vec::new());
        for recipe in 0..names.len() {
            let pairs = column(recipe, metrics[0])?.into_iter().zip(column(recipe, metrics[1])?);
            let (x, y): (Vec<f64>, Vec<f64>) = pairs.filter(|(x, y)| !x.is_nan() && !y.is_nan()).unzip();
            xs.push(x);
            ys.push(y);
        }
        let bins = Bins::for_plot(&xs).zip(Bins::for_plot(&ys));
        let cells = bins.map(|(across, up)| {
            let counts = xs.iter().zip(&ys).map(|(xs, ys)| {
                let mut counts = vec![0; across.count * up.count];
                xs.iter().zip(ys).for_each(|(x, y)| counts[up.index(*y) * across.count + across.index(*x)] += 1);
                counts
            });
            ([across, up], counts.collect())
        });
        Ok(Self { title, names, metrics, cells })
    }
}

impl Figure for ExpressiveRange<'_> {
    fn size(&self) -> (u32, u32) {
        (PANEL.0 + KEY, header_height(self.names) as u32 + PANEL.1)
    }

    fn draw<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Drawn<B> {
        let body = with_title(canvas, self.title, self.names)?;
        let Some(([across, up], recipes)) = &self.cells else {
            return body.draw(&Text::new("No level has both metrics.", (MARGIN, MARGIN), label()));
        };
        let (panel, key) = body.split_horizontally(PANEL.0);
        let [x, y] = self.metrics.map(units::axis);
        let mut chart = ChartBuilder::on(&panel)
            .margin(MARGIN)
            .x_label_area_size(AXIS)
            .y_label_area_size(70)
            .build_cartesian_2d(across.range(), up.range())?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .label_style(label())
            .x_label_formatter(&|value| across.tick(*value))
            .y_label_formatter(&|value| up.tick(*value))
            .x_desc(x)
            .y_desc(y)
            .draw()?;
        for (counts, colour) in recipes.iter().zip(SERIES) {
            let most = counts.iter().max().copied().unwrap_or(0).max(1);
            let cells = counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(cell, count)| {
                let (column, row) = (cell % across.count, cell / across.count);
                let corners = [(across.start(column), up.start(row)), (across.start(column + 1), up.start(row + 1))];
                Rectangle::new(corners, colour.mix(opacity(*count as f64 / most as f64)).filled())
            });
            chart.draw_series(cells)?;
        }
        draw_key(&key, self.names, recipes)
    }
}

/// A strip of shades for each recipe, from one level in a cell to the most.
fn draw_key<B: DrawingBackend>(area: &Canvas<B>, names: &[&str], recipes: &[Vec<u64>]) -> Drawn<B> {
    area.draw(&Text::new("levels per cell", (0, MARGIN), label()))?;
    let (top, step) = (MARGIN + 2 * LINE, 3);
    let columns = (0..).step_by(80).zip(names.iter().zip(recipes)).zip(SERIES);
    for ((x, (name, counts)), colour) in columns {
        let most = counts.iter().max().copied().unwrap_or(0).max(1);
        area.draw(&Text::new(shortened(name), (x, top - LINE + 2), label()))?;
        for shade in 0..SHADES {
            let y = top + (SHADES - 1 - shade) * step;
            let count = 1.0 + (most - 1) as f64 * f64::from(shade) / f64::from(SHADES - 1);
            let colour = colour.mix(opacity(count / most as f64));
            area.draw(&Rectangle::new([(x, y), (x + 16, y + step)], colour.filled()))?;
        }
        area.draw(&Text::new(thousands(most), (x + 22, top), label()))?;
        area.draw(&Text::new("1", (x + 22, top + SHADES * step - LINE), label()))?;
    }
    Ok(())
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= 8 { name.to_owned() } else { name.chars().take(7).chain(['.']).collect() }
}

/// Rare pairs are the interesting ones, so they are drawn more strongly than their number warrants.
fn opacity(share: f64) -> f64 {
    0.12 + 0.88 * share.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_without_one_of_the_metrics_are_left_out() {
        let column =
            |_, metric| Ok(if metric == Metric::Open { vec![0.5, 0.6, 0.5] } else { vec![3.0, f64::NAN, 4.0] });
        let range = ExpressiveRange::new("x", &["a"], [Metric::Open, Metric::Path], column).unwrap();
        let (_, recipes) = range.cells.unwrap();
        assert_eq!(recipes[0].iter().sum::<u64>(), 2);
    }

    #[test]
    fn more_levels_are_darker() {
        let shades: Vec<f64> = (1..=20).map(|n| opacity(f64::from(n) / 20.0)).collect();
        assert!(shades.is_sorted() && shades[19] == 1.0, "{shades:?}");
    }
}
