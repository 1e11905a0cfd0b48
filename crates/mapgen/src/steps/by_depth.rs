//! Tables of kinds with the first depth where each appears.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::drawing::by_depth;
use crate::{BadParameter, Rng};

/// Checks a table of names with the first depths where they appear.
pub(super) fn check(table: &BTreeMap<String, u32>) -> Result<(), BadParameter> {
    match table.keys().any(|kind| kind.trim().is_empty()) || table.is_empty() {
        true => {
            Err(BadParameter::new("from-depth", "list names with their first depths, as in `{ rat = 1, ogre = 6 }`"))
        }
        false => Ok(()),
    }
}

/// Picks one of the kinds that appear at a depth. The later a kind first appears, the likelier it is.
pub(super) fn pick(table: &BTreeMap<String, u32>, depth: u32, rng: &mut Rng) -> Option<Arc<str>> {
    let known = by_depth(table, depth);
    let weights: Vec<u32> = known.iter().map(|(_, weight)| *weight).collect();
    rng.weighted(&weights).map(|index| Arc::from(known[index].0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn no_kind_appears_above_its_first_depth() {
        let table = BTreeMap::from([("coin".to_string(), 1), ("crown".to_string(), 5)]);
        let mut rng = Seed::from(1).fork("kinds").rng();
        let mut kinds = |depth| -> Vec<Arc<str>> { (0..40).filter_map(|_| pick(&table, depth, &mut rng)).collect() };
        assert!(kinds(0).is_empty());
        assert!(kinds(4).iter().all(|kind| &**kind == "coin"));
        let crowns = kinds(5).iter().filter(|kind| &***kind == "crown").count();
        assert!((20..40).contains(&crowns), "{crowns} of 40 items are crowns");
    }
}
