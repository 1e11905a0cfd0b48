//! The judge's report on a result file, as a line of JSON.

use std::collections::HashSet;
use std::path::Path;

use peers_harness::{Map, Task};

use crate::flood;

/// Examines a system's result for a task.
pub(crate) fn at(task: &str, file: &Path, maps: &Path) -> Result<String, String> {
    let task = Task::parse(task, maps)?;
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or("no first line")?;
    let head = str::from_utf8(&bytes[..end]).map_err(|_| "the first line is not text")?;
    let mut words = head.split(' ');
    let shape = words.next().unwrap_or_default();
    let numbers: Vec<usize> = words.map_while(|word| word.parse().ok()).collect();
    let body = &bytes[end + 1..];
    match (shape, numbers.as_slice()) {
        ("map", &[width, height]) => {
            if width.checked_mul(height) != Some(body.len()) {
                return Err(format!("{width}×{height} cells, but {} bytes", body.len()));
            }
            Ok(map(&task, &Map::new(width, height, body.to_vec())))
        }
        ("distances", &[width, height]) => Ok(distances(&task, width, height, &words_of(body))),
        ("path", &[_]) => Ok(path(&task, &pairs_of(body))),
        ("sight", counts) => Ok(sight(&task, counts, &pairs_of(body))),
        ("values", &[width, height]) => Ok(values(width, height, &words_of(body))),
        _ => Err(format!("`{head}` is not a valid heading")),
    }
}

fn words_of(body: &[u8]) -> Vec<u32> {
    body.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

fn pairs_of(body: &[u8]) -> Vec<(i64, i64)> {
    words_of(body).chunks_exact(2).map(|pair| (i64::from(pair[0]), i64::from(pair[1]))).collect()
}

fn map(task: &Task, made: &Map) -> String {
    let (width, height) = (made.width, made.height);
    let open = made.cells.iter().filter(|&&cell| cell == 1).count();
    let (_, four) = flood::parts(made, 4);
    let (_, eight) = flood::parts(made, 8);
    let on_border = |at: usize| {
        at < width || at >= width * (height - 1) || at.is_multiple_of(width) || (at + 1).is_multiple_of(width)
    };
    let open_border = (0..made.cells.len()).filter(|&at| made.cells[at] == 1 && on_border(at)).count();
    let differing =
        made.cells.chunks_exact(width).flat_map(|row| row.windows(2)).filter(|pair| pair[0] != pair[1]).count();
    let exact = match task.kind.as_str() {
        "smooth" => Some(flood::majority(&task.map("noise"))),
        "largest" => Some(flood::largest(&task.map("caves"))),
        _ => None,
    };
    let wrong = exact
        .filter(|exact| exact.len() == made.cells.len())
        .map(|exact| exact.iter().zip(&made.cells).filter(|(one, other)| one != other).count());
    format!(
        "{{\"width\": {width}, \"height\": {height}, \"open\": {open}, \"parts\": {}, \"parts_eight\": {}, \
         \"largest\": {}, \"open_border\": {open_border}, \"roughness\": {:.4}, \"wrong\": {}}}",
        four.len(),
        eight.len(),
        four.iter().max().unwrap_or(&0),
        differing as f64 / (made.cells.len() - height) as f64,
        wrong.map_or("null".into(), |wrong| wrong.to_string()),
    )
}

fn distances(task: &Task, width: usize, height: usize, steps: &[u32]) -> String {
    let right = flood::distances(&task.map("cave"));
    let reached = right.iter().filter(|&&steps| steps != u32::MAX).count();
    let wrong = if steps.len() == right.len() {
        right.iter().zip(steps).filter(|(right, steps)| right != steps).count()
    } else {
        right.len()
    };
    format!("{{\"width\": {width}, \"height\": {height}, \"reached\": {reached}, \"wrong\": {wrong}}}")
}

fn path(task: &Task, cells: &[(i64, i64)]) -> String {
    let map = task.map("cave");
    let shortest = flood::distances(&map)[map.goal.1 * map.width + map.goal.0];
    let is_place = |place: Option<&(i64, i64)>, (x, y): (usize, usize)| place == Some(&(x as i64, y as i64));
    // Some systems omit the start and some list the path backwards; both are fine.
    let ends = [cells.first(), cells.last()];
    let meets = ends.iter().any(|&end| is_place(end, map.goal) || is_place(end, map.start));
    let walks = cells.windows(2).all(|pair| (pair[0].0 - pair[1].0).abs() + (pair[0].1 - pair[1].1).abs() == 1);
    let open = cells.iter().all(|&(x, y)| map.is_open_at(x, y));
    let whole = ends.iter().any(|&end| is_place(end, map.start));
    let steps = if whole { cells.len().saturating_sub(1) } else { cells.len() };
    format!(
        "{{\"width\": {}, \"height\": {}, \"steps\": {steps}, \"shortest\": {shortest}, \"valid\": {}}}",
        map.width,
        map.height,
        meets && walks && open && !cells.is_empty()
    )
}

fn sight(task: &Task, counts: &[usize], cells: &[(i64, i64)]) -> String {
    let map = task.map("cave");
    let origins = map.origins();
    let mut rest = cells;
    let mut views: Vec<HashSet<(i64, i64)>> = Vec::new();
    for &count in counts {
        let (view, after) = rest.split_at(count.min(rest.len()));
        views.push(view.iter().copied().collect());
        rest = after;
    }
    let place = |at: usize| (origins[at].0 as i64, origins[at].1 as i64);
    let mut one_way = 0;
    let mut pairs = 0;
    let mut far = 0;
    for (at, view) in views.iter().enumerate().take(origins.len()) {
        let (x, y) = place(at);
        far += view.iter().filter(|(see_x, see_y)| (see_x - x).abs().max((see_y - y).abs()) > 8).count();
        for (other, back) in views.iter().enumerate().take(origins.len()).skip(at + 1) {
            let (there, here) = (view.contains(&place(other)), back.contains(&place(at)));
            pairs += usize::from(there || here);
            one_way += usize::from(there != here);
        }
    }
    let seen: usize = views.iter().map(HashSet::len).sum();
    format!(
        "{{\"width\": {}, \"height\": {}, \"views\": {}, \"seen\": {:.1}, \"far\": {far}, \"pairs\": {pairs}, \
         \"one_way\": {one_way}}}",
        map.width,
        map.height,
        views.len(),
        seen as f64 / views.len().max(1) as f64
    )
}

fn values(width: usize, height: usize, words: &[u32]) -> String {
    let values: Vec<f64> = words.iter().map(|&bits| f64::from(f32::from_bits(bits))).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    let step = values.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum::<f64>() / values.len().max(1) as f64;
    format!(
        "{{\"width\": {width}, \"height\": {height}, \"count\": {}, \"least\": {least:.3}, \"most\": {most:.3}, \
         \"mean\": {mean:.3}, \"step\": {step:.4}}}",
        values.len()
    )
}
