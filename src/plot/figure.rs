//! A drawing of rectangles and lines of text, as it is before it becomes a file.

use std::fmt::Write;

use undercroft_export::Picture;
use undercroft_mapgen::Colour;

/// The colours of all plots.
pub(crate) mod colour {
    pub(crate) const PAPER: u32 = 0xfd_fc_f7;
    pub(crate) const INK: u32 = 0x33_33_33;
    pub(crate) const FAINT: u32 = 0xdd_d8_cc;
    pub(crate) const FIRST: u32 = 0x8a_5a_3c;
    pub(crate) const SECOND: u32 = 0x3c_6e_8a;
}

/// How wide a character is, and how high a line.
pub(crate) const CHARACTER: f64 = Picture::LETTER as f64;
pub(crate) const LINE: f64 = 18.0;

/// What is left free around a drawing.
const MARGIN: f64 = 20.0;

/// Where a text is, beside its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Centre,
    Right,
}

enum Shape {
    Box { at: (f64, f64), size: (f64, f64), colour: u32, opacity: f64 },
    Text { at: (f64, f64), text: String, align: Align, bold: bool },
}

/// A drawing; its size grows with what is put on it.
#[derive(Default)]
pub(crate) struct Figure {
    width: f64,
    height: f64,
    shapes: Vec<Shape>,
}

impl Figure {
    /// A filled rectangle.
    pub(crate) fn fill(&mut self, at: (f64, f64), size: (f64, f64), colour: u32) {
        self.fill_through(at, size, colour, 1.0);
    }

    /// A filled rectangle that lets so much through.
    pub(crate) fn fill_through(&mut self, at: (f64, f64), size: (f64, f64), colour: u32, opacity: f64) {
        self.grow(at.0 + size.0, at.1 + size.1);
        self.shapes.push(Shape::Box { at, size, colour, opacity });
    }

    /// A line of text; the place is its top.
    pub(crate) fn text(&mut self, at: (f64, f64), align: Align, text: impl Into<String>) {
        self.write(at, align, text.into(), false);
    }

    /// A heading.
    pub(crate) fn heading(&mut self, at: (f64, f64), text: impl Into<String>) {
        self.write(at, Align::Left, text.into(), true);
    }

    fn write(&mut self, at: (f64, f64), align: Align, text: String, bold: bool) {
        let width = text.chars().count() as f64 * CHARACTER;
        let right = match align {
            Align::Left => width,
            Align::Centre => width / 2.0,
            Align::Right => 0.0,
        };
        self.grow(at.0 + right, at.1 + LINE);
        self.shapes.push(Shape::Text { at, text, align, bold });
    }

    fn grow(&mut self, x: f64, y: f64) {
        (self.width, self.height) = (self.width.max(x), self.height.max(y));
    }

    /// The drawing in pixels, with a margin.
    pub(crate) fn picture(&self) -> Picture {
        let pixels = |length: f64| (length + 2.0 * MARGIN).ceil() as u32;
        let mut picture = Picture::new(pixels(self.width), pixels(self.height));
        let place = |(x, y): (f64, f64)| ((x + MARGIN).round() as i32, (y + MARGIN).round() as i32);
        let all = (picture.width() as i32, picture.height() as i32);
        picture.fill((0, 0), all, opaque(colour::PAPER));
        for shape in &self.shapes {
            match shape {
                Shape::Box { at, size, colour, opacity } => {
                    let (left, top) = place(*at);
                    let (right, bottom) = place((at.0 + size.0, at.1 + size.1));
                    let colour = Colour { opacity: (opacity * 255.0).round() as u8, ..opaque(*colour) };
                    picture.fill((left, top), (right - left, bottom - top), colour);
                }
                Shape::Text { at, text, align, bold } => {
                    let (x, y) = place(*at);
                    let width = text.chars().count() as i32 * Picture::LETTER;
                    let left = match align {
                        Align::Left => x,
                        Align::Centre => x - width / 2,
                        Align::Right => x - width,
                    };
                    // A heading is written twice, a dot apart: that is bold.
                    for shift in 0..=i32::from(*bold) {
                        picture.text((left + shift, y), text, opaque(colour::INK));
                    }
                }
            }
        }
        picture
    }

    /// The drawing as an SVG file, with a margin.
    pub(crate) fn svg(&self) -> String {
        let (width, height) = (self.width + 2.0 * MARGIN, self.height + 2.0 * MARGIN);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"13\" fill=\"#{:06x}\">\n\
             <rect x=\"{0}\" y=\"{1}\" width=\"{width}\" height=\"{height}\" fill=\"#{:06x}\"/>\n",
            -MARGIN,
            -MARGIN,
            colour::INK,
            colour::PAPER
        );
        for shape in &self.shapes {
            let _ = match shape {
                Shape::Box { at: (x, y), size: (width, height), colour, opacity } => {
                    let through = if *opacity < 1.0 { format!(" fill-opacity=\"{opacity}\"") } else { String::new() };
                    writeln!(
                        text,
                        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"#{colour:06x}\"{through}/>"
                    )
                }
                Shape::Text { at: (x, y), text: words, align, bold } => {
                    let anchor = match align {
                        Align::Left => "",
                        Align::Centre => " text-anchor=\"middle\"",
                        Align::Right => " text-anchor=\"end\"",
                    };
                    let weight = if *bold { " font-weight=\"bold\"" } else { "" };
                    writeln!(text, "<text x=\"{x:.1}\" y=\"{:.1}\"{anchor}{weight}>{}</text>", y + 12.5, escaped(words))
                }
            };
        }
        text + "</svg>\n"
    }
}

const fn opaque(colour: u32) -> Colour {
    Colour { red: (colour >> 16) as u8, green: (colour >> 8) as u8, blue: colour as u8, opacity: 255 }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_picture() {
        let mut figure = Figure::default();
        figure.heading((0.0, 0.0), "a & b");
        figure.text((0.0, 20.0), Align::Right, "<rat>");
        let text = figure.svg();
        assert!(text.contains("a &amp; b") && text.contains("&lt;rat&gt;") && !text.contains("<rat>"));
    }

    #[test]
    fn the_picture_holds_all_that_is_drawn() {
        let mut figure = Figure::default();
        figure.fill((100.0, 50.0), (30.0, 20.0), colour::FIRST);
        figure.text((0.0, 90.0), Align::Left, "twenty characters...");
        assert_eq!((figure.width, figure.height), (20.0 * CHARACTER, 90.0 + LINE));
        assert_eq!(figure.picture().height(), (90.0 + LINE + 2.0 * MARGIN) as u32);
    }
}
