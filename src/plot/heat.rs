//! A heat map of two values: the expressive range of a recipe (after Smith and Whitehead, 2010).

use super::figure::{Align, Figure, LINE, colour};
use super::histograms::{place, short};

const CELLS: usize = 24;
const CELL: f64 = 14.0;

/// How often each pair of values comes up; a panel for each kind of level, on the same scales.
pub(crate) fn heat_map(title: &str, names: [&str; 2], kinds: &[(&str, Vec<[f64; 2]>)]) -> Figure {
    let mut figure = Figure::default();
    figure.heading((0.0, 0.0), title);
    let ends = [0, 1].map(|axis| {
        let all = kinds.iter().flat_map(|(_, pairs)| pairs).map(|pair| pair[axis]);
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    });
    for (index, (kind, pairs)) in kinds.iter().enumerate() {
        let corner = (60.0 + index as f64 * (CELLS as f64 * CELL + 90.0), LINE * 3.5);
        figure.heading((corner.0, LINE * 2.0), *kind);
        panel(&mut figure, corner, names, ends, pairs);
    }
    figure
}

fn panel(
    figure: &mut Figure,
    (left, top): (f64, f64),
    names: [&str; 2],
    [across, up]: [(f64, f64); 2],
    pairs: &[[f64; 2]],
) {
    let side = CELLS as f64 * CELL;
    figure.fill((left, top), (side, side), colour::FAINT);
    let mut counts = vec![0_u64; CELLS * CELLS];
    for [x, y] in pairs {
        let row = CELLS - 1 - place(*y, up.0, up.1, CELLS);
        counts[row * CELLS + place(*x, across.0, across.1, CELLS)] += 1;
    }
    let most = counts.iter().max().copied().unwrap_or(0).max(1);
    for (index, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
        let at = (left + (index % CELLS) as f64 * CELL, top + (index / CELLS) as f64 * CELL);
        // Rare pairs are what one looks for: they are drawn stronger than their number.
        figure.fill(at, (CELL, CELL), warmth((count as f64 / most as f64).sqrt()));
    }
    if pairs.is_empty() {
        figure.text((left + side / 2.0, top + side / 2.0), Align::Centre, "nothing to measure");
        return;
    }
    figure.text((left, top + side + 4.0), Align::Left, short(across.0));
    figure.text((left + side, top + side + 4.0), Align::Right, short(across.1));
    figure.text((left + side / 2.0, top + side + 4.0 + LINE), Align::Centre, format!("{} →", names[0]));
    figure.text((left - 6.0, top), Align::Right, short(up.1));
    figure.text((left - 6.0, top + side - LINE), Align::Right, short(up.0));
    figure.text((left, top + side + 4.0 + 2.0 * LINE), Align::Left, format!("↑ {}", names[1]));
}

/// From pale over orange to dark.
fn warmth(share: f64) -> u32 {
    const STOPS: [[f64; 3]; 4] = [[250.0, 224.0, 170.0], [235.0, 150.0, 70.0], [180.0, 60.0, 50.0], [60.0, 15.0, 45.0]];
    let place = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let index = (place as usize).min(STOPS.len() - 2);
    let between = place - index as f64;
    let part = |channel: usize| {
        let (from, to) = (STOPS[index][channel], STOPS[index + 1][channel]);
        (from + (to - from) * between).round() as u32
    };
    part(0) << 16 | part(1) << 8 | part(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_darker() {
        let light = |colour: u32| (colour >> 16) + (colour >> 8 & 255) + (colour & 255);
        let steps: Vec<u32> = (0..=20).map(|n| light(warmth(f64::from(n) / 20.0))).collect();
        assert!(steps.is_sorted_by(|a, b| a > b), "{steps:?}");
    }
}
