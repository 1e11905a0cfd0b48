//! One row for each level as a Parquet file, for millions of levels.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Kind};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use undercroft_mapgen::{GENERATOR_VERSION, Metric, Seed};

use super::Statistics;
use super::spool::Row;

/// The number of rows in a row group, which is held in memory.
const GROUP: usize = 65_536;

/// Writes a column of seeds and one for each metric, null where a level has no value.
pub(crate) fn write(statistics: &Statistics<'_>, out: impl Write + Send) -> io::Result<()> {
    write_groups(statistics, out).map_err(into_io)
}

fn write_groups(statistics: &Statistics<'_>, out: impl Write + Send) -> Result<(), ParquetError> {
    let metadata = [("recipe", statistics.name.clone()), ("generator-version", GENERATOR_VERSION.to_string())];
    let metadata = metadata.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect();
    let properties =
        WriterProperties::builder().set_compression(Compression::SNAPPY).set_key_value_metadata(Some(metadata)).build();
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema()?), Arc::new(properties))?;
    let external = |error: io::Error| ParquetError::External(Box::new(error));
    let mut rows = statistics.rows().map_err(external)?;
    loop {
        let group: Vec<(Seed, Row)> = rows.by_ref().take(GROUP).collect::<io::Result<_>>().map_err(external)?;
        if group.is_empty() {
            break;
        }
        let mut out = writer.next_row_group()?;
        if let Some(mut column) = out.next_column()? {
            let seeds: Vec<ByteArray> = group.iter().map(|(seed, _)| seed.to_string().into_bytes().into()).collect();
            column.typed::<ByteArrayType>().write_batch(&seeds, None, None)?;
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

fn schema() -> Result<Type, ParquetError> {
    let seed = Type::primitive_type_builder("seed", Kind::BYTE_ARRAY)
        .with_repetition(Repetition::REQUIRED)
        .with_converted_type(ConvertedType::UTF8)
        .with_logical_type(Some(LogicalType::String))
        .build()?;
    let mut fields = vec![Arc::new(seed)];
    for metric in Metric::ALL {
        let column = Type::primitive_type_builder(metric.name(), Kind::DOUBLE);
        fields.push(Arc::new(column.with_repetition(Repetition::OPTIONAL).build()?));
    }
    Type::group_type_builder("levels").with_fields(fields).build()
}

/// Unwraps errors of the disk, so that they are reported as such.
fn into_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(cause) => io::Error::other(cause),
        },
        other => io::Error::other(other),
    }
}
