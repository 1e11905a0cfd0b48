//! A backend of plotters that draws on a [`Picture`] with its bitmap font.

use std::convert::Infallible;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle, rasterizer,
};
use undercroft_export::Picture;
use undercroft_mapgen::Colour;

pub(super) struct Raster<'a>(pub(super) &'a mut Picture);

type Drawn<T = ()> = Result<T, DrawingErrorKind<Infallible>>;

/// The height of a line of text.
const LINE: u32 = 20;

impl DrawingBackend for Raster<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (self.0.width(), self.0.height())
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Drawn {
        self.0.fill(at, (1, 1), our_colour(colour));
        Ok(())
    }

    /// Without the last row and column, as in SVG: cells that touch must not overlap.
    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Drawn {
        if !fill {
            return rasterizer::draw_rect(self, from, to, style, false);
        }
        self.0.fill(from, (to.0 - from.0, to.1 - from.1), our_colour(style.color()));
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(&self, text: &str, _: &S) -> Drawn<(u32, u32)> {
        Ok((text.chars().count() as u32 * Picture::LETTER as u32, LINE))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Drawn {
        let (width, height) = self.estimate_text_size(text, style)?;
        let mut drawn = Picture::new(width + 1, height);
        // Drawing the text twice, one pixel apart, makes it bold.
        for shift in 0..=i32::from(matches!(style.style(), FontStyle::Bold)) {
            drawn.text((shift, 0), text, our_colour(style.color()));
        }
        let anchor = style.anchor();
        let left = match anchor.h_pos {
            HPos::Left => 0,
            HPos::Center => -(width as i32) / 2,
            HPos::Right => -(width as i32),
        };
        let top = match anchor.v_pos {
            VPos::Top => 0,
            VPos::Center => -(height as i32) / 2,
            VPos::Bottom => -(height as i32),
        };
        for (index, [red, green, blue, opacity]) in drawn.pixels().iter().enumerate() {
            let (column, row) = ((index as u32 % (width + 1)) as i32, (index as u32 / (width + 1)) as i32);
            let (dx, dy) = style.transform().transform(column + left, row + top);
            let colour = Colour { red: *red, green: *green, blue: *blue, opacity: *opacity };
            self.0.fill((x + dx, y + dy), (1, 1), colour);
        }
        Ok(())
    }
}

fn our_colour(colour: BackendColor) -> Colour {
    let (red, green, blue) = colour.rgb;
    Colour { red, green, blue, opacity: (colour.alpha * 255.0).round() as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plotters::prelude::*;

    #[test]
    fn rectangles_and_rotated_text_are_drawn_in_place() {
        let mut picture = Picture::new(60, 60);
        let canvas = Raster(&mut picture).into_drawing_area();
        canvas.fill(&WHITE).unwrap();
        canvas.draw(&Rectangle::new([(2, 3), (10, 8)], RED.filled())).unwrap();
        let upwards = ("sans-serif", 13).into_font().transform(FontTransform::Rotate270).color(&BLUE);
        canvas.draw(&Text::new("III", (30, 50), upwards)).unwrap();
        drop(canvas);
        let is = |x, y, colour: [u8; 3]| picture.colour(x, y).is_some_and(|c| [c.red, c.green, c.blue] == colour);
        assert!(is(2, 3, [255, 0, 0]) && is(9, 7, [255, 0, 0]) && is(11, 9, [255, 255, 255]));
        let blue: Vec<(u32, u32)> =
            (0..60).flat_map(|y| (0..60).map(move |x| (x, y))).filter(|(x, y)| is(*x, *y, [0, 0, 255])).collect();
        let (low, high) = (blue.iter().map(|at| at.1).min().unwrap(), blue.iter().map(|at| at.1).max().unwrap());
        assert!(high - low > 15 && high <= 50, "the text runs upwards: {blue:?}");
    }
}
