//! What the rules need to know about a tile, looked up once per tileset.

use undercroft_mapgen::{StairKind, TileInfo, Tileset};

use crate::content::{Effect, GameContent};

/// Something that keeps everyone out until it is opened or found. Tilesets call it walkable; the rules do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Barrier {
    /// A door that needs a key.
    Lock,
    /// A door that nobody has found yet.
    Secret,
    /// A gate that needs a lever.
    Gate,
}

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
    /// Anyone pushed there falls.
    pub(crate) pit: bool,
    pub(crate) altar: bool,
    pub(crate) barrier: Option<Barrier>,
    /// Walking into it pulls it.
    pub(crate) lever: bool,
    /// It can be passed in one direction only.
    pub(crate) ledge: bool,
    /// Only one of a group of cages can be emptied.
    pub(crate) cage: bool,
    /// An open door that can be closed.
    pub(crate) closes: bool,
    /// The stairs that it is, judging by its event.
    pub(crate) stairs: Option<StairKind>,
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
        let barrier = match event.filter(|_| info.walkable) {
            Some("unlock") => Some(Barrier::Lock),
            Some("search") => Some(Barrier::Secret),
            Some("gate") => Some(Barrier::Gate),
            _ => None,
        };
        let walkable = info.walkable && barrier.is_none();
        let does = |effect: &Effect| content.event_of(info).is_some_and(|event| event.effects.contains(effect));
        let touches = event.is_some() && barrier.is_none();
        Self {
            walkable,
            transparent: info.transparent,
            // Digging at a secret door finds it; otherwise, rock that cannot be dug would give it away.
            diggable: info.diggable || barrier == Some(Barrier::Secret),
            closed: walkable && event == Some("open"),
            // Ground that only hurts on contact can be flown over.
            flyable: walkable || touches || rule.is_some_and(|rule| rule.flyable),
            pit: !info.walkable && event == Some("fall"),
            altar: rule.is_some_and(|rule| rule.altar),
            barrier,
            lever: walkable && event == Some("pull"),
            ledge: walkable && event == Some("drop"),
            cage: walkable && event == Some("cage"),
            closes: rule.is_some_and(|rule| rule.closes.is_some()),
            stairs: match (does(&Effect::Climb), does(&Effect::Descend)) {
                (true, _) => Some(StairKind::Up),
                (_, true) => Some(StairKind::Down),
                _ => None,
            },
        }
    }

    /// Whether it is a barrier or belongs to one, as a lever does.
    pub(crate) const fn is_fixture(self) -> bool {
        self.barrier.is_some() || self.lever || self.ledge || self.cage
    }

    /// Whether creatures walk there: they do not jump off ledges.
    pub(crate) const fn is_footing(self) -> bool {
        self.walkable && !self.ledge
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
