//! Descriptions of a cell and of a step.

use undercroft_mapgen::Point;

use super::Viewer;
use super::timeline::Change;

impl Viewer {
    /// Describes a cell: "(12, 5): floor, kobold, room 3, 45 steps from the start".
    pub(super) fn describe(&self, at: Point) -> Option<String> {
        let frame = self.playback.frame()?;
        let inside = at - frame.origin;
        if !frame.size().contains(inside) {
            return None;
        }
        let mut words = vec![frame.info(inside).name.clone()];
        words.extend(frame.spawns.iter().filter(|spawn| spawn.at == inside).map(|spawn| spawn.kind.to_string()));
        if frame.start == Some(inside) {
            words.push("the start".into());
        }
        if let Some(room) = frame.rooms.iter().position(|room| room.contains(inside)) {
            words.push(format!("room {}", room + 1));
        }
        let vaults = frame.vaults.iter().filter(|vault| vault.area.contains(inside));
        words.extend(vaults.map(|vault| format!("vault `{}`", vault.name)));
        let distances = self.inspection.report.as_ref().and_then(|report| report.distances.as_ref());
        match distances.and_then(|distances| distances.get(inside)) {
            Some(0) | None => {}
            Some(1) => words.push("1 step from the start".into()),
            Some(steps) => words.push(format!("{steps} steps from the start")),
        }
        Some(format!("({}, {}): {}", at.x, at.y, words.join(", ")))
    }

    /// Describes the step that is shown: "step 4 of 9, connect: 120 cells".
    pub(super) fn describe_step(&self) -> Option<String> {
        let timeline = self.playback.timeline.as_ref()?;
        let moment = self.playback.moment()?;
        let count = timeline.steps.len();
        match moment.step.checked_sub(1).and_then(|index| timeline.steps.get(index)) {
            None if count == 0 => None,
            None => Some(format!("step 0 of {count}: solid rock")),
            Some(label) => {
                let part = moment.part.map_or_else(String::new, |part| format!(", part {part}"));
                Some(format!("step {} of {count}, {label}{part}: {}", moment.step, moment.change.text()))
            }
        }
    }
}

impl Change {
    /// The whole change: "120 cells, +3 rooms".
    fn text(self) -> String {
        let cells = self.cells.filter(|cells| *cells > 0).map(cells);
        let parts: Vec<String> = cells.into_iter().chain(self.counts()).collect();
        match (parts.is_empty(), self.cells) {
            (true, None) => "not counted".into(),
            (true, Some(_)) => "nothing changed".into(),
            (false, _) => parts.join(", "),
        }
    }

    /// The most telling part of it: "+9 rooms".
    pub(super) fn short(self) -> String {
        let nothing = match self.cells {
            None => "…".into(),
            Some(0) => "nothing".into(),
            Some(count) => cells(count),
        };
        self.counts().next().unwrap_or(nothing)
    }

    /// The changes in the numbers of rooms, doors and things: "+9 rooms".
    fn counts(self) -> impl Iterator<Item = String> {
        let counts = [(self.rooms, "room"), (self.doors, "door"), (self.things, "thing")];
        let changed = counts.into_iter().filter(|(count, _)| *count != 0);
        changed.map(|(count, name)| format!("{count:+} {name}{}", if count.abs() == 1 { "" } else { "s" }))
    }
}

fn cells(count: usize) -> String {
    if count == 1 { "1 cell".into() } else { format!("{count} cells") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_described_with_signs_and_plurals() {
        let change = Change { cells: Some(120), rooms: 3, doors: -1, things: 0 };
        assert_eq!(change.text(), "120 cells, +3 rooms, -1 door");
        assert_eq!(change.short(), "+3 rooms");
        assert_eq!(Change { cells: Some(0), ..Change::default() }.text(), "nothing changed");
        assert_eq!(Change { cells: Some(1), ..Change::default() }.short(), "1 cell");
    }
}
