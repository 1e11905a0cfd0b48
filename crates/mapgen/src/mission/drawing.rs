//! Draws a pattern as text.
//!
//! ```text
//! start: key red
//! ├── locked red ── antechamber: key blue
//! │   └── locked blue ── sanctum: goal
//! └─┬ drop ──────┬─ hollow: lever back
//!   └ gate back ─┘
//! ```

use std::fmt;

use super::pattern::{Holding, LinkRule, Pattern, Region};

impl fmt::Display for LinkRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => f.write_str("open"),
            Self::Guarded => f.write_str("guarded"),
            Self::Locked(key) => write!(f, "locked {key}"),
            Self::Secret => f.write_str("secret"),
            Self::Gate(lever) => write!(f, "gate {lever}"),
            Self::Drop => f.write_str("drop"),
            Self::ClimbDown => f.write_str("climb-down"),
        }
    }
}

impl fmt::Display for Holding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Goal => f.write_str("goal"),
            Self::Key(key) => write!(f, "key {key}"),
            Self::Lever(lever) => write!(f, "lever {lever}"),
            Self::Reward => f.write_str("reward"),
            Self::Guard => f.write_str("guard"),
        }
    }
}

/// The graph of the pattern: each region with what it holds, under the region it is entered from.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.label(0))?;
        self.draw_inside(f, 0, "")
    }
}

/// A region of a pattern in words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RegionOutline {
    /// Its name.
    pub name: String,
    /// The index of the region that it is entered from. The start is region 0.
    pub from: usize,
    /// The links that join it to that region, as in `locked red`. The start has none.
    pub links: Vec<String>,
    /// What it holds, as in `key red`.
    pub holds: Vec<String>,
}

impl Pattern {
    /// Its regions, the start's first, to draw as a graph.
    ///
    /// ```
    /// use undercroft_mapgen::Content;
    /// let outline = Content::standard().mission("keys-in-order")?.outline();
    /// assert_eq!((outline[2].links[0].as_str(), outline[2].from), ("locked blue", 0));
    /// # Ok::<(), undercroft_mapgen::LookupError>(())
    /// ```
    #[must_use]
    pub fn outline(&self) -> Vec<RegionOutline> {
        let told = |region: &Region| RegionOutline {
            name: region.name.clone(),
            from: region.from,
            links: region.links.iter().map(ToString::to_string).collect(),
            holds: region.holds.iter().map(ToString::to_string).collect(),
        };
        self.regions.iter().map(told).collect()
    }

    /// The walkthrough, each move in words.
    pub fn walkthrough_in_words(&self) -> impl Iterator<Item = String> {
        self.walkthrough().iter().map(|step| step.told(self))
    }

    /// A region's name and what it holds.
    fn label(&self, region: usize) -> String {
        let region = &self.regions[region];
        let holds: Vec<String> = region.holds.iter().map(ToString::to_string).collect();
        if holds.is_empty() { region.name.clone() } else { format!("{}: {}", region.name, holds.join(", ")) }
    }

    /// Draws the regions that are entered from one.
    fn draw_inside(&self, f: &mut fmt::Formatter<'_>, from: usize, margin: &str) -> fmt::Result {
        let inside: Vec<usize> = (1..self.regions.len()).filter(|region| self.regions[*region].from == from).collect();
        for region in &inside {
            let is_last = Some(region) == inside.last();
            let (fork, below) = if is_last { ('└', ' ') } else { ('├', '│') };
            let links: Vec<String> = self.regions[*region].links.iter().map(ToString::to_string).collect();
            match links.as_slice() {
                [one, other] => {
                    let width = one.chars().count().max(other.chars().count());
                    let padded = |link: &str| format!("{link} {}", "─".repeat(width + 1 - link.chars().count()));
                    writeln!(f, "{margin}{fork}─┬ {}┬─ {}", padded(one), self.label(*region))?;
                    writeln!(f, "{margin}{below} └ {}┘", padded(other))?;
                }
                _ => writeln!(f, "{margin}{fork}── {} ── {}", links.join(", "), self.label(*region))?,
            }
            self.draw_inside(f, *region, &format!("{margin}{below}   "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SourceFile;

    #[test]
    fn a_pattern_is_drawn_as_a_tree_with_its_links() {
        let text = "
            name = 'x'
            description = 'X.'
            holds = ['key red']
            [[region]]
            name = 'antechamber'
            links = ['locked red']
            holds = ['key blue']
            [[region]]
            name = 'sanctum'
            from = 'antechamber'
            links = ['locked blue']
            holds = ['goal']
            [[region]]
            name = 'hollow'
            links = ['drop', 'gate back']
            holds = ['lever back', 'reward']
        ";
        let pattern = Pattern::parse(SourceFile::new("x.toml", text)).unwrap_or_else(|error| panic!("{error}"));
        let drawing = "\
start: key red
├── locked red ── antechamber: key blue
│   └── locked blue ── sanctum: goal
└─┬ drop ──────┬─ hollow: lever back, reward
  └ gate back ─┘
";
        assert_eq!(pattern.to_string(), drawing);
    }
}
