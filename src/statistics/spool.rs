//! The metrics of many levels in a temporary file, so that a million levels take no memory.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use undercroft_mapgen::Metric;

/// The metrics of one level; NaN where it has no value.
pub(super) type Row = [f64; Metric::ALL.len()];

/// Rows in an unnamed temporary file, which the operating system removes even if we crash.
pub(super) struct Spool {
    file: BufWriter<File>,
    rows: u64,
}

impl Spool {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { file: BufWriter::new(tempfile::tempfile()?), rows: 0 })
    }

    pub(super) const fn len(&self) -> u64 {
        self.rows
    }

    pub(super) fn push(&mut self, row: &Row) -> io::Result<()> {
        self.rows += 1;
        row.iter().try_for_each(|value| self.file.write_all(&value.to_le_bytes()))
    }

    /// Must be called after the last row and before the first is read.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }

    /// All rows in order.
    pub(super) fn rows(&self) -> io::Result<impl Iterator<Item = io::Result<Row>>> {
        let mut file = self.file.get_ref();
        file.rewind()?;
        let mut reader = BufReader::with_capacity(1 << 16, file);
        Ok((0..self.rows).map(move |_| {
            let mut row = [0.0; Metric::ALL.len()];
            let mut bytes = [0; 8];
            for value in &mut row {
                reader.read_exact(&mut bytes)?;
                *value = f64::from_le_bytes(bytes);
            }
            Ok(row)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_in_order_and_can_be_read_twice() {
        for count in [0, 1, 17, 1_000] {
            let mut spool = Spool::new().unwrap();
            let rows: Vec<Row> =
                (0..count).map(|level| std::array::from_fn(|metric| (level * 100 + metric) as f64)).collect();
            rows.iter().for_each(|row| spool.push(row).unwrap());
            spool.flush().unwrap();
            for _ in 0..2 {
                assert_eq!(spool.rows().unwrap().collect::<io::Result<Vec<Row>>>().unwrap(), rows);
            }
        }
    }
}
