//! Descriptions of a cell and of a step.

use undercroft_mapgen::Point;

use super::Viewer;

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
