//! The measurements of many levels on disk, so that a million of them take no memory.
//!
//! The file is a sequence of blocks of levels. Each block stores one metric after another, so that a single metric of all
//! levels can be read without the rest.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use undercroft_mapgen::Metric;

/// The metrics of one level; NaN where it has no value.
pub(super) type Row = [f64; Metric::ALL.len()];

/// The number of levels in a block; the last may have fewer.
pub(super) const BLOCK: u64 = 4_096;

const BYTES_PER_VALUE: u64 = 8;

/// An unnamed temporary file, which the operating system removes even if we crash.
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

    /// Appends a block. Only the last may be shorter than [`BLOCK`].
    pub(super) fn push(&mut self, block: &[Row]) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(size_of_val(block));
        for metric in Metric::ALL {
            bytes.extend(block.iter().flat_map(|row| row[metric as usize].to_le_bytes()));
        }
        self.file.write_all(&bytes)?;
        self.levels += block.len() as u64;
        Ok(())
    }

    /// The number of blocks.
    pub(super) const fn blocks(&self) -> u64 {
        self.levels.div_ceil(BLOCK)
    }

    /// A metric of the levels in some blocks.
    pub(super) fn column(&self, metric: Metric, blocks: Range<u64>) -> io::Result<Vec<f64>> {
        let mut column = Vec::new();
        let mut bytes = Vec::new();
        for block in blocks {
            let levels = BLOCK.min(self.levels - block * BLOCK);
            let place = (block * BLOCK * Metric::ALL.len() as u64 + metric as u64 * levels) * BYTES_PER_VALUE;
            bytes.resize((levels * BYTES_PER_VALUE) as usize, 0);
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
    fn rows_come_back_as_columns() {
        let value = |level: u64, metric: usize| level as f64 * 100.0 + metric as f64;
        for levels in [0, 1, 17, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 5] {
            let mut spool = Spool::new().unwrap();
            for first in (0..levels).step_by(BLOCK as usize) {
                let block = first..levels.min(first + BLOCK);
                let block: Vec<Row> = block.map(|level| std::array::from_fn(|metric| value(level, metric))).collect();
                spool.push(&block).unwrap();
            }
            assert_eq!(spool.levels(), levels);
            for metric in Metric::ALL {
                let expected: Vec<f64> = (0..levels).map(|level| value(level, metric as usize)).collect();
                assert_eq!(spool.column(metric, 0..spool.blocks()).unwrap(), expected, "{levels} levels");
                let rest: Vec<f64> = expected.into_iter().skip(BLOCK as usize).collect();
                assert_eq!(spool.column(metric, 1..spool.blocks().max(1)).unwrap(), rest);
            }
        }
    }
}
