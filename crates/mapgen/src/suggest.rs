//! Finds the name that somebody meant.

/// The known name that is nearest to what was typed, if one is near enough to be what was meant.
///
/// ```
/// use undercroft_mapgen::nearest;
/// assert_eq!(nearest("cavse", ["caves", "rooms"]), Some("caves"));
/// assert_eq!(nearest("ocean", ["caves", "rooms"]), None);
/// ```
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase().replace(['_', ' '], "-");
    let limit = 1 + typed.chars().count() / 3;
    known
        .into_iter()
        .map(|name| (distance(&typed, &name.to_lowercase()), name))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, name)| name)
}

/// "; did you mean `caves`?", or the known names where none is near.
pub fn did_you_mean<'a>(typed: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(typed, known.clone()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => {
            let names: Vec<&str> = known.into_iter().collect();
            format!("known are: {}", names.join(", "))
        }
    }
}

/// How many letters must be put in, left out, changed or exchanged with the next (Damerau and Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_understood() {
        let known = ["caves", "caverns", "rooms", "shallow-cave"];
        assert_eq!(nearest("cavse", known), Some("caves"));
        assert_eq!(nearest("Shallow_Cave", known), Some("shallow-cave"));
        assert_eq!(nearest("zzzzzz", known), None);
    }
}
