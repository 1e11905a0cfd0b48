//! Places vaults in solid rock before anything else, for later steps to grow around and up to their doors.
//!
//! ```text
//! ####################        ####################
//! ####################        ###....##.....######
//! ######+###                  ###....+#.###.+##
//! #####...##           →      ###....#...##...##
//! #####._.##                  ##########._.##..
//! ##########                  ####################
//! ```

use std::sync::Arc;

use undercroft_grid::{BitGrid, Point, Rect, Size};

use super::stamp::{Stamp, anchors, any_of, put_vault};
use crate::{
    BadParameter, Class, Content, ContentError, Draft, Fact, Observer, Step, Stream, Tile, Tileset, Vault, Vaults,
    Veto, require, step,
};

step! {
    /// Places vaults in solid rock, for later steps to grow around and up to their doors.
    ///
    /// Later steps keep these vaults: `accrete` grows rooms from their doors, `rooms` and `bsp` leave them whole, and
    /// `connect` digs to them. If nothing has reached a required door once the ground is finished, a tunnel joins it.
    /// Other doors that lead nowhere are walled up.
    pub struct Reserve = "reserve" {
        /// The fewest vaults.
        pub fewest: u32 = 3,
        /// The most vaults.
        pub most: u32 = 6,
        /// Use only vaults with one of these tags; if empty, any vault.
        pub tags: Vec<String> = Vec::new(),
        /// Use only the vaults with these names; if empty, any vault.
        pub names: Vec<String> = Vec::new(),
        /// The recipe's own vaults, each a table as in a vault file. See `stamp`.
        pub vault: Vaults = Vaults::default(),
        /// How many cells of rock to leave around each vault.
        pub apart: u32 = 3,
        /// The largest share of the map that vaults and the rock around them may take.
        pub share: f64 = 0.4,
        /// Whether to remake the level if too few vaults fit.
        pub required: bool = false,
    }
    with {
        known: Arc<[Vault]> = Vault::standard(),
    }
}

impl Step for Reserve {
    fn provides(&self) -> Vec<Fact> {
        vec![Fact::OPEN]
    }

    fn spawn_names(&self) -> Vec<(&'static str, Class, &str)> {
        self.vault.iter().flat_map(Vault::spawn_names).map(|(class, name)| ("vault", class, name)).collect()
    }

    fn with_content(&self, content: &Content) -> Result<Option<Arc<dyn Step>>, ContentError> {
        Ok(Some(Arc::new(Self { known: content.vaults()?, ..self.clone() })))
    }

    fn vaults(&self) -> &[Vault] {
        &self.known
    }

    fn remarks(&self, depth: u32) -> Vec<String> {
        self.stamp().remarks(depth)
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::within("apart", self.apart, 1..=64)?;
        require::share("share", self.share)?;
        self.stamp().check(tileset)
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        // Every ordinary attempt has failed, perhaps because vaults wall in open cells, so do without vaults.
        if draft.lenient {
            return Ok(());
        }
        let mut rng = stream.fork("choice").rng();
        let wanted = rng.range(self.fewest as i32..=self.most as i32) as u32;
        let stamp = self.stamp();
        let mut pool = stamp.pool();
        pool.retain(|vault| vault.depths().contains(draft.metadata.depth));
        let mut weights: Vec<u32> =
            pool.iter().map(|vault| vault.weight().max(u32::from(stamp.requests(vault)))).collect();
        let mut blocked = draft.where_tile(|tile| tile != Tile::WALL);
        draft.kept().into_iter().for_each(|kept| blocked.unite(kept));
        let outside = draft.size().interior();
        let mut border = BitGrid::full(draft.size());
        border.remove_rect(outside);
        blocked.unite(&border);
        let mut left = (draft.size().area() as f64 * self.share) as usize;
        let mut placed = 0;
        while placed < wanted {
            let Some(chosen) = rng.weighted(&weights) else { break };
            weights[chosen] = 0;
            if pool[chosen].check_tiles(draft.tileset()).is_err() {
                continue;
            }
            let mut turned: Vec<&Vault> = pool[chosen].turned().iter().collect();
            rng.shuffle(&mut turned);
            let room = |vault: &Vault| {
                let Size { width, height } = vault.size();
                Size::new(width + 2 * self.apart, height + 2 * self.apart)
            };
            let spot = turned.into_iter().filter(|vault| room(vault).area() <= left).find_map(|vault| {
                let places = anchors(&blocked, &BitGrid::full(room(vault)));
                any_of(&places, &mut rng).map(|corner| (vault, corner))
            });
            let Some((vault, corner)) = spot else { continue };
            let taken = Rect::new(corner.x, corner.y, room(vault).width, room(vault).height);
            left -= taken.area();
            blocked.insert_rect(taken);
            let corner = corner + Point::new(self.apart as i32, self.apart as i32);
            put_vault(draft, (vault, corner), &[], &self.known, stream.fork(placed))?;
            observer.show(draft);
            placed += 1;
        }
        if self.required && placed < self.fewest {
            let reason = format!("{placed} vaults fit where at least {} are required", self.fewest);
            return Err(Veto::new("reserve", reason));
        }
        Ok(())
    }
}

impl Reserve {
    /// The step that would stamp these vaults into rock.
    fn stamp(&self) -> Stamp {
        Stamp::default()
            .fewest(self.fewest)
            .most(self.most)
            .tags(self.tags.clone())
            .names(self.names.clone())
            .vault(self.vault.clone())
            .place("rock")
            .choosing_from(self.known.clone())
    }
}
