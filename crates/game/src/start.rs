//! Starts a game, or resumes one from a checkpoint.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use undercroft_grid::Point;
use undercroft_mapgen::{Class, Dungeon, DungeonError, Plan, did_you_mean};

use crate::content::{Ability, GameContent, same_name};
use crate::game::{Game, GameError};
use crate::level::active_level::{ActiveLevel, Occupant};
use crate::rules::combat::hero_sight;
use crate::rules::turn::Turn;
use crate::state::{Creature, CreatureId, Hero, Item, State};

pub(crate) fn start(content: Arc<GameContent>, dungeon: Arc<Dungeon>) -> Result<Game, GameError> {
    let abilities = check_plan(&content, dungeon.plan())?;
    let start = start_of(&dungeon, 0)?;
    let exit = exit(&dungeon, start);
    let level = ActiveLevel::open(&content, &dungeon, 0, start, None, exit)?;
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
    let mut game = Game { content, dungeon, abilities, exit, state, level };
    let mut unheard = Vec::new();
    let mut turn = game.turn(&mut unheard);
    turn.equip_hero();
    turn.level.set_occupant(start, Occupant::Hero);
    turn.populate_all();
    turn.look();
    Ok(game)
}

pub(crate) fn resume(content: Arc<GameContent>, dungeon: Arc<Dungeon>, state: State) -> Result<Game, GameError> {
    let abilities = check_plan(&content, dungeon.plan())?;
    let other = |what: &str| Err(GameError::OtherGame(what.into()));
    if state.content != content.fingerprint() {
        return other("it was played with different content files");
    }
    if state.plan != dungeon.plan().name() {
        return other(&format!("its plan is `{}`, not `{}`", state.plan, dungeon.plan().name()));
    }
    if state.seed != dungeon.seed().to_string() {
        return other(&format!("its seed is `{}`, not `{}`", state.seed, dungeon.seed()));
    }
    crate::invariants::check_state(&content, dungeon.plan(), &state)?;
    let exit = exit(&dungeon, start_of(&dungeon, 0)?);
    let changes = state.levels.get(&state.depth);
    let mut level = ActiveLevel::open(&content, &dungeon, state.depth, state.hero.body.at, changes, exit)?;
    level.set_occupants(state.hero.body.at, &state.creatures);
    let mut game = Game { content, dungeon, abilities, exit, state, level };
    game.check()?;
    let sight = hero_sight(&game.content, &game.state);
    // Not `Turn::look`, which would also update the hero's memory: the state already holds it.
    game.level.update_view(game.state.hero.body.at, sight);
    Ok(game)
}

/// Checks a plan against the content. Returns the hero's abilities.
fn check_plan(content: &GameContent, plan: &Plan) -> Result<Vec<Ability>, GameError> {
    for (class, kind) in plan.kinds() {
        let known: Vec<&str> = match class {
            Class::Creature => content.creatures().map(|(_, kind)| kind.name.as_str()).collect(),
            Class::Item => content.items().map(|(_, kind)| kind.name.as_str()).collect(),
            // The game has no content for this class, and ignores it.
            Class::Other(_) => continue,
        };
        if !known.iter().any(|known| same_name(known, &kind)) {
            let suggestion = did_you_mean(&kind, known.iter().copied());
            return Err(GameError::UnknownKind { plan: plan.name().into(), class, kind: kind.to_string(), suggestion });
        }
    }
    let Some(names) = plan.abilities() else { return Ok(content.creature(content.hero()).abilities.clone()) };
    let parse = |name: &String| {
        let found = Ability::ALL.into_iter().find(|ability| ability.name() == name);
        found.ok_or_else(|| GameError::UnknownAbility {
            plan: plan.name().into(),
            ability: name.clone(),
            suggestion: did_you_mean(name, Ability::ALL.map(Ability::name)),
        })
    };
    names.iter().map(parse).collect()
}

/// Where the hero would enter a level.
pub(crate) fn start_of(dungeon: &Arc<Dungeon>, depth: u32) -> Result<Point, DungeonError> {
    dungeon.level(depth)?.start()
}

/// The exit, which is where the hero came in, if the goal has to be carried out.
fn exit(dungeon: &Dungeon, start: Point) -> Option<Point> {
    dungeon.plan().goal().filter(|goal| goal.bring_out).map(|_| start)
}

fn hero(content: &GameContent, at: Point) -> Hero {
    let (settings, id) = (content.settings(), content.hero());
    let kind = content.creature(id);
    Hero {
        body: Creature::new(content, CreatureId::HERO, id, at),
        max_hit_points: kind.hit_points,
        attack: kind.attack,
        defence: kind.defence,
        sight: settings.sight,
        level: 1,
        experience: 0,
        choices: 0,
        food: settings.starting_food.min(settings.max_food),
        pack: BTreeMap::new(),
        weapon: None,
        armour: None,
        charm: None,
        keys: BTreeSet::new(),
        waited: 0,
    }
}

impl Turn<'_> {
    /// Gives the hero the plan's starting kit.
    fn equip_hero(&mut self) {
        let content = self.content;
        for given in content.starting_kit(self.dungeon.plan().name()) {
            let Some((id, kind)) = content.item_named(&given.item) else { continue };
            let charges = kind.charges.map_or(0, |[_, most]| most);
            let item = Item { kind: id, count: given.count.max(1), charges, bonus: 0 };
            let Some(slot) = self.stow(item) else { continue };
            if let Some(used) = self.state.hero.equipment_slot(kind.class).filter(|_| given.equipped) {
                *used = Some(slot);
            }
        }
    }
}
