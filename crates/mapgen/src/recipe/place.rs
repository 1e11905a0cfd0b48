//! Where a step works: a condition on cells, such as `zone flooded` or `dead-end and far > 0.6`.
//!
//! ```text
//! distance    far    path                          numbers
//! room    corridor    chamber    lake    vault    clearing    dead-end    great
//! zone NAME    tag NAME    role NAME    name NAME
//! ```
//!
//! The language is that of [`Condition`](crate::Condition). It is evaluated for each cell of the map.

use std::fmt;
use std::sync::Arc;

use undercroft_grid::{BitGrid, Distances, Neighbours, Point};

use crate::metrics::ConditionError;
use crate::metrics::expression::{self, Names, Node, Word};
use crate::suggest::did_you_mean;
use crate::{Area, AreaKind, Areas, Draft, Fact, StairKind, checks};

/// A condition that limits a step to the cells where it holds.
///
/// | word | what it stands for |
/// |---|---|
/// | `room`, `corridor`, `chamber`, `lake`, `vault`, `clearing` | the cell is in an area of this kind |
/// | `dead-end` | its area has a single link |
/// | `great` | its area is the largest chamber |
/// | `zone NAME` | it is in this zone, rock included |
/// | `tag NAME`, `role NAME`, `name NAME` | its area has this tag, role or name |
/// | `distance` | the number of steps from where the player arrives |
/// | `far` | `distance` divided by that of the farthest cell: from 0 to 1 |
/// | `path` | the number of steps to the shortest path between the arrival and the stairs down |
///
/// Rock is in no area and has no distance. Comparisons with its distance are false.
///
/// ```
/// use undercroft_mapgen::{Recipe, Where};
/// let recipe = Recipe::named("halls").unwrap().spawn("bat", 1.0).within(Where::parse("dead-end and far > 0.5")?);
/// let level = recipe.build(1).unwrap();
/// assert!(level.areas().iter().filter(|area| area.has_tag("dead-end")).count() > 0);
/// let error = Where::parse("dead-end and fr > 0.5").unwrap_err();
/// assert!(error.to_string().starts_with("at column 14: nothing is called `fr`; did you mean `far`?"));
/// # Ok::<(), undercroft_mapgen::ConditionError>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct Where {
    text: Arc<str>,
    node: Node<PlaceWord>,
}

#[derive(Clone, Debug, PartialEq)]
enum PlaceWord {
    Distance,
    Far,
    Path,
    Zone(String),
    Tag(String),
    Role(String),
    Name(String),
    Kind(AreaKind),
}

impl Word for PlaceWord {
    const EXAMPLE: &'static str = "far > 0.5";
    const WHAT: &'static str = "a number or a word such as `room`";

    fn read(word: &str, next: &mut Names<'_, '_>) -> Result<Self, String> {
        let mut named = |of: fn(String) -> Self| {
            next.name().map(of).ok_or_else(|| format!("write a name after it, as in `{word} flooded`"))
        };
        match word {
            "distance" => Ok(Self::Distance),
            "far" => Ok(Self::Far),
            "path" => Ok(Self::Path),
            "dead-end" | "great" => Ok(Self::Tag(word.into())),
            "zone" => named(Self::Zone),
            "tag" => named(Self::Tag),
            "role" => named(Self::Role),
            "name" => named(Self::Name),
            _ => AreaKind::ALL.into_iter().find(|kind| kind.name() == word).map(Self::Kind).ok_or_else(|| {
                let others = ["distance", "far", "path", "dead-end", "great", "zone", "tag", "role", "name"];
                let known = AreaKind::ALL.map(AreaKind::name).into_iter().chain(others);
                format!("nothing is called `{word}`; {}", did_you_mean(word, known))
            }),
        }
    }

    fn is_boolean(&self) -> bool {
        !matches!(self, Self::Distance | Self::Far | Self::Path)
    }
}

impl Where {
    /// Parses a condition.
    ///
    /// # Errors
    /// The first error, with its column.
    pub fn parse(text: &str) -> Result<Self, ConditionError> {
        expression::parse(text).map(|node| Self { text: text.into(), node })
    }

    /// What earlier steps must have provided for the condition.
    pub(super) fn needs(&self) -> Vec<Fact> {
        let fact = |word: &PlaceWord| match word {
            PlaceWord::Distance | PlaceWord::Far | PlaceWord::Path | PlaceWord::Role(_) => Fact::START,
            PlaceWord::Zone(_) => Fact::ZONES,
            _ => Fact::OPEN,
        };
        self.node.words().into_iter().map(fact).collect()
    }

    /// The zones that the condition names.
    pub(super) fn zones(&self) -> impl Iterator<Item = &str> {
        self.node.words().into_iter().filter_map(|word| match word {
            PlaceWord::Zone(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Whether the condition depends only on the cell's position, so that it gives the same result on any part of an
    /// endless level.
    pub(super) fn is_local(&self) -> bool {
        self.node.words().into_iter().all(|word| matches!(word, PlaceWord::Zone(_)))
    }

    /// The cells of a draft where the condition holds.
    #[must_use]
    pub fn cells(&self, draft: &Draft) -> BitGrid {
        let words = self.node.words();
        let uses = |which: fn(&PlaceWord) -> bool| words.iter().any(|word| which(word));
        let areas = uses(|word| !matches!(word, PlaceWord::Distance | PlaceWord::Far | PlaceWord::Zone(_)))
            .then(|| Areas::of(draft));
        let walk = uses(|word| matches!(word, PlaceWord::Distance | PlaceWord::Far | PlaceWord::Path))
            .then(|| Distances::from(draft.open(), draft.arrival(), Neighbours::Four));
        let farthest = walk.as_ref().and_then(Distances::farthest).map_or(1, |(_, steps)| steps.max(1));
        let beside_path = uses(|word| *word == PlaceWord::Path).then(|| from_main_path(draft, walk.as_ref()));
        let area = |at: Point| areas.as_ref().and_then(|areas| areas.at(at));
        BitGrid::from_fn(draft.size(), |at| {
            let steps = |from: &Option<Distances>| from.as_ref()?.get(at).map(f64::from);
            let truth = |holds: bool| Some(f64::from(u8::from(holds)));
            let in_area = |holds: &dyn Fn(&Area) -> bool| truth(area(at).is_some_and(holds));
            self.node.holds(&|word: &PlaceWord| match word {
                PlaceWord::Distance => steps(&walk),
                PlaceWord::Far => steps(&walk).map(|steps| steps / f64::from(farthest)),
                PlaceWord::Path => steps(&beside_path),
                PlaceWord::Zone(name) => truth(draft.zone_at(at) == Some(name)),
                PlaceWord::Tag(tag) => in_area(&|area| area.has_tag(tag)),
                PlaceWord::Role(role) => in_area(&|area| area.role.as_deref() == Some(role)),
                PlaceWord::Name(name) => in_area(&|area| &*area.name == name),
                PlaceWord::Kind(kind) => in_area(&|area| area.kind == *kind),
            })
        })
    }
}

/// The distances from the shortest path between the arrival and the stairs down or, without stairs, the farthest cell.
fn from_main_path(draft: &Draft, walk: Option<&Distances>) -> Distances {
    let end = draft.stairs_to(StairKind::Down).or_else(|| checks::farthest_free(draft));
    let steps = |at: Point| walk.and_then(|walk| walk.get(at));
    let back = |at: &Point| {
        let nearer = steps(*at)?.checked_sub(1)?;
        at.four().find(|near| steps(*near) == Some(nearer))
    };
    let path = std::iter::successors(end.filter(|end| steps(*end).is_some()), back);
    Distances::from(draft.open(), path.collect::<Vec<_>>(), Neighbours::Four)
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Where({:?})", self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A room, a corridor, and a room at its end.
    const PLACES: &str = "
        ################
        #....###########
        #....######....#
        #..............#
        #....######....#
        #....###########
        ################";

    fn places() -> Draft {
        let mut draft = Draft::parse(PLACES);
        draft.rooms = vec![crate::Rect::new(1, 1, 4, 5), crate::Rect::new(11, 2, 4, 3)];
        draft.start = Some(Point::new(1, 3));
        draft
    }

    fn drawn(text: &str) -> String {
        let draft = places();
        let cells = Where::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).cells(&draft);
        (0..16).map(|x| if cells.contains(Point::new(x, 3)) { '*' } else { '-' }).collect()
    }

    #[test]
    fn places_are_chosen_by_kind_tag_and_distance() {
        assert_eq!(drawn("room"), "-****------****-");
        assert_eq!(drawn("corridor"), "-----******-----");
        assert_eq!(drawn("dead-end and far > 0.5"), "-----------****-");
        assert_eq!(drawn("distance <= 3"), "-****-----------");
        assert_eq!(drawn("not room"), "*----******----*");
        assert_eq!(drawn("tag start"), "-****-----------");
        assert_eq!(drawn("path = 0"), "-***********----");
        assert_eq!(drawn("zone nowhere"), "----------------");
        assert_eq!(drawn("name \"corridor\" or far = 0"), "-*---******-----");
    }

    #[test]
    fn errors_point_at_their_column() {
        let error = |text: &str| Where::parse(text).unwrap_err().to_string();
        assert!(error("zone").starts_with("at column 1: write a name after it"), "{}", error("zone"));
        assert_eq!(error("room and far"), "at column 6: `and` joins conditions such as `far > 0.5`, not numbers");
        assert!(error("rom").starts_with("at column 1: nothing is called `rom`; did you mean `room`?"));
        assert_eq!(error("room > 2"), "at column 6: join comparisons with `and`");
        assert_eq!(error("room and"), "at column 9: a number or a word such as `room` is missing");
    }
}
