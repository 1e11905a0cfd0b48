//! A system's result as the judge reads it: a line of text, then little-endian numbers.

use std::fs;
use std::io::Result;
use std::path::Path;

/// A system's result.
pub enum Output {
    /// One byte per cell of a map of this width, 1 for open.
    Map(usize, Vec<u8>),
    /// Steps to each cell of a map of this width; `u32::MAX` if unreachable.
    Distances(usize, Vec<u32>),
    /// The cells of a path.
    Path(Vec<(usize, usize)>),
    /// The cells visible from each origin.
    Sight(Vec<Vec<(usize, usize)>>),
    /// Noise values of a field of this width.
    Values(usize, Vec<f32>),
}

impl Output {
    /// Writes the result to a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let pairs = |cells: &[(usize, usize)]| -> Vec<u8> {
            cells.iter().flat_map(|&(x, y)| [x as u32, y as u32]).flat_map(u32::to_le_bytes).collect()
        };
        let (head, body) = match self {
            Self::Map(width, cells) => (format!("map {width} {}", cells.len() / width), cells.clone()),
            Self::Distances(width, steps) => (
                format!("distances {width} {}", steps.len() / width),
                steps.iter().flat_map(|steps| steps.to_le_bytes()).collect(),
            ),
            Self::Path(cells) => (format!("path {}", cells.len()), pairs(cells)),
            Self::Sight(views) => {
                let counts: Vec<String> = views.iter().map(|view| view.len().to_string()).collect();
                (format!("sight {}", counts.join(" ")), views.iter().flat_map(|view| pairs(view)).collect())
            }
            Self::Values(width, values) => (
                format!("values {width} {}", values.len() / width),
                values.iter().flat_map(|value| value.to_le_bytes()).collect(),
            ),
        };
        fs::write(path, [head.as_bytes(), b"\n", &body].concat())
    }
}
