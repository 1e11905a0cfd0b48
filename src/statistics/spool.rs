//! The figures of many levels, kept on disk: a million of them take no memory.
//!
//! Levels come in blocks. Of each block there is a column for each metric after the other, so that one metric of all levels
//! is read without the rest.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use undercroft_mapgen::Metric;

/// The figures of one level; no number where it has none.
pub(crate) type Figures = [f64; Metric::ALL.len()];

/// How many levels a block has; the last may have fewer.
pub(super) const BLOCK: u64 = 4_096;

/// The bytes of a figure.
const BYTES: u64 = 8;

/// A file without a name, which is gone when it is closed, however that comes.
pub(super) struct Spool {
    file: File,
    levels: u64,
}

impl Spool {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { file: tempfile::tempfile()?, levels: 0 })
    }

    pub(super) const fn levels(&self) -> u64 {
        self.levels
    }

    /// Adds a block, which is whole unless it is the last.
    pub(super) fn push(&mut self, block: &[Figures]) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(size_of_val(block));
        for metric in Metric::ALL {
            bytes.extend(block.iter().flat_map(|figures| figures[metric as usize].to_le_bytes()));
        }
        self.file.write_all(&bytes)?;
        self.levels += block.len() as u64;
        Ok(())
    }

    /// How many blocks there are.
    pub(super) const fn blocks(&self) -> u64 {
        self.levels.div_ceil(BLOCK)
    }

    /// A metric of the levels of some blocks.
    pub(super) fn column(&self, metric: Metric, blocks: Range<u64>) -> io::Result<Vec<f64>> {
        let mut column = Vec::new();
        let mut bytes = Vec::new();
        for block in blocks {
            let levels = BLOCK.min(self.levels - block * BLOCK);
            let place = (block * BLOCK * Metric::ALL.len() as u64 + metric as u64 * levels) * BYTES;
            bytes.resize((levels * BYTES) as usize, 0);
            // A file that is only read can be read by whoever has it.
            let mut file = &self.file;
            file.seek(SeekFrom::Start(place))?;
            file.read_exact(&mut bytes)?;
            column.extend(bytes.as_chunks().0.iter().map(|value| f64::from_le_bytes(*value)));
        }
        Ok(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_comes_out_metric_by_metric() {
        let figure = |level: u64, metric: usize| level as f64 * 100.0 + metric as f64;
        for levels in [0, 1, 17, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 5] {
            let mut spool = Spool::new().unwrap();
            for first in (0..levels).step_by(BLOCK as usize) {
                let block = first..levels.min(first + BLOCK);
                let block: Vec<Figures> =
                    block.map(|level| std::array::from_fn(|metric| figure(level, metric))).collect();
                spool.push(&block).unwrap();
            }
            assert_eq!(spool.levels(), levels);
            for metric in Metric::ALL {
                let expected: Vec<f64> = (0..levels).map(|level| figure(level, metric as usize)).collect();
                assert_eq!(spool.column(metric, 0..spool.blocks()).unwrap(), expected, "{levels} levels");
                let behind: Vec<f64> = expected.into_iter().skip(BLOCK as usize).collect();
                assert_eq!(spool.column(metric, 1..spool.blocks().max(1)).unwrap(), behind);
            }
        }
    }
}
