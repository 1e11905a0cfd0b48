//! The cells of a mission, for the editors that show them as objects.

use undercroft_mapgen::{Mission, Point, Property};

/// A cell of a mission.
pub(crate) struct MissionPart {
    pub(crate) at: Point,
    /// `key`, `lock`, `switch`, `gate`, `drop`, `secret`, `reward`, `guard`, `goal` or `deed`.
    pub(crate) class: &'static str,
    pub(crate) name: String,
    pub(crate) properties: Vec<(&'static str, Property)>,
}

/// Everything that belongs to a mission, and then the deeds of its walkthrough in order.
pub(crate) fn parts_of(mission: &Mission) -> Vec<MissionPart> {
    let part = |at: Point, class: &'static str, name: &str, properties: Vec<(&'static str, Property)>| MissionPart {
        at,
        class,
        name: name.into(),
        properties,
    };
    let keys = mission.keys.iter().map(|key| {
        let properties = vec![("required", key.required.into()), ("used_up", key.used_up.into())];
        part(key.at, "key", &key.id, properties)
    });
    let locks =
        mission.locks.iter().map(|lock| part(lock.at, "lock", &lock.id, vec![("needs", (&*lock.needs).into())]));
    let switches = mission
        .switches
        .iter()
        .map(|switch| part(switch.at, "switch", &switch.id, vec![("toggles", switch.toggles.join(", ").into())]));
    let gates = mission.gates.iter().map(|gate| part(gate.at, "gate", &gate.id, vec![("open", gate.open.into())]));
    let drops = mission.drops.iter().map(|drop| {
        let properties = vec![
            ("from_x", drop.from.x.into()),
            ("from_y", drop.from.y.into()),
            ("to_x", drop.to.x.into()),
            ("to_y", drop.to.y.into()),
        ];
        part(drop.at, "drop", "drop", properties)
    });
    let plain = |class: &'static str, cells: &[Point]| -> Vec<MissionPart> {
        cells.iter().map(|at| part(*at, class, class, Vec::new())).collect()
    };
    let deeds = (1..).zip(&mission.walkthrough).map(|(number, deed)| {
        let name = deed.what.as_ref().map_or_else(|| deed.deed.to_string(), |what| format!("{} {what}", deed.deed));
        part(deed.at, "deed", &name, vec![("number", Property::Integer(number))])
    });
    let others = [
        plain("secret", &mission.secrets),
        plain("reward", &mission.rewards),
        plain("guard", &mission.guards),
        vec![part(mission.goal, "goal", &mission.pattern, Vec::new())],
    ];
    let opened = keys.chain(locks).chain(switches).chain(gates).chain(drops);
    opened.chain(others.into_iter().flatten()).chain(deeds).collect()
}
