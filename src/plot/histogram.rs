//! Histograms of many metrics, for one recipe or two that are compared.

use std::borrow::Cow;

use plotters::prelude::*;
use undercroft_mapgen::Metric;

use super::bins::Bins;
use super::{
    AXIS, Canvas, Drawn, Figure, GRID, LINE, MARGIN, SERIES, count_tick, header_height, label, units, with_title,
};
use crate::numbers::{quartiles, rounded};

const PANEL: (u32, u32) = (350, 230);
const COLUMNS: usize = 4;

/// One histogram: what was measured, and its sorted values for each recipe.
pub(super) struct Panel {
    pub(super) name: String,
    pub(super) unit: &'static str,
    /// What is counted.
    pub(super) things: &'static str,
    pub(super) samples: Vec<Vec<f64>>,
    pub(super) bins: Bins,
}

/// A panel for each metric that varies.
pub(crate) struct Histograms<'a> {
    title: &'a str,
    names: &'a [&'a str],
    panels: Vec<Panel>,
    /// Metrics that have the same value on every level.
    constants: Vec<String>,
}

impl<'a> Histograms<'a> {
    /// `sorted` gives the sorted values of a metric for the recipe of that index.
    pub(crate) fn new(
        title: &'a str,
        names: &'a [&'a str],
        sorted: impl Fn(usize, Metric) -> anyhow::Result<Vec<f64>>,
    ) -> anyhow::Result<Self> {
        let (mut panels, mut constants) = (Vec::new(), Vec::new());
        for metric in Metric::ALL {
            let samples = (0..names.len()).map(|recipe| sorted(recipe, metric)).collect::<anyhow::Result<Vec<_>>>()?;
            let Some(bins) = Bins::for_plot(&samples) else { continue };
            let first = samples.iter().flatten().next().copied().unwrap_or_default();
            if samples.iter().flatten().all(|value| *value == first) {
                constants.push(format!("{} = {}", metric.name(), rounded(first)));
                continue;
            }
            let (name, unit) = (metric.name().to_owned(), units::of(metric));
            panels.push(Panel { name, unit, things: "levels", samples, bins });
        }
        Ok(Self { title, names, panels, constants })
    }

    fn columns(&self) -> usize {
        self.panels.len().clamp(1, COLUMNS)
    }

    fn rows(&self) -> usize {
        self.panels.len().div_ceil(self.columns())
    }

    fn footer(&self) -> Vec<String> {
        let mut text = "Vertical lines mark medians.".to_owned();
        if !self.constants.is_empty() {
            text += &format!(" The same on every level: {}.", self.constants.join(", "));
        }
        let characters = self.columns() * PANEL.0 as usize / 9 - 4;
        textwrap::wrap(&text, characters).into_iter().map(Cow::into_owned).collect()
    }
}

impl Figure for Histograms<'_> {
    fn size(&self) -> (u32, u32) {
        let height = header_height(self.names) as u32 + self.rows() as u32 * PANEL.1;
        (self.columns() as u32 * PANEL.0, height + (self.footer().len() as u32 + 1) * LINE as u32)
    }

    fn draw<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Drawn<B> {
        let body = with_title(canvas, self.title, self.names)?;
        for (index, panel) in self.panels.iter().enumerate() {
            let (column, row) = (index % self.columns(), index / self.columns());
            let corner = (column as u32 * PANEL.0, row as u32 * PANEL.1);
            panel.draw(&body.clone().shrink(corner, PANEL))?;
        }
        for (line, text) in (0..).zip(self.footer()) {
            let y = self.rows() as i32 * PANEL.1 as i32 + line * LINE + LINE / 2;
            body.draw(&Text::new(text, (MARGIN, y), label()))?;
        }
        Ok(())
    }
}

impl Panel {
    pub(super) fn draw<B: DrawingBackend>(&self, area: &Canvas<B>) -> Drawn<B> {
        let counts: Vec<Vec<u64>> = self.samples.iter().map(|values| self.bins.counts(values)).collect();
        let highest = counts.iter().flatten().max().copied().unwrap_or(0).max(1) as f64 * 1.08;
        let medians: Vec<Option<f64>> =
            self.samples.iter().map(|values| quartiles(values).map(|[_, _, median, ..]| median)).collect();
        let caption: Vec<String> = medians.iter().map(|median| median.map_or("none".into(), rounded)).collect();
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(24)
            .caption(format!("{}, median {}", self.name, caption.join(" / ")), label())
            .x_label_area_size(AXIS)
            .y_label_area_size(62)
            .build_cartesian_2d(self.bins.range(), 0.0..highest)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .label_style(label())
            .x_labels(self.bins.count.min(6))
            .y_labels((highest as usize).min(5))
            .x_label_formatter(&|value| self.bins.tick(*value))
            .y_label_formatter(&count_tick)
            .x_desc(self.unit)
            .y_desc(self.things)
            .draw()?;
        let opacity = if self.samples.len() > 1 { 0.55 } else { 0.85 };
        for (counts, colour) in counts.iter().zip(SERIES) {
            let bars = counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(bin, count)| {
                let corners = [(self.bins.start(bin), 0.0), (self.bins.start(bin + 1), *count as f64)];
                let mut bar = Rectangle::new(corners, colour.mix(opacity).filled());
                bar.set_margin(0, 0, 0, 1);
                bar
            });
            chart.draw_series(bars)?;
        }
        for (median, colour) in medians.iter().zip(SERIES) {
            let line = median.map(|median| {
                let dark = RGBColor(colour.0 / 2, colour.1 / 2, colour.2 / 2);
                PathElement::new([(median, 0.0), (median, highest)], dark.stroke_width(2))
            });
            chart.draw_series(line)?;
        }
        Ok(())
    }
}
