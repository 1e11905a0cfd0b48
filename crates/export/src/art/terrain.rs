//! Which picture each cell shows: one of its tile's variants, chosen by position, in the form that fits its neighbours.

use undercroft_mapgen::{BitGrid, Draft, Point, Seed, Stream, Tile, TileInfo, Tileset};

use super::drawing::Map;
use super::{ArtCell, ArtSheet, Choice, MissingTile, Pictures};
use crate::appearance;
use crate::autotile::{Surroundings, blob47, edge16};

/// The choices of every tile of a tileset.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// By tile: its choices, each with the tiles that it joins.
    by_tile: Vec<Vec<(Choice, [bool; 256])>>,
    other: u32,
}

impl Rules {
    pub(super) fn new(sheet: &ArtSheet, tileset: &Tileset) -> Self {
        let mut by_tile: Vec<Vec<(Choice, [bool; 256])>> = vec![Vec::new(); 256];
        for (name, choices) in &sheet.tiles {
            // Art may name tiles by their roles.
            let Some(tile) = tileset.id(name) else { continue };
            by_tile[usize::from(tile.0)] = choices
                .iter()
                .map(|choice| {
                    let mut same = [false; 256];
                    let joined = choice.joins.iter().filter_map(|name| tileset.id(name));
                    joined.chain([tile]).for_each(|tile| same[usize::from(tile.0)] = true);
                    (choice.clone(), same)
                })
                .collect();
        }
        Self { by_tile, other: sheet.other.unwrap_or(0) }
    }

    /// Checks that the sheet has a picture for each of these tiles.
    pub(super) fn check(
        &self,
        sheet: &ArtSheet,
        tileset: &Tileset,
        mut tiles: impl Iterator<Item = Tile>,
    ) -> Result<(), MissingTile> {
        let missing = tiles.find(|tile| self.by_tile[usize::from(tile.0)].is_empty());
        let Some(tile) = missing.filter(|_| sheet.other.is_none()) else { return Ok(()) };
        let tile = tileset.get(tile).map_or_else(|| format!("number {}", tile.0), |info| info.name.clone());
        Err(MissingTile { sheet: sheet.name.clone(), tile })
    }

    /// How to draw a tile, by a random number.
    fn choice(&self, tile: Tile, random: impl FnOnce() -> u64) -> Option<&(Choice, [bool; 256])> {
        let choices = &self.by_tile[usize::from(tile.0)];
        if choices.len() < 2 {
            return choices.first();
        }
        let total: u64 = choices.iter().map(|(choice, _)| u64::from(choice.weight)).sum();
        let mut left = ((u128::from(random()) * u128::from(total)) >> 64) as u64;
        choices.iter().find(|(choice, _)| match left.checked_sub(u64::from(choice.weight)) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        })
    }

    /// The picture of a tile at a cell. Neighbours that are not known count as the same kind.
    pub(super) fn picture(
        &self,
        tile: Tile,
        at: Point,
        random: impl FnOnce() -> u64,
        near: impl Fn(Point) -> Option<Tile>,
    ) -> u32 {
        let Some((choice, same)) = self.choice(tile, random) else { return self.other };
        let around = || Surroundings::of(at, |at| near(at).is_none_or(|other| same[usize::from(other.0)]));
        match &choice.pictures {
            Pictures::One(index) => *index,
            Pictures::Edges(indices) => indices[edge16(around())],
            Pictures::Blob(indices) => indices[blob47(around())],
        }
    }

    /// The picture of the front of a tile, if it has its own.
    pub(super) fn front(&self, tile: Tile, random: impl FnOnce() -> u64) -> Option<u32> {
        self.choice(tile, random).and_then(|(choice, _)| choice.front)
    }
}

/// Chooses between the variants of a tile, by world position.
pub(super) fn variety(seed: &Seed, depth: u32) -> Stream {
    seed.fork("art").fork(depth)
}

/// The picture of every cell of a level.
#[derive(Debug)]
pub(crate) struct Terrain<'a> {
    draft: &'a Draft,
    rules: Rules,
    plain: Option<(u32, BitGrid)>,
    variety: Stream,
}

impl<'a> Terrain<'a> {
    /// Looks up the pictures of every tile in the level.
    pub(crate) fn new(sheet: &ArtSheet, draft: &'a Draft) -> Result<Self, MissingTile> {
        let tileset = draft.tileset();
        let mut used = [false; 256];
        draft.tiles().as_slice().iter().for_each(|tile| used[usize::from(tile.0)] = true);
        let rules = Rules::new(sheet, tileset);
        rules.check(sheet, tileset, (0..=255).filter(|id| used[usize::from(*id)]).map(Tile))?;
        let plain = sheet.plain_after.map(|after| {
            let mut plain = appearance::buried(draft);
            for thing in appearance::Appearances::of(draft).things() {
                plain.insert(thing.at);
            }
            (after, plain)
        });
        Ok(Self { draft, rules, plain, variety: variety(&draft.metadata.seed, draft.metadata.depth) })
    }

    /// The picture of a cell. The map is treated as continuing unchanged beyond its edge.
    pub(crate) fn picture(&self, at: Point) -> u32 {
        self.picture_of(self.draft.tile(at), at)
    }

    fn random(&self, at: Point) -> u64 {
        self.variety.at(self.draft.world(at))
    }
}

impl Map for Terrain<'_> {
    fn cell(&self, at: Point) -> ArtCell {
        self.draft.tiles().get(at).map_or(ArtCell::Unknown, |tile| ArtCell::Visible(*tile))
    }

    fn info(&self, tile: Tile) -> Option<&TileInfo> {
        self.draft.tileset().get(tile)
    }

    fn carved(&self, tile: Tile) -> Tile {
        self.draft.tileset().carved(tile)
    }

    fn picture_of(&self, tile: Tile, at: Point) -> u32 {
        let near = |at| self.draft.tiles().get(at).copied();
        let picture = self.rules.picture(tile, at, || self.random(at), near);
        match &self.plain {
            Some((after, plain)) if plain.contains(at) => picture + after,
            _ => picture,
        }
    }

    fn front(&self, tile: Tile, at: Point) -> Option<u32> {
        self.rules.front(tile, || self.random(at))
    }
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::{Size, SourceFile};

    use super::*;

    fn sheet(text: &str) -> ArtSheet {
        ArtSheet::parse(SourceFile::new("own.toml", text), &Tileset::standard(), |_| Ok(Size::new(160, 160))).unwrap()
    }

    fn pictures(sheet: &ArtSheet, drawing: &str) -> Vec<u32> {
        let draft = Draft::parse(drawing);
        let terrain = Terrain::new(sheet, &draft).unwrap();
        draft.size().points().map(|at| terrain.picture(at)).collect()
    }

    #[test]
    fn walls_join_walls_and_the_tiles_listed_in_joins() {
        let alone = sheet("image = \"x.png\"\ntile-size = 16\n[tiles]\nfloor = 90\ndoor = 91\nwall = { edge16 = 20 }");
        assert_eq!(
            pictures(&alone, "..#..\n..+..\n..#.."),
            [90, 90, 21, 90, 90, 90, 90, 91, 90, 90, 90, 90, 24, 90, 90]
        );
        let joined = sheet(
            "image = \"x.png\"\ntile-size = 16\n[tiles]\nfloor = 90\ndoor = 91\nwall = { edge16 = 20, joins = [\"door\"] }",
        );
        assert_eq!(pictures(&joined, ".#.\n.+.\n.#."), [90, 25, 90, 90, 91, 90, 90, 25, 90]);
    }

    #[test]
    fn blob_sets_show_inner_corners() {
        let blob = sheet("image = \"x.png\"\ntile-size = 16\nother = 99\n[tiles]\nwall = { blob47 = 0 }");
        let all = pictures(&blob, "###\n###\n##.");
        assert_eq!(all[4], 44, "only the south east corner is missing");
        assert_eq!(all[0], 46, "the map continues beyond its edge");
        assert_eq!(all[8], 99);
    }

    #[test]
    fn variants_follow_their_weights_and_depend_on_the_position_only() {
        let text = "image = \"x.png\"\ntile-size = 16\n[tiles]\nwall = { blob47 = 0 }\nfloor = [90, { tile = 91, weight = 3 }]";
        let (sheet, draft) = (sheet(text), Draft::parse(&".".repeat(4_000)));
        let terrain = Terrain::new(&sheet, &draft).unwrap();
        let count = draft.size().points().filter(|at| terrain.picture(*at) == 91).count();
        assert!((2_900..=3_100).contains(&count), "{count} of 4000");
        // A window shows the same variants as the whole.
        let part = draft.window(undercroft_mapgen::Rect::new(100, 0, 50, 1));
        let window = Terrain::new(&sheet, &part).unwrap();
        for at in part.size().points() {
            assert_eq!(window.picture(at), terrain.picture(at + Point::new(100, 0)));
        }
        let mut other = draft.clone();
        other.metadata.seed = 5.into();
        let other = Terrain::new(&sheet, &other).unwrap();
        assert!(draft.size().points().any(|at| other.picture(at) != terrain.picture(at)), "the seed decides");
    }

    #[test]
    fn art_finds_tiles_by_their_roles() {
        let tiles = "tile = [{ name = 'granite', glyph = '%', fg = '#000000', bg = '#000000' }, { name = 'dirt', glyph \
                     = '.', fg = '#000000', bg = '#000000', walkable = true }, { name = 'hatch', roles = ['door'], \
                     glyph = '+', fg = '#000000', bg = '#000000', walkable = true }]";
        let tiles = std::sync::Arc::new(Tileset::parse(SourceFile::new("t.toml", tiles)).unwrap());
        let sheet = sheet("image = \"x.png\"\ntile-size = 16\n[tiles]\nwall = 1\nfloor = 2\ndoor = 3");
        let draft = Draft::parse_with("#.+", &tiles);
        let terrain = Terrain::new(&sheet, &draft).unwrap();
        assert_eq!([0, 1, 2].map(|x| terrain.picture(Point::new(x, 0))), [1, 2, 3]);
    }

    #[test]
    fn a_tile_without_a_picture_is_named() {
        let no_walls = sheet("image = \"x.png\"\ntile-size = 16\n[tiles]\nfloor = 0");
        let error = Terrain::new(&no_walls, &Draft::parse("#.")).unwrap_err();
        assert!(error.to_string().contains("no picture for the tile `wall`"), "{error}");
        assert!(Terrain::new(&no_walls, &Draft::parse("..")).is_ok());
    }
}
