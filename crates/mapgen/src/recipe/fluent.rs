//! Recipes in Rust: a method for each step, with its most important parameters. To set the others, pass the step
//! itself to [`Recipe::then`].

use crate::steps::{
    Accrete, Aggregate, Border, Bridges, Bsp, ByHand, Connect, DeadEnds, Doors, Fill, Furnish, Halls, KeepLargest,
    Lakes, Loops, Maze, Mirror, Mission, Noise, Pad, Partitions, Paste, Replace, Reserve, Rooms, Scatter, Slices,
    Smooth, Spawn, SpawnsBy, Stairs, Stamp, Start, TilesBy, Voronoi, Walk, Zone,
};
use crate::{Actor, Class, MapBuilder, Recipe, Stream, TileRef};

impl Recipe {
    /// A level drawn by your own function. The function gets its own random stream, the player, the width and the
    /// height, and returns a map with the player on it. See [`ByHand`].
    ///
    /// ```
    /// use undercroft_mapgen::{MapBuilder, Recipe, Rect};
    /// let hut = Recipe::by_hand(5, 3, |stream, player, width, height| {
    ///     let mut map = MapBuilder::new();
    ///     map.rectangle(Rect::new(0, 0, width as u32, height as u32), "floor").padding(1, "wall");
    ///     map.add(player, (stream.rng().range(0..=width - 1), 0));
    ///     map
    /// });
    /// assert_eq!(hut.build(2)?.size().to_string(), "7x5");
    /// # Ok::<(), undercroft_mapgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn by_hand(
        width: u32,
        height: u32,
        generator: impl Fn(Stream, &Actor, i32, i32) -> MapBuilder + Send + Sync + 'static,
    ) -> Self {
        Self::new(width, height).called("by-hand").then(ByHand::new(generator))
    }

    /// Makes connected caves with a start and stairs: `Recipe::new(80, 50).caves().build(42)`.
    #[must_use]
    pub fn caves(self) -> Self {
        self.scatter(0.5).smooth(8).connect().start().stairs()
    }

    /// Sets every cell to the tile that a function of the stream, x and y names for it. See [`TilesBy`].
    ///
    /// ```
    /// use undercroft_mapgen::Recipe;
    /// let stripes = Recipe::new(9, 5).tiles_by(|_stream, _x, y| if y % 2 == 0 { "moss" } else { "floor" }).border();
    /// println!("{}", stripes.build(1)?);
    /// # Ok::<(), undercroft_mapgen::BuildError>(())
    /// ```
    ///
    /// A stream gives the same numbers for the same position: `stream.rng_at((x, y))`. Noise works too, and so does a
    /// map that the function has captured. Add [`connect`](Self::connect) if the tiles may leave closed pockets;
    /// endless levels are always connected.
    #[must_use]
    pub fn tiles_by<T: Into<TileRef<'static>>>(
        self,
        tile_at: impl Fn(Stream, i32, i32) -> T + Send + Sync + 'static,
    ) -> Self {
        self.then(TilesBy::new(tile_at))
    }

    /// Spawns the creature that a function of the stream, x and y names for a free cell. See [`SpawnsBy`].
    ///
    /// ```
    /// use undercroft_mapgen::{Chance, Recipe};
    /// let rats = Recipe::new(40, 30).caves().creatures_by(|stream, x, y| {
    ///     stream.rng_at((x, y)).chance(Chance::one_in(50)).then_some("rat")
    /// });
    /// assert!(!rats.build(1)?.spawns().is_empty());
    /// # Ok::<(), undercroft_mapgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn creatures_by<K: AsRef<str>>(
        self,
        kind_at: impl Fn(Stream, i32, i32) -> Option<K> + Send + Sync + 'static,
    ) -> Self {
        self.then(SpawnsBy::of_class(Class::Creature, kind_at))
    }

    /// Spawns the item that a function of the stream, x and y names for a free cell. See [`SpawnsBy`].
    #[must_use]
    pub fn items_by<K: AsRef<str>>(
        self,
        kind_at: impl Fn(Stream, i32, i32) -> Option<K> + Send + Sync + 'static,
    ) -> Self {
        self.then(SpawnsBy::of_class(Class::Item, kind_at))
    }

    /// Spawns whatever a function of the stream, x and y returns for a free cell. See [`SpawnsBy`].
    #[must_use]
    pub fn spawns_by(self, actor_at: impl Fn(Stream, i32, i32) -> Option<Actor> + Send + Sync + 'static) -> Self {
        self.then(SpawnsBy::new(actor_at))
    }

    /// Fills the whole map with a tile. See [`Fill`].
    #[must_use]
    pub fn fill(self, tile: &str) -> Self {
        self.then(Fill::default().tile(tile))
    }

    /// Opens cells at random. See [`Scatter`].
    #[must_use]
    pub fn scatter(self, chance: f64) -> Self {
        self.then(Scatter::default().chance(chance))
    }

    /// Smooths caves with a cellular automaton. See [`Smooth`].
    #[must_use]
    pub fn smooth(self, passes: u32) -> Self {
        self.then(Smooth::default().passes(passes))
    }

    /// Covers the ground with noise. See [`Noise`].
    #[must_use]
    pub fn noise(self, scale: f64) -> Self {
        self.then(Noise::default().scale(scale))
    }

    /// Covers the ground with slices of one noise field. See [`Slices`].
    #[must_use]
    pub fn slices(self) -> Self {
        self.then(Slices::default())
    }

    /// Divides the ground into adjoining chambers. See [`Voronoi`].
    #[must_use]
    pub fn voronoi(self) -> Self {
        self.then(Voronoi::default())
    }

    /// Grows branching crystals. See [`Aggregate`].
    #[must_use]
    pub fn aggregate(self) -> Self {
        self.then(Aggregate::default())
    }

    /// Lets walkers dig until a share of the map is open. See [`Walk`].
    #[must_use]
    pub fn walk(self, share: f64) -> Self {
        self.then(Walk::default().share(share))
    }

    /// Carves rooms wherever they fit. See [`Rooms`].
    #[must_use]
    pub fn rooms(self, attempts: u32) -> Self {
        self.then(Rooms::default().attempts(attempts))
    }

    /// Carves a room in each partition of a grid. See [`Partitions`].
    #[must_use]
    pub fn partitions(self, columns: u32, rows: u32) -> Self {
        self.then(Partitions::default().columns(columns).rows(rows))
    }

    /// Splits the map recursively and carves a room in each leaf. See [`Bsp`].
    #[must_use]
    pub fn bsp(self) -> Self {
        self.then(Bsp::default())
    }

    /// Attaches rooms of several shapes to one another. See [`Accrete`].
    #[must_use]
    pub fn accrete(self) -> Self {
        self.then(Accrete::default())
    }

    /// Fills the rock with a maze. See [`Maze`].
    #[must_use]
    pub fn maze(self, braid: f64) -> Self {
        self.then(Maze::default().braid(braid))
    }

    /// Stamps vaults on the map. See [`Stamp`].
    #[must_use]
    pub fn stamp(self) -> Self {
        self.then(Stamp::default())
    }

    /// Places vaults in solid rock, for later steps to grow around. See [`Reserve`].
    #[must_use]
    pub fn reserve(self) -> Self {
        self.then(Reserve::default())
    }

    /// Divides the level into zones with these names. See [`Zone`].
    ///
    /// ```
    /// use undercroft_mapgen::{Recipe, Where};
    /// let caves = Recipe::new(60, 40).zones(["wet", "dry"]).scatter(0.5).smooth(6).connect();
    /// let level = caves.replace("floor", "ford", 0.5).within(Where::parse("zone wet")?).build(1).unwrap();
    /// assert!(level.areas().iter().any(|area| area.has_tag("dry")));
    /// # Ok::<(), undercroft_mapgen::ConditionError>(())
    /// ```
    #[must_use]
    pub fn zones<S: Into<String>>(self, names: impl IntoIterator<Item = S>) -> Self {
        self.then(Zone::default().names(names.into_iter().map(Into::into).collect::<Vec<String>>()))
    }

    /// Pastes a drawing onto the map. See [`Paste`].
    #[must_use]
    pub fn paste(self, drawing: &str) -> Self {
        self.then(Paste::default().map(drawing))
    }

    /// Joins rooms with halls. See [`Halls`].
    #[must_use]
    pub fn halls(self, join: &str) -> Self {
        self.then(Halls::default().join(join))
    }

    /// Joins all open components. See [`Connect`].
    #[must_use]
    pub fn connect(self) -> Self {
        self.then(Connect::default())
    }

    /// Fills all but the largest component. See [`KeepLargest`].
    #[must_use]
    pub fn keep_largest(self) -> Self {
        self.then(KeepLargest::default())
    }

    /// Opens walls where the detour around them is long. See [`Loops`].
    #[must_use]
    pub fn loops(self) -> Self {
        self.then(Loops::default())
    }

    /// Builds bridges where the detour is long. See [`Bridges`].
    #[must_use]
    pub fn bridges(self) -> Self {
        self.then(Bridges::default())
    }

    /// Fills a share of the dead ends. See [`DeadEnds`].
    #[must_use]
    pub fn dead_ends(self, share: f64) -> Self {
        self.then(DeadEnds::default().share(share))
    }

    /// Plans a mission before there is any ground. See [`Mission`].
    #[must_use]
    pub fn mission(self) -> Self {
        self.then(Mission::default())
    }

    /// Lays a mission over the level. See [`Furnish`].
    #[must_use]
    pub fn furnish(self) -> Self {
        self.then(Furnish::default())
    }

    /// Hangs doors. See [`Doors`].
    #[must_use]
    pub fn doors(self, chance: f64) -> Self {
        self.then(Doors::default().chance(chance))
    }

    /// Adds lakes that never disconnect the level. See [`Lakes`].
    #[must_use]
    pub fn lakes(self, share: f64) -> Self {
        self.then(Lakes::default().share(share))
    }

    /// Replaces some cells of one tile with another. See [`Replace`].
    #[must_use]
    pub fn replace(self, from: &str, to: &str, chance: f64) -> Self {
        self.then(Replace::default().from(from).to(to).chance(chance))
    }

    /// Mirrors one half of the map onto the other. See [`Mirror`].
    #[must_use]
    pub fn mirror(self) -> Self {
        self.then(Mirror::default())
    }

    /// Surrounds the map with rings of wall. See [`Pad`].
    #[must_use]
    pub fn pad(self, width: u32) -> Self {
        self.then(Pad::default().width(width))
    }

    /// Closes the border. See [`Border`].
    #[must_use]
    pub fn border(self) -> Self {
        self.then(Border::default())
    }

    /// Chooses where the player begins. See [`Start`].
    #[must_use]
    pub fn start(self) -> Self {
        self.then(Start::default())
    }

    /// Places stairs up and down. See [`Stairs`].
    #[must_use]
    pub fn stairs(self) -> Self {
        self.then(Stairs::default())
    }

    /// Places creatures on free cells at random. See [`Spawn`].
    #[must_use]
    pub fn spawn(self, kind: &str, chance: f64) -> Self {
        self.then(Spawn::default().kinds([(kind, 1)]).chance(chance))
    }
}
