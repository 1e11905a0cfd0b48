//! Text for people: styles, aligned columns, and lines that fit the terminal.

use std::io::{self, IsTerminal};

use clap::builder::styling::{AnsiColor, Style};

/// For headings and names.
pub(crate) const BOLD: Style = Style::new().bold();
/// For what is less important.
pub(crate) const DIM: Style = Style::new().dimmed();
/// For what can be typed.
pub(crate) const TYPED: Style = Style::new().fg_color(Some(clap::builder::styling::Color::Ansi(AnsiColor::Cyan)));

/// Rows with aligned columns, the first in the colour of what can be typed. The last column is folded to fit the
/// terminal.
pub(crate) fn columns<const N: usize>(rows: &[[impl AsRef<str>; N]]) -> String {
    fold_columns(rows, terminal_width())
}

fn fold_columns<const N: usize>(rows: &[[impl AsRef<str>; N]], width: Option<usize>) -> String {
    let length = |cell: &str| anstream::adapter::strip_str(cell).map(|part| part.chars().count()).sum::<usize>();
    let widths: [usize; N] =
        std::array::from_fn(|column| rows.iter().map(|row| length(row[column].as_ref())).max().unwrap_or(0));
    let indent: usize = widths.iter().take(N - 1).map(|width| width + 2).sum();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(widths).take(N - 1).enumerate() {
            let cell = cell.as_ref();
            let style = if column == 0 { TYPED } else { Style::new() };
            line += &format!("{style}{cell}{style:#}{:1$}", "", width - length(cell) + 2);
        }
        line += &fold(row[N - 1].as_ref(), indent, width);
        text += line.trim_end();
        text.push('\n');
    }
    text.truncate(text.trim_end_matches('\n').len());
    text
}

/// Paragraphs folded to fit the terminal, with all lines after the first moved in.
pub(crate) fn folded(text: &str, indent: usize) -> String {
    fold(text, indent, terminal_width())
}

fn fold(text: &str, indent: usize, width: Option<usize>) -> String {
    // Where little is left beside the indent, folding makes it worse.
    let Some(room) = width.and_then(|width| width.checked_sub(indent)).filter(|room| *room >= 20) else {
        return text.to_owned();
    };
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join(&format!("\n{:indent$}", ""))
}

/// How many columns the terminal has that standard output goes to; none where it goes elsewhere.
fn terminal_width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    terminal_size::terminal_size().map(|(terminal_size::Width(width), _)| usize::from(width).min(120))
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
        assert_eq!(plain(&fold_columns(&rows, None)), "a     1   first\nlong  22");
    }

    #[test]
    fn the_last_column_is_folded_under_itself() {
        let rows = [["name", "many words that do not fit on one line"]];
        let expected = "name  many words that do not\n      fit on one line";
        assert_eq!(plain(&fold_columns(&rows, Some(28))), expected);
    }

    #[test]
    fn long_words_and_narrow_terminals_are_left_alone() {
        assert_eq!(fold("abcdefghijklmnopqrstuvwxyz", 0, Some(20)), "abcdefghijklmnopqrstuvwxyz");
        assert_eq!(fold("some words", 10, Some(12)), "some words");
    }
}
