//! Conditions on metrics, as people type them: `rooms >= 12 and (loops >= 3 or path > 60)`.
//!
//! ```text
//! condition  = both { "or" both }
//! both       = one { "and" one }
//! one        = "not" one | sum [ ("<" | "<=" | ">" | ">=" | "=" | "!=") sum ] | "(" condition ")"
//! sum        = product { ("+" | "-") product }
//! product    = value { ("*" | "/") value }
//! value      = number | metric | "-" value | "(" sum ")"
//! ```

use super::{Metric, Survey};
use crate::suggest::did_you_mean;

/// A condition on the metrics of a level.
///
/// ```
/// use undercroft_mapgen::{Condition, Recipe, Survey};
/// let condition = Condition::parse("rooms >= 3 and path > 10")?;
/// let level = Recipe::named("rooms").unwrap().build(1).unwrap();
/// assert!(condition.holds(&Survey::of(&level)));
/// let error = Condition::parse("rooms >= 3 and pth > 10").unwrap_err();
/// assert_eq!(error.to_string(), "at column 16: nothing that can be measured is called `pth`; did you mean `path`?");
/// # Ok::<(), undercroft_mapgen::ConditionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    node: Node,
}

/// What is wrong with a condition, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at column {column}: {problem}")]
pub struct ConditionError {
    /// The character, counted from 1.
    pub column: usize,
    /// What is wrong there, and what would be right.
    pub problem: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Number(f64),
    Metric(Metric),
    Negative(Box<Node>),
    Arithmetic(Box<Node>, char, Box<Node>),
    Compare(Box<Node>, Comparison, Box<Node>),
    Not(Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Unlike,
}

/// The deepest that parentheses and the like may be nested.
const DEEPEST: usize = 100;

impl Condition {
    /// Reads a condition.
    ///
    /// # Errors
    /// The place of the first thing that is wrong, and what would be right.
    pub fn parse(text: &str) -> Result<Self, ConditionError> {
        let words = split(text)?;
        let end = text.chars().count() + 1;
        let mut parser = Parser { words: &words, next: 0, depth: 0, end };
        let node = parser.condition()?;
        match parser.peek() {
            Some(word) => Err(word.error(format!("`{}` is not expected here; is an `and` missing?", word.text))),
            None if !node.is_truth() => {
                Err(ConditionError { column: end, problem: "compare it with something, as in `rooms >= 12`".into() })
            }
            None => Ok(Self { node }),
        }
    }

    /// Whether it holds on a level. A comparison with what cannot be measured there does not hold.
    #[must_use]
    pub fn holds(&self, survey: &Survey<'_>) -> bool {
        self.node.holds(survey)
    }
}

impl Node {
    /// Whether it is true or false, and not a number.
    const fn is_truth(&self) -> bool {
        matches!(self, Self::Compare(..) | Self::Not(_) | Self::And(..) | Self::Or(..))
    }

    fn holds(&self, survey: &Survey<'_>) -> bool {
        match self {
            Self::Not(node) => !node.holds(survey),
            Self::And(one, other) => one.holds(survey) && other.holds(survey),
            Self::Or(one, other) => one.holds(survey) || other.holds(survey),
            Self::Compare(one, comparison, other) => {
                let (Some(one), Some(other)) = (one.value(survey), other.value(survey)) else { return false };
                match comparison {
                    Comparison::Less => one < other,
                    Comparison::AtMost => one <= other,
                    Comparison::More => one > other,
                    Comparison::AtLeast => one >= other,
                    Comparison::Equal => one == other,
                    Comparison::Unlike => one != other,
                }
            }
            _ => false,
        }
    }

    fn value(&self, survey: &Survey<'_>) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Metric(metric) => metric.measure(survey),
            Self::Negative(node) => node.value(survey).map(|value| -value),
            Self::Arithmetic(one, sign, other) => {
                let (one, other) = (one.value(survey)?, other.value(survey)?);
                Some(match sign {
                    '+' => one + other,
                    '-' => one - other,
                    '*' => one * other,
                    _ => one / other,
                })
            }
            _ => None,
        }
    }
}

/// A word of a condition: a name, a number or a sign.
#[derive(Debug)]
struct Word<'a> {
    text: &'a str,
    column: usize,
}

impl Word<'_> {
    fn error(&self, problem: impl Into<String>) -> ConditionError {
        ConditionError { column: self.column, problem: problem.into() }
    }
}

fn split(text: &str) -> Result<Vec<Word<'_>>, ConditionError> {
    let mut words = Vec::new();
    let mut rest = text.char_indices().zip(1..).peekable();
    while let Some(((start, first), column)) = rest.next() {
        if first.is_whitespace() {
            continue;
        }
        let goes_on = |next: char| match first {
            '0'..='9' | '.' => next.is_ascii_digit() || next == '.',
            // A hyphen belongs to a name where a letter follows; `loops - 1` has a gap, `dead-ends` has none.
            _ if first.is_alphabetic() => next.is_alphanumeric() || next == '-' || next == '_',
            '<' | '>' | '=' | '!' => next == '=',
            _ => false,
        };
        if !(first.is_alphanumeric() || "<>=!()+-*/.&|".contains(first)) {
            return Err(ConditionError { column, problem: format!("`{first}` is not expected in a condition") });
        }
        let mut end = start + first.len_utf8();
        while let Some(((at, next), _)) = rest.next_if(|((_, next), _)| goes_on(*next)) {
            end = at + next.len_utf8();
        }
        words.push(Word { text: &text[start..end], column });
    }
    Ok(words)
}

struct Parser<'a> {
    words: &'a [Word<'a>],
    next: usize,
    depth: usize,
    /// The column after the last.
    end: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a Word<'a>> {
        self.words.get(self.next)
    }

    /// Goes on if the next word is one of these.
    fn take(&mut self, texts: &[&str]) -> Option<&'a Word<'a>> {
        let word = self.peek().filter(|word| texts.contains(&word.text))?;
        self.next += 1;
        Some(word)
    }

    fn missing(&self, what: &str) -> ConditionError {
        ConditionError { column: self.end, problem: format!("{what} is missing") }
    }

    fn condition(&mut self) -> Result<Node, ConditionError> {
        let mut node = self.both()?;
        while let Some(word) = self.take(&["or"]) {
            let other = self.both()?;
            node = Node::Or(truth(node, word)?, truth(other, word)?);
        }
        Ok(node)
    }

    fn both(&mut self) -> Result<Node, ConditionError> {
        let mut node = self.one()?;
        while let Some(word) = self.take(&["and"]) {
            let other = self.one()?;
            node = Node::And(truth(node, word)?, truth(other, word)?);
        }
        Ok(node)
    }

    fn one(&mut self) -> Result<Node, ConditionError> {
        if let Some(word) = self.take(&["not"]) {
            let node = self.nested(word, Self::one)?;
            return Ok(Node::Not(truth(node, word)?));
        }
        let node = self.sum()?;
        let Some(word) = self.take(&["<", "<=", ">", ">=", "=", "==", "!="]) else { return Ok(node) };
        let comparison = match word.text {
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::More,
            ">=" => Comparison::AtLeast,
            "!=" => Comparison::Unlike,
            _ => Comparison::Equal,
        };
        let other = self.sum()?;
        if let Some(again) = self.take(&["<", "<=", ">", ">=", "=", "==", "!="]) {
            return Err(again.error("one comparison at a time: join two with `and`"));
        }
        Ok(Node::Compare(number(node, word)?, comparison, number(other, word)?))
    }

    fn sum(&mut self) -> Result<Node, ConditionError> {
        self.row(&["+", "-"], Self::product)
    }

    fn product(&mut self) -> Result<Node, ConditionError> {
        self.row(&["*", "/"], Self::value)
    }

    /// Operands with signs between them, from left to right.
    fn row(
        &mut self,
        signs: &[&str],
        operand: fn(&mut Self) -> Result<Node, ConditionError>,
    ) -> Result<Node, ConditionError> {
        let mut node = operand(self)?;
        while let Some(word) = self.take(signs) {
            let other = operand(self)?;
            let sign = word.text.chars().next().unwrap_or('+');
            node = Node::Arithmetic(number(node, word)?, sign, number(other, word)?);
        }
        Ok(node)
    }

    fn value(&mut self) -> Result<Node, ConditionError> {
        let Some(word) = self.peek() else { return Err(self.missing("a number, or something that can be measured,")) };
        self.next += 1;
        match word.text {
            "(" => {
                let node = self.nested(word, Self::condition)?;
                match self.take(&[")"]) {
                    Some(_) => Ok(node),
                    None => Err(self.missing("`)`")),
                }
            }
            "-" => {
                let node = self.nested(word, Self::value)?;
                Ok(Node::Negative(number(node, word)?))
            }
            text if text.starts_with(|first: char| first.is_ascii_digit() || first == '.') => match text.parse() {
                Ok(number) => Ok(Node::Number(number)),
                Err(_) => Err(word.error(format!("`{text}` is not a number"))),
            },
            text if text.starts_with(char::is_alphabetic) => match Metric::named(text) {
                Some(metric) => Ok(Node::Metric(metric)),
                None => {
                    let suggestion = did_you_mean(text, Metric::ALL.map(Metric::name));
                    Err(word.error(format!("nothing that can be measured is called `{text}`; {suggestion}")))
                }
            },
            "&" | "|" => Err(word.error("write `and`, `or`")),
            text => Err(word.error(format!("`{text}` is not expected here"))),
        }
    }

    fn nested(
        &mut self,
        word: &Word<'_>,
        inner: fn(&mut Self) -> Result<Node, ConditionError>,
    ) -> Result<Node, ConditionError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(word.error(format!("nested deeper than {DEEPEST}")));
        }
        let node = inner(self);
        self.depth -= 1;
        node
    }
}

fn truth(node: Node, word: &Word<'_>) -> Result<Box<Node>, ConditionError> {
    match node.is_truth() {
        true => Ok(Box::new(node)),
        false => {
            Err(word.error(format!("`{}` joins conditions, as in `rooms >= 12`; a number alone is none", word.text)))
        }
    }
}

fn number(node: Node, word: &Word<'_>) -> Result<Box<Node>, ConditionError> {
    match node.is_truth() {
        false => Ok(Box::new(node)),
        true => Err(word.error(format!("`{}` takes numbers, and one side is a condition", word.text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draft;

    fn holds(text: &str) -> bool {
        let draft = Draft::parse("#######\n#.....#\n#.###.#\n#.....#\n#######");
        Condition::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).holds(&Survey::of_draft(&draft))
    }

    fn error(text: &str) -> String {
        Condition::parse(text).map(|_| ()).expect_err(text).to_string()
    }

    #[test]
    fn conditions_mean_what_they_say() {
        for good in [
            "loops = 1",
            "loops == 1 and dead-ends = 0",
            "loops > 3 or longest >= 6",
            "not loops > 3",
            "not (loops > 3 or rooms > 0)",
            "(loops + 2) * 3 - 1 = 8",
            "loops<2and rooms<=0",
            "-loops < 0",
            "1 + 2 * 3 = 7",
            "open > 0.3 and open < .35",
            "longest / 4 != 2",
        ] {
            assert!(holds(good), "{good}");
        }
        for bad in ["loops > 1", "path > 0 or path <= 0", "loops = 1 and rooms = 1", "not loops = 1"] {
            assert!(!holds(bad), "{bad}");
        }
    }

    #[test]
    fn errors_point_at_the_place() {
        assert_eq!(error("loops >= "), "at column 10: a number, or something that can be measured, is missing");
        assert_eq!(error("loops >= 3 rooms > 2"), "at column 12: `rooms` is not expected here; is an `and` missing?");
        assert_eq!(error("loops"), "at column 6: compare it with something, as in `rooms >= 12`");
        assert_eq!(error("(loops > 2"), "at column 11: `)` is missing");
        assert_eq!(error("loops > 2 && rooms > 1"), "at column 11: `&` is not expected here; is an `and` missing?");
        assert_eq!(error("loops > 1.2.3"), "at column 9: `1.2.3` is not a number");
        assert_eq!(error("1 < loops < 3"), "at column 11: one comparison at a time: join two with `and`");
        assert!(error("loops > 2 and 3").starts_with("at column 11: `and` joins conditions"));
        assert!(error("(loops > 2) + 1 > 3").starts_with("at column 13: `+` takes numbers"));
        assert!(error("").starts_with("at column 1:"));
        assert!(error("loops > €").starts_with("at column 9: `€`"));
        assert!(error(&"(".repeat(100_000)).contains("nested deeper"));
        assert!(error(&"not ".repeat(100_000)).contains("nested deeper"));
    }

    #[test]
    fn no_text_at_all_makes_it_panic() {
        let words = ["loops", "and", "or", "not", "(", ")", ">", "=", "3", "-", "*", "é", "..", " "];
        let mut rng = crate::Seed::from(1).fork("conditions").rng();
        for _ in 0..20_000 {
            let count = rng.below(9);
            let text: String = (0..count).map(|_| words[rng.below(words.len() as u32) as usize]).collect();
            let _ = Condition::parse(&text);
        }
    }
}
