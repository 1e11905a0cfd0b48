//! The rows of many levels as a Parquet file, for those who have a million.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Kind};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use undercroft_mapgen::{GENERATOR_VERSION, Metric};

use super::{Sample, Statistics};

/// How many rows are gathered before they are written: so much is in memory, however many there are.
const ROWS_IN_A_GROUP: usize = 65_536;

/// Writes a column of seeds and one for each metric, which is null where a level has nothing to measure.
pub(crate) fn write(statistics: &Statistics, out: impl Write + Send) -> io::Result<()> {
    write_groups(statistics, out).map_err(into_io)
}

fn write_groups(statistics: &Statistics, out: impl Write + Send) -> Result<(), ParquetError> {
    let about = [("recipe", statistics.name.clone()), ("generator-version", GENERATOR_VERSION.to_string())];
    let about = about.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect();
    let properties =
        WriterProperties::builder().set_compression(Compression::SNAPPY).set_key_value_metadata(Some(about)).build();
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema()?), Arc::new(properties))?;
    for samples in statistics.samples.chunks(ROWS_IN_A_GROUP) {
        let mut group = writer.next_row_group()?;
        if let Some(mut column) = group.next_column()? {
            let seeds: Vec<ByteArray> =
                samples.iter().map(|sample| sample.seed.to_string().into_bytes().into()).collect();
            column.typed::<ByteArrayType>().write_batch(&seeds, None, None)?;
            column.close()?;
        }
        for metric in Metric::ALL {
            let Some(mut column) = group.next_column()? else { break };
            let (values, present) = column_of(samples, metric);
            column.typed::<DoubleType>().write_batch(&values, Some(&present), None)?;
            column.close()?;
        }
        group.close()?;
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

/// The values that there are, and for each level a 1 where it has one.
fn column_of(samples: &[Sample], metric: Metric) -> (Vec<f64>, Vec<i16>) {
    let values = samples.iter().filter_map(|sample| sample.value(metric)).collect();
    let present = samples.iter().map(|sample| i16::from(sample.value(metric).is_some())).collect();
    (values, present)
}

/// What the disk says is said as it is.
fn into_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(cause) => io::Error::other(cause),
        },
        other => io::Error::other(other),
    }
}
