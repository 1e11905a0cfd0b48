//! Finds regions of a level that are connected like those of a pattern.

use undercroft_grid::Point;

use super::pattern::Pattern;
use super::regions::{Cut, Cuts, Regions};
use crate::Rng;

/// The fewest cells of a region besides those that its contents need.
const FEWEST: usize = 8;
/// How many cuts to try before giving up the search.
const PATIENCE: u32 = 4000;

/// Where the regions of a pattern are: the cut of each, `None` for the start's region.
pub(crate) struct Embedding<'a> {
    pub(crate) cuts: Vec<Option<&'a Cut>>,
}

/// What the search needs to know about the level.
struct Search<'a> {
    pattern: &'a Pattern,
    regions: &'a Regions,
    /// The regions of the stairs up, where players arrive.
    ups: &'a [u32],
    /// The regions of the stairs down, which are the goal.
    downs: &'a [u32],
    patience: u32,
}

/// Regions of a level for those of a pattern, trying the cuts for each but the start's in order. All stairs up are on the
/// near side of every cut, and the stairs down are in the region that holds the pattern's goal.
pub(crate) fn embed<'a>(
    pattern: &'a Pattern,
    regions: &'a Regions,
    cuts: &[Vec<&'a Cut>],
    ups: &'a [u32],
    downs: &'a [u32],
) -> Option<Embedding<'a>> {
    let mut search = Search { pattern, regions, ups, downs, patience: PATIENCE };
    let mut embedding = Embedding { cuts: vec![None] };
    search.place(&mut embedding, cuts).then_some(embedding)
}

impl Cuts {
    /// The cuts for each region of a pattern but the start's, in random order.
    pub(crate) fn for_pattern(&self, pattern: &Pattern, rng: &mut Rng) -> Vec<Vec<&Cut>> {
        let mut orders = Vec::new();
        for region in &pattern.regions()[1..] {
            let cuts = if region.links.len() == 1 { &self.single } else { &self.double };
            let mut order: Vec<&Cut> = cuts.iter().collect();
            rng.shuffle(&mut order);
            orders.push(order);
        }
        orders
    }
}

impl<'a> Search<'a> {
    /// Places the next region and all that follow.
    fn place(&mut self, embedding: &mut Embedding<'a>, cuts: &[Vec<&'a Cut>]) -> bool {
        let next = embedding.cuts.len();
        let Some(own) = cuts.get(next - 1) else {
            return (0..next).all(|region| self.has_space(embedding, region));
        };
        for cut in own {
            if self.patience == 0 {
                return false;
            }
            self.patience -= 1;
            if self.suits(embedding, next, cut) {
                embedding.cuts.push(Some(cut));
                if self.place(embedding, cuts) {
                    return true;
                }
                embedding.cuts.pop();
            }
        }
        false
    }

    fn suits(&self, embedding: &Embedding<'_>, region: usize, cut: &Cut) -> bool {
        let leads_to_goal = self.pattern.leads_to_goal(region);
        let is_beyond = |at: &u32| cut.beyond.get(*at as usize).copied().unwrap_or(false);
        if self.ups.iter().any(is_beyond) || self.downs.iter().any(|down| is_beyond(down) != leads_to_goal) {
            return false;
        }
        let near = self.near_sides(cut);
        for (other, placed) in embedding.cuts.iter().enumerate().skip(1) {
            let Some(placed) = placed else { continue };
            if placed.openings.iter().any(|opening| cut.openings.contains(opening)) {
                return false;
            }
            let both = || cut.beyond.iter().zip(&placed.beyond);
            let fits = if self.is_inside(region, other) {
                // The cut must lie inside the other region, and be smaller.
                both().all(|(here, there)| !*here || *there)
                    && both().any(|(here, there)| !*here && *there)
                    && near.iter().all(|side| placed.beyond[*side as usize])
            } else {
                both().all(|(here, there)| !(*here && *there))
                    && near.iter().all(|side| !placed.beyond[*side as usize])
                    && self.near_sides(placed).iter().all(|side| !cut.beyond[*side as usize])
            };
            if !fits {
                return false;
            }
        }
        true
    }

    /// The regions on the near side of a cut.
    fn near_sides(&self, cut: &Cut) -> Vec<u32> {
        let sides = cut.openings.iter().flat_map(|opening| self.regions.openings[*opening].sides);
        sides.filter(|side| !cut.beyond[*side as usize]).collect()
    }

    /// Whether a region of the pattern is entered from another, directly or through others.
    fn is_inside(&self, mut region: usize, other: usize) -> bool {
        while region > other {
            region = self.pattern.regions()[region].from;
        }
        region == other
    }

    /// Whether the cells that belong only to this region are enough for its contents.
    fn has_space(&self, embedding: &Embedding<'_>, region: usize) -> bool {
        let cells: usize =
            embedding.own(region, self.pattern, self.regions).map(|own| self.regions.cells[own as usize]).sum();
        cells >= FEWEST + self.pattern.regions()[region].holds.len()
    }
}

impl Embedding<'_> {
    /// The level's regions that belong only to this region of the pattern.
    pub(crate) fn own(&self, region: usize, pattern: &Pattern, regions: &Regions) -> impl Iterator<Item = u32> {
        let inside = move |at: u32| self.cuts[region].is_none_or(|cut| cut.beyond[at as usize]);
        let children = (region + 1..self.cuts.len()).filter(move |child| pattern.regions()[*child].from == region);
        let in_child =
            move |at: u32| children.clone().any(|child| self.cuts[child].is_some_and(|cut| cut.beyond[at as usize]));
        (0..regions.cells.len() as u32).filter(move |at| inside(*at) && !in_child(*at))
    }

    /// The openings of a region, in the order of its links. If there are two, the first is nearer to the start.
    pub(crate) fn openings(&self, region: usize, distance: impl Fn(Point) -> u32, regions: &Regions) -> Vec<usize> {
        let mut openings = self.cuts[region].map_or_else(Vec::new, |cut| cut.openings.clone());
        openings.sort_by_key(|opening| (distance(regions.openings[*opening].at), *opening));
        openings
    }
}
