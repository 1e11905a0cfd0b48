//! Plays a pattern in every possible way, to prove it sound and to find the shortest walkthrough.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::pattern::{Holding, LinkRule, Pattern};

/// Something a player can do in a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    /// Go through a link of a region.
    Pass { region: usize, link: usize },
    /// Open a locked link.
    Open { region: usize, link: usize },
    /// Take a key.
    Take(Arc<str>),
    /// Pull a lever.
    Pull(Arc<str>),
}

/// Where the player is, and what the player has done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    region: usize,
    /// The keys taken, and those of them that are used up.
    taken: Vec<Arc<str>>,
    spent: Vec<Arc<str>>,
    /// The links opened.
    opened: Vec<(usize, usize)>,
    /// The levers that are down.
    down: Vec<Arc<str>>,
}

/// Every state that a player can get into, and how each was first reached.
struct Play {
    states: Vec<State>,
    /// The previous state, and the move that led on from it.
    reached: Vec<Option<(usize, Move)>>,
    /// The moves from state to state.
    moves: Vec<(usize, usize)>,
    goal: usize,
}

/// What playing a pattern in every possible way has shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Proof {
    /// The fewest moves to the goal.
    pub(crate) walkthrough: Vec<Move>,
    /// The keys without which the goal cannot be reached.
    pub(crate) required: Vec<Arc<str>>,
}

/// Proves that the goal can be reached from the start and from every state that can follow.
pub(super) fn prove(pattern: &Pattern) -> Result<Proof, String> {
    let play = Play::of(pattern, None);
    let mut wins: Vec<bool> = play.states.iter().map(|state| state.region == play.goal).collect();
    if !play.reaches_goal() {
        return Err("the goal cannot be reached".into());
    }
    while let Some((from, _)) = play.moves.iter().find(|(from, to)| wins[*to] && !wins[*from]) {
        wins[*from] = true;
    }
    match wins.iter().position(|wins| !*wins) {
        Some(_) => Err("a player can get stuck in a state from which the goal cannot be reached".into()),
        None => {
            let required = pattern.keys().filter(|key| !Play::of(pattern, Some(key)).reaches_goal()).cloned();
            Ok(Proof { walkthrough: play.walkthrough(), required: required.collect() })
        }
    }
}

impl Play {
    /// All states in order of distance from the start, without using one of the keys.
    fn of(pattern: &Pattern, without: Option<&str>) -> Self {
        let goal = pattern.regions.iter().position(|region| region.holds.contains(&Holding::Goal)).unwrap_or(0);
        let start = State { region: 0, taken: vec![], spent: vec![], opened: vec![], down: vec![] };
        let mut known = BTreeMap::from([(start.clone(), 0)]);
        let mut play = Self { states: vec![start], reached: vec![None], moves: Vec::new(), goal };
        let mut queue = VecDeque::from([0]);
        while let Some(at) = queue.pop_front() {
            for (step, next) in play.states[at].moves(pattern, without) {
                let to = *known.entry(next.clone()).or_insert_with(|| {
                    play.states.push(next);
                    play.reached.push(Some((at, step)));
                    queue.push_back(play.states.len() - 1);
                    play.states.len() - 1
                });
                play.moves.push((at, to));
            }
        }
        play
    }

    fn reaches_goal(&self) -> bool {
        self.states.iter().any(|state| state.region == self.goal)
    }

    /// The fewest moves to the goal.
    fn walkthrough(&self) -> Vec<Move> {
        let mut at = self.states.iter().position(|state| state.region == self.goal);
        let mut moves = Vec::new();
        while let Some((before, step)) = at.and_then(|state| self.reached[state].clone()) {
            moves.push(step);
            at = Some(before);
        }
        moves.reverse();
        moves
    }
}

impl State {
    fn moves(&self, pattern: &Pattern, without: Option<&str>) -> Vec<(Move, Self)> {
        let mut moves = Vec::new();
        for held in &pattern.regions[self.region].holds {
            match held {
                Holding::Key(key) if !self.taken.contains(key) && without != Some(key) => {
                    let mut next = self.clone();
                    insert(&mut next.taken, key.clone());
                    moves.push((Move::Take(key.clone()), next));
                }
                Holding::Lever(lever) => {
                    let mut next = self.clone();
                    match next.down.iter().position(|down| down == lever) {
                        Some(down) => _ = next.down.remove(down),
                        None => insert(&mut next.down, lever.clone()),
                    }
                    moves.push((Move::Pull(lever.clone()), next));
                }
                _ => {}
            }
        }
        for (region, link, rule) in
            pattern.regions.iter().enumerate().flat_map(|(region, inside)| {
                inside.links.iter().enumerate().map(move |(link, rule)| (region, link, rule))
            })
        {
            let from = pattern.regions[region].from;
            if self.region != region && self.region != from {
                continue;
            }
            let inwards = self.region == from;
            let is_open = match rule {
                LinkRule::Open | LinkRule::Guarded | LinkRule::Secret => true,
                LinkRule::Drop => inwards,
                LinkRule::ClimbDown => !inwards,
                LinkRule::Gate(lever) => self.down.contains(lever),
                LinkRule::Locked(_) => self.opened.contains(&(region, link)),
            };
            if is_open {
                let next = Self { region: if inwards { region } else { from }, ..self.clone() };
                moves.push((Move::Pass { region, link }, next));
            } else if let LinkRule::Locked(key) = rule
                && self.taken.contains(key)
                && !self.spent.contains(key)
            {
                let mut next = self.clone();
                insert(&mut next.opened, (region, link));
                if pattern.is_used_up(key) {
                    insert(&mut next.spent, key.clone());
                }
                moves.push((Move::Open { region, link }, next));
            }
        }
        moves
    }
}

/// Inserts into a sorted list, so that equal sets are equal lists.
fn insert<T: Ord>(list: &mut Vec<T>, value: T) {
    let at = list.partition_point(|known| *known < value);
    list.insert(at, value);
}
