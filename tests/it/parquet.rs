//! Parquet files: read back if the feature is enabled, and refused clearly if not.

use crate::common::{Folder, undercroft_in};

#[cfg(not(feature = "parquet"))]
#[test]
fn a_build_without_parquet_says_how_to_enable_it() {
    let folder = Folder::new();
    let arguments = ["stats", "caves", "--count", "3", "--rows", "parquet", "--out", "figures"];
    undercroft_in(folder.path(), &arguments).fails(2, &["--rows parquet", "--features parquet"]);
    assert!(folder.names().is_empty());
}

#[test]
fn rows_need_a_directory_and_a_known_format() {
    let folder = Folder::new();
    undercroft_in(folder.path(), &["stats", "caves", "--rows", "csv"]).fails(2, &["--out"]);
    undercroft_in(folder.path(), &["stats", "caves", "--rows", "xlsx", "--out", "x"]).fails(2, &["csv, parquet"]);
    let ran = ["stats", "caves", "--size", "30x20", "--count", "3", "--rows", "csv", "--out", "figures"];
    undercroft_in(folder.path(), &ran).ok();
    assert!(folder.at("figures/levels.csv").exists());
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_and_csv_have_the_same_rows() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    let folder = Folder::new();
    // A maze has no rooms to measure, and the requirement leaves some seeds without a level.
    let text = "name = \"x\"\ndescription = \"x\"\nsize = \"40x30\"\nattempts = 1\n[require]\nloops = \"2..\"\n[[step]]\ndo = \"maze\"\n";
    folder.file("x.toml", text);
    for rows in ["csv", "parquet"] {
        let arguments = ["stats", "x.toml", "--count", "250", "--seed", "so", "--rows", rows, "--out", rows];
        undercroft_in(folder.path(), &arguments).ok();
    }
    assert!(!folder.at("parquet/levels.csv").exists());
    let csv = folder.read_text("csv/levels.csv");
    let file = std::fs::File::open(folder.at("parquet/levels.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let about = reader.metadata().file_metadata().key_value_metadata().unwrap();
    assert!(about.iter().any(|pair| pair.key == "recipe" && pair.value.as_deref() == Some("x")), "{about:?}");
    let mut lines = csv.lines();
    let names: Vec<String> = lines.next().unwrap().split(',').map(str::to_owned).collect();
    let mut nulls = 0;
    let mut rows = reader.get_row_iter(None).unwrap();
    for line in lines.by_ref() {
        let row = rows.next().expect("as many rows as lines").unwrap();
        let columns: Vec<(&String, &Field)> = row.get_column_iter().collect();
        assert_eq!(columns.iter().map(|(name, _)| (*name).clone()).collect::<Vec<_>>(), names);
        for ((name, field), expected) in columns.into_iter().zip(line.split(',')) {
            let found = match field {
                Field::Str(seed) => seed.clone(),
                Field::Double(value) => value.to_string(),
                Field::Null => String::new(),
                other => panic!("{name}: {other:?}"),
            };
            nulls += u32::from(found.is_empty());
            assert_eq!(found, expected, "{name} of\n{line}");
        }
    }
    assert!(rows.next().is_none());
    assert!(nulls > 250, "{nulls} values are missing");
}
