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

/// Why a pattern is not sound, and the region where it shows.
#[derive(Debug)]
pub(super) struct Flaw {
    pub(super) problem: String,
    pub(super) region: usize,
}

/// The most states of a pattern. The built-in ones have at most a few dozen, and levels are searched in the same way.
const MOST_STATES: usize = 20_000;

/// Proves that the goal can be reached from the start and from every state that can follow.
pub(super) fn prove(pattern: &Pattern) -> Result<Proof, Flaw> {
    let Some(play) = Play::of(pattern, None) else {
        let problem = format!(
            "the mission has more than {MOST_STATES} states, too many to prove it; use fewer keys, locks or levers"
        );
        return Err(Flaw { problem, region: 0 });
    };
    if !play.reaches_goal() {
        return Err(unreachable_goal(pattern, &play));
    }
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); play.states.len()];
    play.moves.iter().for_each(|(from, to)| before[*to].push(*from));
    let mut wins: Vec<bool> = play.states.iter().map(|state| state.region == play.goal).collect();
    let mut queue: Vec<usize> = (0..wins.len()).filter(|state| wins[*state]).collect();
    while let Some(state) = queue.pop() {
        for earlier in &before[state] {
            if !std::mem::replace(&mut wins[*earlier], true) {
                queue.push(*earlier);
            }
        }
    }
    // States are in order of distance, so the first lost one is reached with the fewest moves.
    if let Some(lost) = wins.iter().position(|wins| !*wins) {
        let moves = play.moves_to(lost);
        let told: Vec<String> = moves.iter().map(|step| step.told(pattern)).collect();
        let region = moves.iter().rev().find_map(Move::region).unwrap_or(0);
        let problem = format!("a player can get stuck and never reach the goal: {}", told.join(", then "));
        return Err(Flaw { problem, region });
    }
    let is_required = |key: &&Arc<str>| Play::of(pattern, Some(key)).is_some_and(|play| !play.reaches_goal());
    let required = pattern.keys().filter(is_required).cloned().collect();
    Ok(Proof { walkthrough: play.walkthrough(), required })
}

/// Why the goal cannot be reached: the first region on the way that nobody enters, and what bars it. Keys that lie behind
/// each other's locks are named in turn.
fn unreachable_goal(pattern: &Pattern, play: &Play) -> Flaw {
    let is_entered = |region: usize| play.states.iter().any(|state| state.region == region);
    let barred = |mut region: usize| {
        while !is_entered(pattern.regions[region].from) {
            region = pattern.regions[region].from;
        }
        region
    };
    let (mut chain, mut seen) = (Vec::new(), Vec::new());
    let first = barred(play.goal);
    let mut region = first;
    while let Some((needed, _)) = barrier(pattern, region) {
        let holder = pattern.regions.iter().position(|region| region.holds.contains(&needed)).unwrap_or(0);
        if seen.contains(&region) || is_entered(holder) {
            break;
        }
        seen.push(region);
        let next = barred(holder);
        let behind = match barrier(pattern, next) {
            _ if next == region => "its own lock".into(),
            Some((_, link)) => format!("`{link}`"),
            None => format!("the way into `{}`", pattern.regions[next].name),
        };
        chain.push(format!("`{needed}` lies behind {behind}"));
        region = next;
    }
    let problem = match chain.len() {
        0 => format!("the goal cannot be reached: nothing lets a player into `{}`", pattern.regions[first].name),
        1 => format!("the goal cannot be reached: {}", chain[0]),
        _ => format!("the goal cannot be reached: a cycle of keys: {}", chain.join(", and ")),
    };
    Flaw { problem, region: first }
}

/// What a player needs to get into a region through one of its locks or gates, and that link.
fn barrier(pattern: &Pattern, region: usize) -> Option<(Holding, &LinkRule)> {
    let needed = |link: &LinkRule| match link {
        LinkRule::Locked(key) => Some(Holding::Key(key.clone())),
        LinkRule::Gate(lever) => Some(Holding::Lever(lever.clone())),
        _ => None,
    };
    pattern.regions[region].links.iter().find_map(|link| Some((needed(link)?, link)))
}

impl Move {
    /// The region whose link the move uses.
    const fn region(&self) -> Option<usize> {
        match self {
            Self::Pass { region, .. } | Self::Open { region, .. } => Some(*region),
            Self::Take(_) | Self::Pull(_) => None,
        }
    }

    /// The move in words.
    pub(crate) fn told(&self, pattern: &Pattern) -> String {
        let link = |region: usize, link: usize| {
            let region = &pattern.regions[region];
            format!("`{}` of `{}`", region.links[link], region.name)
        };
        match self {
            Self::Pass { region, link: number } => format!("pass {}", link(*region, *number)),
            Self::Open { region, link: number } => format!("open {}", link(*region, *number)),
            Self::Take(key) => format!("take `key {key}`"),
            Self::Pull(lever) => format!("pull `lever {lever}`"),
        }
    }
}

impl Play {
    /// All states in order of distance from the start, without using one of the keys.
    /// `None` if there are too many.
    fn of(pattern: &Pattern, without: Option<&str>) -> Option<Self> {
        let goal = pattern.goal();
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
            if play.states.len() > MOST_STATES {
                return None;
            }
        }
        Some(play)
    }

    fn reaches_goal(&self) -> bool {
        self.states.iter().any(|state| state.region == self.goal)
    }

    /// The fewest moves to the goal.
    fn walkthrough(&self) -> Vec<Move> {
        let goal = self.states.iter().position(|state| state.region == self.goal);
        goal.map_or_else(Vec::new, |goal| self.moves_to(goal))
    }

    /// The fewest moves to a state.
    fn moves_to(&self, mut state: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some((before, step)) = self.reached[state].clone() {
            moves.push(step);
            state = before;
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
