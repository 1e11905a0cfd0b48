//! Plans: where the regions of a pattern will be, decided before there is any ground.
//!
//! ```text
//! 000000#11111        0, 1: the cells of two regions
//! 000000#11111        #: the wall between them, which is kept
//! 00000=+=1111        +: a gateway, which is a door of that wall
//! 000000##1111        =: the cells on its two sides, which stay open
//! ```
//!
//! The step [`Mission`](crate::steps::Mission) makes a plan, steps that shape the ground fill the regions, and
//! [`Furnish`](crate::steps::Furnish) closes the gateways as the pattern says. As the walls are kept, no step in between
//! can open another passage.

use undercroft_grid::{BitGrid, Components, Neighbours, Point, Rect};

use super::pattern::Pattern;
use super::regions::{Cut, Regions};
use crate::draft::Zones;
use crate::steps::tunnels;
use crate::{Draft, StairKind, Stream, Veto};

/// Where the regions of a pattern will be, and the gateways between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MissionPlan {
    pub(crate) pattern: Pattern,
    /// The region of each cell, under its name in the pattern.
    pub(crate) regions: Zones,
    /// The gateways into each region, as many as it has links, in world coordinates.
    pub(crate) gateways: Vec<Vec<Point>>,
}

impl MissionPlan {
    /// The cells of each region, with its walls.
    pub(crate) fn cells(&self) -> impl Iterator<Item = BitGrid> {
        (0..self.gateways.len()).map(|region| self.regions.cells_of(region))
    }

    /// The gateways on a draft.
    fn gateways_on(&self, draft: &Draft) -> Vec<Point> {
        self.gateways.iter().flatten().map(|at| *at - draft.origin).collect()
    }

    /// The regions of a finished ground; `None` if a gateway has been lost.
    pub(crate) fn regions_on(&self, draft: &Draft) -> Option<Regions> {
        let gateways = self.gateways_on(draft);
        let count = gateways.len();
        Regions::between(draft, gateways).filter(|regions| regions.openings.len() == count)
    }

    /// The cut of each region but the start's, given the regions of a finished ground.
    pub(crate) fn cuts(&self, draft: &Draft, regions: &Regions) -> Vec<Cut> {
        let number = |at: Point| regions.openings.iter().position(|opening| opening.at == at - draft.origin);
        let openings = self.gateways[1..].iter().map(|own| own.iter().filter_map(|at| number(*at)).collect());
        openings.map(|openings| regions.cut(openings)).collect()
    }

    /// Opens both sides of every gateway, and digs tunnels inside the regions until each is connected in itself.
    pub(crate) fn join_regions(&self, draft: &mut Draft, stream: Stream) -> Result<(), Veto> {
        let gateways = self.gateways_on(draft);
        for beside in gateways.iter().flat_map(|at| at.four()) {
            draft.carve(beside);
        }
        for (region, own) in self.cells().enumerate() {
            let mut ground = draft.open().clone();
            ground.intersect(&own);
            gateways.iter().for_each(|at| _ = ground.remove(*at));
            let components = Components::of(&ground, Neighbours::Four);
            if components.count() > 1 {
                let mut closed = own;
                closed.invert();
                draft.kept().into_iter().for_each(|kept| closed.unite(kept));
                let dug = tunnels(&ground, Some(&closed), &components, stream.fork(region as u32))?;
                dug.into_iter().flatten().for_each(|at| draft.carve(at));
            }
        }
        Ok(())
    }
}

impl Draft {
    /// The cells where stairs of a kind belong, if a mission has been planned: up in the start's region, down in the
    /// goal's, and never in front of a gateway.
    pub(crate) fn planned_cells(&self, kind: StairKind) -> Option<BitGrid> {
        let plan = self.mission_plan()?;
        let mut cells = plan.regions.cells_of(match kind {
            StairKind::Up => 0,
            StairKind::Down => plan.pattern.goal(),
        });
        for gateway in plan.gateways_on(self) {
            cells.remove_rect(Rect::spanning(gateway, gateway).grown(1));
        }
        Some(cells)
    }

    /// Removes the cells of a set where stairs of a kind do not belong.
    pub(crate) fn keep_planned(&self, cells: &mut BitGrid, kind: StairKind) {
        self.planned_cells(kind).into_iter().for_each(|planned| cells.intersect(&planned));
    }
}
