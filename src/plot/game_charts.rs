//! How a run of many games ended: bar charts, and a histogram of the turns.

use plotters::prelude::*;

use super::bins::Bins;
use super::histogram::Panel;
use super::{BarChart, Canvas, Drawn, Figure, header_height, with_title};

const WIDTH: u32 = 760;
const TURNS_HEIGHT: u32 = 260;

/// All charts of a simulation, one below the other.
pub(crate) struct GameCharts<'a> {
    pub(crate) title: &'a str,
    pub(crate) charts: [BarChart; 3],
    /// The turns of each game, sorted.
    pub(crate) turns: Vec<f64>,
}

impl Figure for GameCharts<'_> {
    fn size(&self) -> (u32, u32) {
        let charts: u32 = self.charts.iter().map(BarChart::height).sum();
        (WIDTH, header_height(&[]) as u32 + charts + TURNS_HEIGHT)
    }

    fn draw<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Drawn<B> {
        let body = with_title(canvas, self.title, &[])?;
        let mut top = 0;
        for chart in self.charts.iter().filter(|chart| chart.height() > 0) {
            chart.draw(&body.clone().shrink((0, top), (WIDTH, chart.height())))?;
            top += chart.height();
        }
        let samples = vec![self.turns.clone()];
        let Some(bins) = Bins::for_plot(&samples) else { return Ok(()) };
        let panel = Panel { name: "Turns".into(), unit: "turns", things: "games", samples, bins };
        panel.draw(&body.clone().shrink((0, top), (WIDTH, TURNS_HEIGHT)))
    }
}
