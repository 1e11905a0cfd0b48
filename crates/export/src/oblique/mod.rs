//! Oblique pictures: tall things rise by half a cell and show their front, low ground shows the bank behind it, and
//! nearer things hide farther ones.
//!
//! ```text
//! from above         from above and in front, in half cells
//!
//!                    ####    the top of the wall behind, raised by half a cell
//! ####               ####
//! #·≈#       →       #--#    its front
//! ####               #·≈#    the upper half of the ground
//!                    ####    the wall in front hides the lower half
//!                    ####
//!                    ----    and shows its own front
//! ```

mod face;
mod sprites;

use std::collections::BTreeMap;

use undercroft_mapgen::{BitGrid, Colour, Draft, Face, Point, Shape, Size, StairKind, Tile};

pub use face::{Side, oblique_face};

use crate::appearance::{Appearance, Appearances, Thing, buried};
use crate::font::{self, SIDE};
use crate::picture::Picture;
use crate::shade::{grain, mix, shade, veil};
use sprites::BLACK;

/// How far walls rise, in pixels: half a cell.
pub(crate) const HEIGHT: u32 = SIDE / 2;

const CELL: i32 = SIDE as i32;
const RISE: i32 = HEIGHT as i32;
/// How deep things lie, in pixels: pits, deep water, fords.
const PIT: i32 = 13;
const WATER: i32 = 5;
const FORD: i32 = 2;

/// The three-dimensional shape of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Invisible.
    Nothing,
    /// Flat on the ground.
    Flat,
    /// This many pixels below the ground.
    Sunken(i32),
    /// A cell full of rock or anything else opaque.
    Block,
    /// A transparent block.
    Clear,
    /// A block of planks.
    Door,
    /// Leaves on a trunk.
    Tree,
    /// Round and tall.
    Column,
    /// The glyph itself, standing upright.
    Figure,
}

impl Form {
    /// Whether it fills its cell to the top, as a wall does.
    const fn is_block(self) -> bool {
        self.is_opaque() || matches!(self, Self::Clear)
    }

    /// Whether it hides what is behind it.
    const fn is_opaque(self) -> bool {
        matches!(self, Self::Block | Self::Door)
    }

    const fn depth(self) -> i32 {
        match self {
            Self::Sunken(depth) => depth,
            _ => 0,
        }
    }
}

fn form(draft: &Draft, tile: Tile) -> Form {
    let Some(info) = draft.tileset().get(tile) else { return Form::Flat };
    match info.shape {
        _ if info.bg.opacity == 0 && info.fg.opacity == 0 => Form::Nothing,
        Shape::Shallow => Form::Sunken(FORD),
        Shape::Deep => Form::Sunken(WATER),
        Shape::Pit => Form::Sunken(PIT),
        Shape::Block if draft.tileset().is_door(tile) => Form::Door,
        Shape::Block if info.transparent => Form::Clear,
        Shape::Block => Form::Block,
        Shape::Tree => Form::Tree,
        Shape::Column => Form::Column,
        Shape::Figure => Form::Figure,
        // Shapes that this version does not know are drawn flat.
        _ => Form::Flat,
    }
}

pub(crate) fn draw(draft: &Draft, picture: &mut Picture) {
    let looks = Appearances::of(draft);
    let mut things = looks.things();
    let mut scene = Scene {
        draft,
        looks: &looks,
        forms: (0..=255).map(|id| form(draft, Tile(id))).collect(),
        stairs: draft.stairs.iter().map(|stair| ((stair.at.x, stair.at.y), stair.kind)).collect(),
        buried: buried(draft),
        taken: BitGrid::new(draft.size()),
        picture,
    };
    // A thing on a cell hides the glyph on the ground.
    things.iter().for_each(|thing| {
        scene.taken.insert(thing.at);
    });
    // Above low ground in the first row, the level is drawn as if it continued unchanged.
    for at in (0..draft.size().width as i32).map(|x| Point::new(x, -1)) {
        scene.draw_ground(at);
        if scene.form(at) == Form::Tree {
            scene.draw_solid(at);
        }
    }
    // Back to front, so that nearer things hide farther ones.
    for y in 0..draft.size().height as i32 {
        let row = || (0..draft.size().width as i32).map(move |x| Point::new(x, y));
        row().for_each(|at| scene.draw_ground(at));
        row().for_each(|at| scene.draw_shadows(at));
        row().for_each(|at| scene.draw_solid(at));
        let here = things.partition_point(|thing| thing.at.y <= y);
        things[..here].iter().for_each(|thing| scene.draw_thing(thing));
        things = &things[here..];
    }
}

struct Scene<'a> {
    draft: &'a Draft,
    looks: &'a Appearances,
    forms: Vec<Form>,
    stairs: BTreeMap<(i32, i32), StairKind>,
    buried: BitGrid,
    taken: BitGrid,
    picture: &'a mut Picture,
}

impl Scene<'_> {
    /// The tile of a cell. Beyond its edge, the level continues unchanged.
    fn tile(&self, at: Point) -> Tile {
        let last = |side: u32| (side as i32 - 1).max(0);
        let Size { width, height } = self.draft.size();
        self.draft.tile(Point::new(at.x.clamp(0, last(width)), at.y.clamp(0, last(height))))
    }

    fn form(&self, at: Point) -> Form {
        self.forms[usize::from(self.tile(at).0)]
    }

    fn look(&self, at: Point) -> Appearance {
        self.looks.tile(self.tile(at))
    }

    /// The top and the front of a block.
    fn faces(&self, at: Point) -> (Face, Face) {
        let Appearance { glyph, fg, bg } = self.look(at);
        let plain = Face { glyph, fg, bg };
        self.draft.tileset().get(self.tile(at)).map_or((plain, plain), |info| (info.top, info.front))
    }

    /// The ground below a cell's tile: grass under a tree, floor under a statue.
    fn ground(&self, at: Point) -> Appearance {
        let tile = self.tile(at);
        match self.form(at) {
            Form::Tree | Form::Column | Form::Figure | Form::Clear => {
                self.looks.tile(self.draft.tileset().carved(tile))
            }
            _ => self.looks.tile(tile),
        }
    }

    /// The top-left pixel of a cell's ground.
    fn corner(at: Point) -> (i32, i32) {
        (at.x * CELL, at.y * CELL + RISE)
    }

    /// A hash of a world pixel, the same through every window.
    fn grain(&self, at: Point, dx: i32, dy: i32) -> u32 {
        let world = Point::new(self.draft.origin.x.wrapping_add(at.x), self.draft.origin.y.wrapping_add(at.y));
        grain(Point::new(world.x.wrapping_mul(CELL).wrapping_add(dx), world.y.wrapping_mul(CELL).wrapping_add(dy)))
    }

    fn draw_ground(&mut self, at: Point) {
        let form = self.form(at);
        if matches!(form, Form::Nothing | Form::Block | Form::Door) {
            return;
        }
        let look = self.ground(at);
        let (x, y) = Self::corner(at);
        for dy in 0..CELL {
            for dx in 0..CELL {
                let colour = match self.grain(at, dx, dy) % 64 {
                    0 => shade(look.bg, 20),
                    1 | 2 => shade(look.bg, 13),
                    _ => look.bg,
                };
                self.picture.put(x + dx, y + dy, colour);
            }
        }
        if form.depth() > 0 {
            self.draw_depth(at, look, form.depth());
        }
        if at.y >= 0 && (form == Form::Flat || (1..PIT).contains(&form.depth())) {
            self.draw_flat(at, look);
        }
    }

    /// Draws stairs or a glyph on the ground, centred in the space that a wall in front leaves visible.
    fn draw_flat(&mut self, at: Point, look: Appearance) {
        let (x, y) = Self::corner(at);
        let up = if self.form(at + Point::new(0, 1)).is_block() { RISE / 2 } else { 0 };
        if let Some(kind) = self.stairs.get(&(at.x, at.y)) {
            sprites::stairs(self.picture, (x, y - up), look, *kind);
        }
        if self.taken.contains(at) {
            return;
        }
        let (dx, dy) = match self.form(at) {
            // Scatter the waves.
            Form::Sunken(_) => ((self.grain(at, 3, 5) % 5) as i32 - 2, (self.grain(at, 5, 3) % 3) as i32 + 1),
            _ => (0, 0),
        };
        self.picture.glyph((x + dx, y + dy - up), look.glyph, look.fg);
    }

    /// Draws the bank behind low ground.
    fn draw_depth(&mut self, at: Point, look: Appearance, depth: i32) {
        let north = at + Point::new(0, -1);
        let behind = self.form(north);
        let (x, y) = Self::corner(at);
        let is_pit = depth == PIT;
        let bank = (depth - behind.depth()).max(0);
        let rim = if behind.is_block() {
            shade(self.faces(north).1.bg, 9)
        } else {
            mix(self.ground(north).bg, self.ground(north).fg, 3)
        };
        for dy in 0..bank {
            for dx in 0..CELL {
                let stone = sprites::stone(rim, self.grain(at, dx / 4, 100 + (dy + dx / 4 % 2 * 2) / 4));
                let colour = match dy {
                    0 if !behind.is_block() => mix(rim, self.ground(north).fg, 6),
                    // The bank of a pit fades into darkness.
                    _ if is_pit => mix(stone, look.bg, (16 * dy / bank) as u32),
                    _ => stone,
                };
                self.picture.put(x + dx, y + dy, colour);
            }
        }
        if bank > 0 && !is_pit {
            self.picture.fill((x, y + bank), (CELL, 1), veil(BLACK, 70));
            self.picture.fill((x, y + bank + 1), (CELL, 1), veil(look.fg, 50));
        }
        for (side, dx) in [(-1, 0), (1, CELL - 1)] {
            let beside = self.form(at + Point::new(side, 0));
            if beside.depth() < depth && !beside.is_block() {
                self.picture.fill((x + dx, y), (1, CELL), veil(BLACK, 110));
            }
        }
    }

    /// Draws the shadows of blocks; the light comes from the upper left.
    fn draw_shadows(&mut self, at: Point) {
        if self.form(at).is_block() || self.form(at) == Form::Nothing {
            return;
        }
        let (x, y) = Self::corner(at);
        let [north, west, north_west] =
            [(0, -1), (-1, 0), (-1, -1)].map(|(dx, dy)| self.form(at + Point::new(dx, dy)).is_block());
        for step in 0..4 {
            let dark = veil(BLACK, [120, 80, 45, 20][step as usize]);
            if north {
                self.picture.fill((x, y + step), (CELL, 1), dark);
            }
            if west {
                self.picture.fill((x + step, y), (1, CELL), dark);
            } else if north_west && !north {
                self.picture.fill((x + step, y), (1, 4 - step), dark);
            }
        }
    }

    fn draw_solid(&mut self, at: Point) {
        let (look, (x, y)) = (self.look(at), Self::corner(at));
        let grain = self.grain(at, 0, 0);
        match self.form(at) {
            Form::Block | Form::Door | Form::Clear => self.draw_block(at, look),
            Form::Tree => sprites::tree(self.picture, (x, y), look, grain),
            Form::Column => sprites::column(self.picture, (x, y), look),
            Form::Figure => sprites::figure(self.picture, (x, y), look.glyph, look.fg),
            Form::Nothing | Form::Flat | Form::Sunken(_) => {}
        }
    }

    fn draw_block(&mut self, at: Point, look: Appearance) {
        let form = self.form(at);
        let (x, y) = Self::corner(at);
        let (top, opacity) = (y - RISE, if form == Form::Clear { 150 } else { 255 });
        // At the edge of the map only the front of a block shows.
        let is_open = |dx, dy| {
            let near = at + Point::new(dx, dy);
            let next = self.form(near);
            let ends = !self.draft.size().contains(near);
            if ends { dy > 0 } else { !next.is_block() || (form.is_opaque() && !next.is_opaque()) }
        };
        let buried = self.buried.contains(at);
        let (front, back, west, east) = (!buried && is_open(0, 1), is_open(0, -1), is_open(-1, 0), is_open(1, 0));
        let (face, _) = self.faces(at);
        let lid = if buried { shade(look.bg, 13) } else { face.bg };
        // Buried rock has no front: at the lower edge of the map, its top reaches down to the end of the picture.
        for dy in 0..if buried { CELL + RISE } else { CELL } {
            for dx in 0..CELL {
                let colour = match self.grain(at, dx, dy) % 48 {
                    0 => shade(lid, 18),
                    1 | 2 => shade(lid, 14),
                    _ => lid,
                };
                self.picture.put(x + dx, top + dy, veil(colour, opacity));
            }
        }
        if !buried {
            self.picture.glyph((x, top), face.glyph, mix(lid, face.fg, if form == Form::Block { 8 } else { 16 }));
        }
        let bright = mix(lid, face.fg, 10);
        for (seen, corner, size, colour) in [
            (back, (x, top), (CELL, 1), shade(lid, 11)),
            (east, (x + CELL - 1, top), (1, CELL), shade(lid, 11)),
            (west, (x, top), (1, CELL), bright),
            (front, (x, top + CELL - 1), (CELL, 1), bright),
        ] {
            if seen {
                self.picture.fill(corner, size, colour);
            }
        }
        if front {
            self.draw_front(at, look, opacity);
        }
    }

    fn draw_front(&mut self, at: Point, look: Appearance, opacity: u8) {
        let (x, y) = Self::corner(at);
        let (_, face) = self.faces(at);
        let is_door = self.form(at) == Form::Door;
        for dy in 0..RISE {
            for dx in 0..CELL {
                let colour = if is_door {
                    sprites::plank(mix(face.bg, face.fg, 7), dx, dy)
                } else {
                    self.stone_of_wall(at, face.bg, dx, dy)
                };
                // Less light reaches the foot of a wall.
                let colour = shade(colour, 16 - (dy / 2) as u32);
                self.picture.put(x + dx, y + CELL - RISE + dy, veil(colour, opacity));
            }
        }
        // A front with a glyph of its own shows it; the usual front is bare stone.
        if face.glyph != look.glyph {
            for (dx, dy) in font::dots(face.glyph) {
                self.picture.put(x + dx, y + CELL - RISE + dy * RISE / CELL, veil(face.fg, opacity));
            }
        }
    }

    /// A pixel of a rough stone wall: courses four pixels high, with joints at random.
    fn stone_of_wall(&self, at: Point, colour: Colour, dx: i32, dy: i32) -> Colour {
        let course = dy / 4;
        let joint = |half: i32| half * 8 + 1 + (self.grain(at, half, 40 + course) % 6) as i32;
        if dy % 4 == 3 || (0..2).any(|half| joint(half) == dx) {
            return shade(colour, 9);
        }
        // The last joint before the pixel identifies its stone.
        let stone = (0..2).filter(|half| joint(*half) < dx).count() as i32;
        let lit = if dy % 4 == 0 { shade(colour, 18) } else { colour };
        sprites::stone(lit, self.grain(at, stone, 60 + course))
    }

    fn draw_thing(&mut self, thing: &Thing) {
        sprites::figure(self.picture, Self::corner(thing.at), thing.glyph, thing.fg);
    }
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::{Dungeon, Plan, Recipe, Rect, SourceFile, Tileset};

    use crate::{Picture, PictureOptions, Projection};

    use super::*;

    fn oblique(draft: &Draft) -> Picture {
        crate::draw(draft, &PictureOptions { projection: Projection::Oblique, ..Default::default() }).unwrap()
    }

    #[test]
    fn windows_of_endless_levels_have_no_transparent_notches() {
        for recipe in ["shallow-cave", "surface", "halls-endless"] {
            let plan = Plan::of(Recipe::named(recipe).unwrap(), true).unwrap();
            let level = Dungeon::new(plan, 7).level(1).unwrap();
            for corner in [(0, 0), (-33, 12), (100, -50)] {
                let picture = oblique(&level.window(Rect::new(corner.0, corner.1, 40, 25)).unwrap());
                let holes = picture.pixels().iter().filter(|pixel| pixel[3] < 255).count();
                assert_eq!(holes, 0, "{recipe} at {corner:?}");
            }
        }
    }

    #[test]
    fn the_faces_of_a_block_are_those_of_its_tile() {
        let text = "tile = [{ name = 'rock', glyph = '#', fg = '#000000', bg = '#000000', top = { glyph = ' ', fg = \
                    '#00ff00', bg = '#00ff00' }, front = { glyph = ' ', fg = '#ff0000', bg = '#ff0000' } }, { name = \
                    'dirt', glyph = '.', fg = '#0000ff', bg = '#0000ff', walkable = true, transparent = true }]";
        let tiles = Tileset::parse(SourceFile::new("x.toml", text)).unwrap();
        let picture = oblique(&Draft::parse_with("...\n.#.\n...", &tiles.into()));
        // The block of the middle cell rises by half a cell.
        let (x, top, front) = (24, 16 + 4, 16 + 8 + 12);
        let (top, front) = (picture.colour(x, top).unwrap(), picture.colour(x, front).unwrap());
        assert!(top.green > 150 && top.red == 0, "{top}");
        assert!(front.red > 90 && front.green == 0, "{front}");
    }
}
