//! "Did you mean …?": suggests the known name closest to a mistyped one.

/// Returns the known name closest to `typed`, if any is close enough to be a plausible typo.
pub fn closest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase().replace(['_', ' '], "-");
    let length = typed.chars().count();
    let limit = 1 + length / 3;
    known
        .into_iter()
        // The distance is at least the difference in length. Comparing a name of megabytes would take seconds.
        .filter(|name| name.chars().count().abs_diff(length) <= limit)
        .map(|name| (strsim::osa_distance(&typed, &name.to_lowercase()), name))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, name)| name)
}

/// The remedy for an unknown name: "did you mean `caves`?", or all known names if none is close.
pub fn did_you_mean<'a>(typed: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match closest(typed, known.clone()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("expected one of: {}", known.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_suggest_the_intended_name() {
        let known = ["caves", "caverns", "rooms", "shallow-cave"];
        assert_eq!(did_you_mean("cavse", known), "did you mean `caves`?");
        assert_eq!(did_you_mean("Shallow_Cave", known), "did you mean `shallow-cave`?");
        assert_eq!(did_you_mean("zzzzzz", known), "expected one of: caves, caverns, rooms, shallow-cave");
    }
}
