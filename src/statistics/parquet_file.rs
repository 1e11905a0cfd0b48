//! One row for each level as a Parquet file, for millions of levels.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Kind};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use parquet::schema::types::Type;
use undercroft_mapgen::{GENERATOR_VERSION, Metric, Seed};

use super::Statistics;
use super::spool::Row;

/// The number of rows in a row group, which is held in memory.
const GROUP: usize = 65_536;

/// Writes a column of seeds, as numbers if all of them are numbers, and a column for each metric, null where a level has
/// no value.
pub(crate) fn write(statistics: &Statistics, out: impl Write + Send) -> io::Result<()> {
    write_groups(statistics, out).map_err(into_io)
}

fn write_groups(statistics: &Statistics, out: impl Write + Send) -> Result<(), ParquetError> {
    // Numbers count up and wrap around, so either all seeds are numbers or none are.
    let numeric = number(&statistics.seed(0)).is_some();
    let metadata = [("recipe", statistics.name.clone()), ("generator-version", GENERATOR_VERSION.to_string())];
    let metadata = metadata.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect();
    let properties =
        WriterProperties::builder().set_compression(Compression::SNAPPY).set_key_value_metadata(Some(metadata)).build();
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema(numeric)?), Arc::new(properties))?;
    let external = |error: io::Error| ParquetError::External(Box::new(error));
    let mut rows = statistics.rows().map_err(external)?;
    loop {
        let group: Vec<(Seed, Row)> = rows.by_ref().take(GROUP).collect::<io::Result<_>>().map_err(external)?;
        if group.is_empty() {
            break;
        }
        let mut out = writer.next_row_group()?;
        if let Some(mut column) = out.next_column()? {
            if numeric {
                let seeds: Vec<i64> = group.iter().map(|(seed, _)| number(seed).unwrap_or(0) as i64).collect();
                column.typed::<Int64Type>().write_batch(&seeds, None, None)?;
            } else {
                let seeds = group.iter().map(|(seed, _)| seed.to_string().into_bytes().into());
                let seeds: Vec<ByteArray> = seeds.collect();
                column.typed::<ByteArrayType>().write_batch(&seeds, None, None)?;
            }
            column.close()?;
        }
        for metric in Metric::ALL {
            let Some(mut column) = out.next_column()? else { break };
            let values = group.iter().map(|(_, row)| row[metric as usize]);
            let present: Vec<i16> = values.clone().map(|value| i16::from(!value.is_nan())).collect();
            let values: Vec<f64> = values.filter(|value| !value.is_nan()).collect();
            column.typed::<DoubleType>().write_batch(&values, Some(&present), None)?;
            column.close()?;
        }
        out.close()?;
    }
    writer.close().map(drop)
}

/// The number that a seed is.
fn number(seed: &Seed) -> Option<u64> {
    let text = seed.to_string();
    text.parse::<u64>().ok().filter(|_| Seed::from(text.as_str()) == *seed)
}

/// Calls `push` with every row of a file.
pub(super) fn read(path: &Path, push: &mut dyn FnMut(&Row) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let damaged = || format!("{}: not the rows of a part; measure it again", path.display());
    let reader = SerializedFileReader::new(File::open(path).with_context(damaged)?).with_context(damaged)?;
    for record in reader.get_row_iter(None).with_context(damaged)? {
        let record = record.with_context(damaged)?;
        let mut row: Row = [f64::NAN; Metric::ALL.len()];
        if record.len() != row.len() + 1 {
            bail!(damaged());
        }
        for (value, (_, field)) in row.iter_mut().zip(record.get_column_iter().skip(1)) {
            match field {
                Field::Double(found) => *value = *found,
                Field::Null => {}
                _ => bail!(damaged()),
            }
        }
        push(&row)?;
    }
    Ok(())
}

fn schema(numeric: bool) -> Result<Type, ParquetError> {
    let seed = match numeric {
        true => Type::primitive_type_builder("seed", Kind::INT64)
            .with_repetition(Repetition::REQUIRED)
            .with_converted_type(ConvertedType::UINT_64)
            .build()?,
        false => Type::primitive_type_builder("seed", Kind::BYTE_ARRAY)
            .with_repetition(Repetition::REQUIRED)
            .with_converted_type(ConvertedType::UTF8)
            .with_logical_type(Some(LogicalType::String))
            .build()?,
    };
    let mut fields = vec![Arc::new(seed)];
    for metric in Metric::ALL {
        let column = Type::primitive_type_builder(metric.name(), Kind::DOUBLE);
        fields.push(Arc::new(column.with_repetition(Repetition::OPTIONAL).build()?));
    }
    Type::group_type_builder("levels").with_fields(fields).build()
}

/// Unwraps disk errors, so that they are reported as such.
fn into_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(cause) => io::Error::other(cause),
        },
        other => io::Error::other(other),
    }
}
