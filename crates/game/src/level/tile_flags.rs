//! What the rules ask about a tile, looked up once per tileset.

use undercroft_mapgen::{TileInfo, Tileset};

use crate::content::{Effect, GameContent};

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TileFlags {
    /// Somebody can stand there, if it is not a closed door.
    pub(crate) walkable: bool,
    pub(crate) transparent: bool,
    pub(crate) diggable: bool,
    /// A door that has to be opened first.
    pub(crate) closed: bool,
    /// Flyers can be there.
    pub(crate) flyable: bool,
    /// Whoever is pushed there falls.
    pub(crate) pit: bool,
    pub(crate) altar: bool,
}

impl TileFlags {
    /// The flags of every tile of a tileset, by tile id.
    pub(crate) fn table(content: &GameContent, tileset: &Tileset) -> Vec<Self> {
        let flags = |info: &TileInfo| {
            let all = Self::new(content, info);
            // A tileset without open doors has doors that need no opening.
            let becomes = |effect: &Effect| matches!(effect, Effect::Become(tile) if tileset.id(tile).is_some());
            let opens = content.event_of(info).is_some_and(|event| event.effects.iter().any(becomes));
            Self { closed: all.closed && opens, ..all }
        };
        tileset.iter().map(|(_, info)| flags(info)).collect()
    }

    fn new(content: &GameContent, info: &TileInfo) -> Self {
        let rule = content.tile_rule(info);
        let event = rule.and_then(|rule| rule.on_enter.as_deref()).or(info.on_enter.as_deref());
        Self {
            walkable: info.walkable,
            transparent: info.transparent,
            diggable: info.diggable,
            closed: info.walkable && event == Some("open"),
            // What hurts only those who touch it can be flown over.
            flyable: info.walkable || event.is_some() || rule.is_some_and(|rule| rule.flyable),
            pit: !info.walkable && event == Some("fall"),
            altar: rule.is_some_and(|rule| rule.altar),
        }
    }

    /// Whether items and walkers can be there now.
    pub(crate) const fn is_floor(self) -> bool {
        self.walkable && !self.closed
    }

    /// Whether somebody can be there now.
    pub(crate) const fn supports(self, flies: bool) -> bool {
        !self.closed && self.is_passable(flies)
    }

    /// Whether somebody can be there once any door is open.
    pub(crate) const fn is_passable(self, flies: bool) -> bool {
        self.walkable || flies && self.flyable
    }
}
