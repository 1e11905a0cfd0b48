//! Text for the terminal: styles, aligned columns and wrapped paragraphs.

use std::io::{self, IsTerminal};

use clap::builder::styling::{AnsiColor, Color, Style};
use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// Headings and names.
pub(crate) const BOLD: Style = Style::new().bold();
/// Less important text.
pub(crate) const DIM: Style = Style::new().dimmed();
/// What the user can type.
pub(crate) const LITERAL: Style = Style::new().fg_color(Some(Color::Ansi(AnsiColor::Cyan)));

/// The widest text that is comfortable to read.
const MAX_WIDTH: usize = 120;
/// Wrapping into fewer columns than this does more harm than good.
const MIN_WIDTH: usize = 20;

/// Rows as aligned columns. The first is styled as literal text, the last wrapped to the width of the terminal.
pub(crate) fn columns<S: AsRef<str>>(rows: &[impl AsRef<[S]>]) -> String {
    columns_within(rows, terminal_width())
}

fn columns_within<S: AsRef<str>>(rows: &[impl AsRef<[S]>], width: Option<usize>) -> String {
    let cell_width = |row: &[S], column: usize| row.get(column).map_or(0, |cell| display_width(cell.as_ref()));
    let count = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or(0);
    let widths: Vec<usize> =
        (0..count).map(|column| rows.iter().map(|row| cell_width(row.as_ref(), column)).max().unwrap_or(0)).collect();
    let mut lines: Vec<String> = Vec::new();
    for row in rows {
        let (mut line, mut indent) = (String::new(), 0);
        for (column, cell) in row.as_ref().iter().map(AsRef::as_ref).enumerate() {
            if column + 1 == count {
                line += &wrap(cell, indent, width);
                break;
            }
            let style = if column == 0 { LITERAL } else { Style::new() };
            line += &format!("{style}{cell}{style:#}{:1$}", "", widths[column] - display_width(cell) + 2);
            indent += widths[column] + 2;
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

/// A paragraph that starts at column `indent`, wrapped to the width of the terminal.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    wrap(text, indent, terminal_width())
}

fn wrap(text: &str, indent: usize, width: Option<usize>) -> String {
    match width.and_then(|width| width.checked_sub(indent)).filter(|width| *width >= MIN_WIDTH) {
        None => text.to_owned(),
        Some(width) => {
            let options = Options::new(width)
                .break_words(false)
                .word_separator(WordSeparator::AsciiSpace)
                .word_splitter(WordSplitter::NoHyphenation)
                .wrap_algorithm(WrapAlgorithm::FirstFit);
            textwrap::wrap(text, options).join(&format!("\n{:indent$}", ""))
        }
    }
}

/// The width of the terminal, if standard output is one.
fn terminal_width() -> Option<usize> {
    let (terminal_size::Width(width), _) = io::stdout().is_terminal().then(terminal_size::terminal_size).flatten()?;
    Some(usize::from(width).min(MAX_WIDTH))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn columns_are_aligned() {
        let rows = [["a", "1", "first"], ["long", "22", ""]];
        assert_eq!(plain(&columns_within(&rows, None)), "a     1   first\nlong  22");
    }

    #[test]
    fn styles_take_no_space_in_a_column() {
        let rows = [[format!("{BOLD}a{BOLD:#}"), "b".into()], ["cc".into(), "d".into()]];
        assert_eq!(plain(&columns_within(&rows, None)), "a   b\ncc  d");
    }

    #[test]
    fn the_last_column_wraps_below_itself() {
        let rows = [["name", "many words that do not fit on one line"]];
        let expected = "name  many words that do not\n      fit on one line";
        assert_eq!(plain(&columns_within(&rows, Some(28))), expected);
    }

    #[test]
    fn long_words_and_narrow_terminals_are_left_alone() {
        assert_eq!(wrap("abcdefghijklmnopqrstuvwxyz", 0, Some(20)), "abcdefghijklmnopqrstuvwxyz");
        assert_eq!(wrap("some words", 10, Some(12)), "some words");
    }
}
