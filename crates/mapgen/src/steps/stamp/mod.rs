//! Stamps vaults onto the level: into rock, with tunnels dug to their entrances, or on open ground, with space around
//! them.
//!
//! ```text
//! ################        ################
//! ################        #S...S##########
//! ################        #.._..##########
//! ################   →    #S...S##########
//! ################        ###+############
//! #..............#        #..............#
//! ################        ################
//! ```

mod site;
mod tunnels;

use std::sync::Arc;

use undercroft_grid::Size;

use self::site::Site;
pub(super) use self::site::{anchors, any_of, put_vault};
use crate::suggest::did_you_mean;
use crate::{
    BadParameter, Class, Content, ContentError, Draft, EndlessMode, Fact, Observer, Step, Stream, Terrain, Tileset,
    Vault, Vaults, Veto, require, step,
};

/// The values of `place`.
const PLACES: [&str; 4] = ["any", "rock", "room", "open"];
/// The most vaults that one step stamps.
const MOST_VAULTS: u32 = 100_000;

step! {
    /// Stamps vaults onto the level: into rock, or on open ground with space to walk around them.
    ///
    /// A vault in rock covers nothing open, and tunnels lead to its entrances. One on open ground has open cells all around
    /// it, so it never cuts the level in two. Vaults whose tiles the tileset lacks are left out, unless the recipe names them.
    pub struct Stamp = "stamp" {
        /// The fewest vaults.
        pub fewest: u32 = 2,
        /// The most vaults.
        pub most: u32 = 4,
        /// Both numbers apply per this many cells of the map; if 0, to the whole map.
        pub per: u32 = 0,
        /// Use only vaults with one of these tags; if empty, any vault.
        pub tags: Vec<String> = Vec::new(),
        /// Use only the vaults with these names; if empty, any vault.
        pub names: Vec<String> = Vec::new(),
        /// The recipe's own vaults, each a table as in a vault file. They are stamped whatever `tags` and `names` say.
        /// If both of those are empty, only these are stamped.
        pub vault: Vaults = Vaults::default(),
        /// Where vaults go: in `rock`, in the centre of a `room`, on `open` ground, or `any` place that suits the
        /// vault.
        pub place: String = "any".into(),
        /// The longest tunnel from an entrance to open ground.
        pub reach: u32 = 8,
        /// Whether vaults may repeat once all that fit have been used. If not, each is stamped once, or once per `per`
        /// cells.
        pub repeat: bool = false,
        /// Whether to remake the level if too few vaults fit.
        pub required: bool = false,
    }
    with {
        known: Arc<[Vault]> = Vault::standard(),
    }
}

impl Step for Stamp {
    fn needs(&self) -> Vec<Fact> {
        match self.place.as_str() {
            "room" => vec![Fact::OPEN, Fact::ROOMS],
            _ => vec![Fact::OPEN],
        }
    }

    fn endless(&self, _: Size) -> EndlessMode {
        // A chunk is too small to choose places for the whole level.
        EndlessMode::Skipped
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

    fn check_size(&self, level: Size) -> Result<(), BadParameter> {
        match self.requested().find(|vault| !self.fits(vault, level)) {
            None => Ok(()),
            Some(vault) => {
                let parameter = if self.names.iter().any(|name| name == vault.name()) { "names" } else { "vault" };
                let problem = format!("`{}` is {}, which never fits on a level of {level}", vault.name(), vault.size());
                Err(BadParameter::new(parameter, problem))
            }
        }
    }

    fn remarks(&self, depth: u32) -> Vec<String> {
        let absent = self.requested().filter(|vault| !vault.depths().contains(depth));
        let remark = |vault: &Vault| match vault.depths().last {
            None => format!("vault `{}` appears only from depth {} on", vault.name(), vault.depth()),
            Some(_) => format!("vault `{}` appears only at depths {}", vault.name(), vault.depths()),
        };
        absent.map(remark).collect()
    }

    fn min_size(&self) -> Size {
        // A vault that is not required is left out if it does not fit.
        if !self.required || self.fewest == 0 {
            return Size::new(1, 1);
        }
        let border = if self.place == "rock" { 2 } else { 4 };
        let sizes: Vec<Size> = self.pool().iter().flat_map(|vault| vault.sizes()).collect();
        let width = sizes.iter().map(|size| size.width + border).min().unwrap_or(1);
        let height = sizes.iter().map(|size| size.height + border).min().unwrap_or(1);
        Size::new(width, height)
    }

    fn check(&self, tileset: &Tileset) -> Result<(), BadParameter> {
        require::one_of("place", &self.place, &PLACES)?;
        require::within("most", self.most, 0..=MOST_VAULTS)?;
        require::ordered(("fewest", self.fewest), ("most", self.most))?;
        require::within("reach", self.reach, 0..=64)?;
        let known = || self.vault.iter().chain(&*self.known);
        for name in &self.names {
            if !known().any(|vault| vault.name() == name) {
                let suggestion = did_you_mean(name, known().map(Vault::name).collect::<Vec<_>>());
                return Err(BadParameter::new("names", format!("no vault is called `{name}`; {suggestion}")));
            }
        }
        for tag in &self.tags {
            if !known().any(|vault| vault.has_tag(tag)) {
                let mut tags: Vec<&str> = known().flat_map(Vault::tags).collect();
                tags.sort_unstable();
                tags.dedup();
                let suggestion = did_you_mean(tag, tags);
                return Err(BadParameter::new("tags", format!("no vault has the tag `{tag}`; {suggestion}")));
            }
        }
        if self.pool().is_empty() {
            let problem = format!("no vault of these names and tags is made for `{}`", self.place);
            return Err(BadParameter::new("place", problem));
        }
        for vault in self.pool() {
            if let Some(name) = vault.nested().find(|name| !self.known.iter().any(|other| other.is_called(name))) {
                let names = self.known.iter().flat_map(|other| other.tags().chain([other.name()]));
                let suggestion = did_you_mean(name, names.collect::<Vec<_>>());
                let problem = format!("no vault for open ground has the name or tag `{name}`; {suggestion}");
                return Err(BadParameter::new("vault", format!("`{}`: {problem}", vault.name())));
            }
        }
        self.requested().try_for_each(|vault| vault.check_tiles(tileset))?;
        // Of all others, those whose tiles are missing are left out. One must remain.
        let mut checked = self.pool().into_iter().map(|vault| vault.check_tiles(tileset));
        let first = checked.next().unwrap_or(Ok(()));
        if checked.any(|result| result.is_ok()) { Ok(()) } else { first }
    }

    fn apply(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        self.apply_observed(draft, stream, &mut Observer::none())
    }

    fn apply_observed(&self, draft: &mut Draft, stream: Stream, observer: &mut Observer<'_>) -> Result<(), Veto> {
        // Every ordinary attempt has failed, perhaps because vaults wall in open cells, so do without vaults.
        if draft.lenient && !self.required {
            return Ok(());
        }
        let mut rng = stream.fork("choice").rng();
        let times = (draft.size().area() as u64).checked_div(u64::from(self.per)).unwrap_or(1).max(1);
        let limit = |count: u32| (u64::from(count) * times).min(u64::from(MOST_VAULTS)) as i32;
        let wanted = rng.range(limit(self.fewest)..=limit(self.most));
        let mut pool = self.pool();
        pool.retain(|vault| vault.depths().contains(draft.metadata.depth));
        let mut site = Site::of(draft, &mut rng);
        // The weights of the vaults still available, in this round and overall. A vault that fits nowhere is not tried
        // again. A vault with no weight is used only if the recipe names it or defines it.
        let least = |vault: &Vault| u32::from(self.requests(vault));
        let mut weights: Vec<u32> = pool.iter().map(|vault| vault.weight().max(least(vault))).collect();
        let mut round = weights.clone();
        let (mut stamped, mut rounds) = (0, 1);
        while stamped < wanted {
            let Some(chosen) = rng.weighted(&round) else {
                if weights.iter().all(|weight| *weight == 0) || (rounds == times && !self.repeat) {
                    break;
                }
                round.clone_from(&weights);
                rounds += 1;
                continue;
            };
            round[chosen] = 0;
            let has_tiles = pool[chosen].check_tiles(draft.tileset()).is_ok();
            match has_tiles.then(|| site.find(draft, pool[chosen], &self.place, self.reach, &mut rng)).flatten() {
                Some(spot) => {
                    site.stamp(draft, &spot, &self.known, stream.fork(stamped))?;
                    observer.show(draft);
                    stamped += 1;
                }
                None => weights[chosen] = 0,
            }
        }
        draft.trim_rooms();
        // The tunnel of a later vault may have opened the wall beside an earlier door.
        draft.drop_odd_doors();
        if self.required && stamped < limit(self.fewest) {
            let reason = format!("{stamped} vaults fit where at least {} are required", limit(self.fewest));
            return Err(Veto::new("stamp", reason));
        }
        Ok(())
    }
}

impl Stamp {
    /// The step, with the vaults in which to look up names and tags.
    pub(super) fn choosing_from(self, known: Arc<[Vault]>) -> Self {
        Self { known, ..self }
    }

    /// The vaults that may be stamped.
    pub(super) fn pool(&self) -> Vec<&Vault> {
        let all = self.names.is_empty() && self.tags.is_empty();
        let others = if all && !self.vault.is_empty() { &[] } else { &*self.known };
        let named = |vault: &Vault| self.names.is_empty() || self.names.iter().any(|name| name == vault.name());
        let tagged = |vault: &Vault| self.tags.is_empty() || self.tags.iter().any(|tag| vault.has_tag(tag));
        let placed = |vault: &Vault| match (self.place.as_str(), vault.terrain()) {
            ("rock", ground) => ground != Terrain::Open,
            ("room" | "open", ground) => ground != Terrain::Rock,
            _ => true,
        };
        let own = |vault: &Vault| self.vault.iter().any(|own| own.name() == vault.name());
        let others = others.iter().filter(|vault| named(vault) && tagged(vault) && !own(vault));
        self.vault.iter().chain(others).filter(|vault| placed(vault)).collect()
    }

    /// The vaults that the recipe names or defines.
    fn requested(&self) -> impl Iterator<Item = &Vault> {
        self.pool().into_iter().filter(|vault| self.requests(vault))
    }

    pub(super) fn requests(&self, vault: &Vault) -> bool {
        let own = self.vault.iter().map(Vault::name);
        self.names.iter().map(String::as_str).chain(own).any(|name| name == vault.name())
    }

    /// Whether the vault can fit on a level of this size, inside the border and, on open ground, with space around it.
    fn fits(&self, vault: &Vault, level: Size) -> bool {
        let in_rock = self.place != "room" && self.place != "open" && vault.terrain() != Terrain::Open;
        let around = if in_rock { 2 } else { 4 };
        vault.sizes().any(|size| size.width + around <= level.width && size.height + around <= level.height)
    }
}
