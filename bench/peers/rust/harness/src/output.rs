//! What a system made, as the judge reads it: a line of text, then little-endian numbers.

use std::fs;
use std::io::Result;
use std::path::Path;

/// What a system made.
pub enum Output {
    /// A byte for each cell of a map of that width, 1 for open.
    Map(usize, Vec<u8>),
    /// Steps to each cell of a map of that width; `u32::MAX` where none lead.
    Distances(usize, Vec<u32>),
    /// The cells of a way.
    Path(Vec<(usize, usize)>),
    /// The cells that are seen from each origin.
    Sight(Vec<Vec<(usize, usize)>>),
    /// The values of noise, of a field of that width.
    Values(usize, Vec<f32>),
}

impl Output {
    /// Writes what was made to a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
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
