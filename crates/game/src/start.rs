//! Starting a game, and going on from a checkpoint.

use std::collections::BTreeMap;
use std::sync::Arc;

use undercroft_grid::Point;
use undercroft_mapgen::Dungeon;

use crate::content::{Content, Deed, ItemClass};
use crate::game::{Game, GameError};
use crate::level::stage::{Occupant, Stage};
use crate::state::{Creature, CreatureId, Hero, Item, State};

pub(crate) fn start(
    content: Arc<Content>,
    dungeon: Arc<Dungeon>,
    does: Vec<Deed>,
    start: Point,
) -> Result<Game, GameError> {
    let exit = exit(&dungeon, start);
    let stage = Stage::open(&content, &dungeon, 0, start, None, exit)?;
    let state = State {
        content: content.fingerprint(),
        plan: dungeon.plan().name().into(),
        seed: dungeon.seed().to_string(),
        turn: 0,
        clock: 0,
        rolls: 0,
        next_id: 1,
        depth: 0,
        deepest: 0,
        hero: hero(&content, start),
        creatures: Vec::new(),
        pursuers: Vec::new(),
        levels: BTreeMap::new(),
        kills: BTreeMap::new(),
        outcome: None,
    };
    let mut game = Game { content, dungeon, does, exit, state, stage };
    let mut nobody_listens = Vec::new();
    let mut turn = game.turn(&mut nobody_listens);
    turn.equip_hero();
    turn.stage.occupy(start, Occupant::Hero);
    for chunk in turn.stage.chunks() {
        turn.people(chunk);
    }
    turn.look();
    Ok(game)
}

pub(crate) fn resume(
    content: Arc<Content>,
    dungeon: Arc<Dungeon>,
    does: Vec<Deed>,
    start: Point,
    state: State,
) -> Result<Game, GameError> {
    let other = |what: &str| Err(GameError::OtherGame(what.into()));
    if state.content != content.fingerprint() {
        return other("it was played with other content files");
    }
    if state.plan != dungeon.plan().name() {
        return other(&format!("its plan is `{}`, not `{}`", state.plan, dungeon.plan().name()));
    }
    if state.seed != dungeon.seed().to_string() {
        return other(&format!("its seed is `{}`, not `{}`", state.seed, dungeon.seed()));
    }
    crate::check::state(&content, dungeon.plan(), &state).map_err(GameError::Broken)?;
    let exit = exit(&dungeon, start);
    let changed = state.levels.get(&state.depth);
    let mut stage = Stage::open(&content, &dungeon, state.depth, state.hero.body.at, changed, exit)?;
    stage.seat_all(state.hero.body.at, &state.creatures);
    let mut game = Game { content, dungeon, does, exit, state, stage };
    game.check().map_err(GameError::Broken)?;
    let sight = crate::rules::combat::hero_sight(&game.content, &game.state);
    // Not by a turn's own look: what the hero remembers is in the state already.
    game.stage.look(game.state.hero.body.at, sight);
    Ok(game)
}

/// Where the way out is, if the plan asks for one.
fn exit(dungeon: &Dungeon, start: Point) -> Option<Point> {
    dungeon.plan().goal().filter(|goal| goal.bring_out).map(|_| start)
}

fn hero(content: &Content, at: Point) -> Hero {
    let (settings, id) = (content.settings(), content.hero());
    let kind = content.creature(id);
    Hero {
        body: Creature::newborn(content, CreatureId::HERO, id, at),
        most_hit_points: kind.hit_points,
        attack: kind.attack,
        defence: kind.defence,
        sight: settings.sight,
        level: 1,
        experience: 0,
        choices: 0,
        food: settings.breakfast.min(settings.stomach),
        pack: BTreeMap::new(),
        weapon: None,
        armour: None,
        charm: None,
    }
}

impl crate::rules::turn::Turn<'_> {
    /// Gives the hero what it starts with.
    fn equip_hero(&mut self) {
        let content = self.content;
        for kit in content.kit(self.dungeon.plan().name()) {
            let Some((id, kind)) = content.item_named(&kit.item) else { continue };
            let charges = kind.charges.map_or(0, |[_, most]| most);
            let item = Item { kind: id, count: kit.count.max(1), charges, bonus: 0 };
            let Some(slot) = self.stow(item) else { continue };
            let hero = &mut self.state.hero;
            match kind.class {
                ItemClass::Weapon if kit.equipped => hero.weapon = Some(slot),
                ItemClass::Armour if kit.equipped => hero.armour = Some(slot),
                ItemClass::Charm if kit.equipped => hero.charm = Some(slot),
                _ => {}
            }
        }
    }
}
