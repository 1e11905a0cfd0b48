//! Areas and the links between them.

use undercroft_mapgen::{AreaKind, Areas, Draft, LinkKind};

use super::colours::{GATE, LINK, NARROW, PATH, UNSEEN, one_of_many};
use super::layers::{STRONG, WEAK, counted, fill_by};
use super::{Layer, Mark};
use crate::shade::veil;

pub(super) fn areas(draft: &Draft) -> Layer {
    let areas = Areas::of(draft);
    let mut marks = fill_by(draft.size(), |at| {
        areas.at(at).map(|area| match area.kind {
            AreaKind::Corridor => veil(NARROW, WEAK),
            _ => veil(one_of_many(area.id), STRONG),
        })
    });
    for link in areas.links() {
        let colour = match link.kind {
            LinkKind::Gap => UNSEEN,
            LinkKind::Door | LinkKind::Bridge => LINK,
            _ => GATE,
        };
        marks.push(Mark::Ring { at: link.at, colour, title: link.kind.to_string() });
    }
    for area in &areas {
        if area.kind == AreaKind::Vault {
            marks.push(Mark::Frame { area: area.bounds, colour: PATH, title: area.name.to_string() });
        }
    }
    let of_kind = |kind: AreaKind| areas.iter().filter(|area| area.kind == kind).count();
    let kinds = AreaKind::ALL.into_iter().filter(|kind| of_kind(*kind) > 0);
    let legend = kinds.map(|kind| {
        let colour = match kind {
            AreaKind::Corridor => NARROW,
            AreaKind::Vault => PATH,
            _ => one_of_many(0),
        };
        (colour, counted(of_kind(kind), kind.name(), &format!("{kind}s")))
    });
    let links = (LINK, counted(areas.links().len(), "link", "links"));
    (marks, legend.chain([links]).collect())
}
