//! Conditions on metrics, as people type them: `rooms >= 12 and (loops >= 3 or area("treasury") = 1)`.
//!
//! The parser is a precedence climber. From loosest to tightest, operators bind like this:
//!
//! ```text
//! or    and    not    < <= > >= = !=    + -    * /    - (sign)
//! ```

use super::{Metric, Survey, areas};
use crate::suggest::did_you_mean;

/// A condition on the metrics of a level, with `and`, `or`, `not`, comparisons, arithmetic and parentheses.
///
/// `area("treasury")` is the number of areas with that name, kind, tag or role.
///
/// ```
/// use undercroft_mapgen::{Condition, Recipe, Survey};
/// let condition = Condition::parse("rooms >= 3 and path > 10")?;
/// let level = Recipe::named("rooms").unwrap().build(1).unwrap();
/// assert!(condition.holds(&Survey::of(&level)));
/// let error = Condition::parse("rooms >= 3 and pth > 10").unwrap_err();
/// assert_eq!(error.to_string(), "at column 16: no metric is called `pth`; did you mean `path`?");
/// # Ok::<(), undercroft_mapgen::ConditionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    node: Node,
}

/// A condition that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at column {column}: {problem}")]
#[non_exhaustive]
pub struct ConditionError {
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong and how to put it right.
    pub problem: String,
}

/// An expression. Truth values and numbers are told apart while parsing.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    Number(f64),
    Metric(Metric),
    Area(String),
    Negative(Box<Node>),
    Not(Box<Node>),
    Binary(Box<Node>, Operator, Box<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
    Unequal,
    Plus,
    Minus,
    Times,
    Divide,
}

/// The deepest nesting of parentheses and operators.
const MAX_DEPTH: usize = 100;

/// The most names, numbers and operators. A chain of operators is as deep as it is long.
const MAX_TOKENS: usize = 1_000;

impl Condition {
    /// Parses a condition.
    ///
    /// # Errors
    /// The first error, with its column.
    pub fn parse(text: &str) -> Result<Self, ConditionError> {
        let tokens = tokenise(text)?;
        if let Some(token) = tokens.get(MAX_TOKENS) {
            let problem = format!("too long: a condition has at most {MAX_TOKENS} names, numbers and operators");
            return Err(token.error(problem));
        }
        let end = text.chars().count() + 1;
        let mut parser = Parser { tokens: &tokens, next: 0, depth: 0, end };
        let node = parser.expression(0)?;
        match parser.peek() {
            Some(token) => Err(token.error(format!("`{}` is unexpected; is an `and` missing?", token.text))),
            None if !node.is_boolean() => {
                Err(ConditionError { column: end, problem: "a comparison is missing, as in `rooms >= 12`".into() })
            }
            None => Ok(Self { node }),
        }
    }

    /// Whether the condition holds on a level. Comparisons with a metric that cannot be measured there are false.
    #[must_use]
    pub fn holds(&self, survey: &Survey<'_>) -> bool {
        self.node.holds(survey)
    }
}

impl Operator {
    fn named(text: &str) -> Option<Self> {
        Some(match text {
            "or" => Self::Or,
            "and" => Self::And,
            "<" => Self::Less,
            "<=" => Self::AtMost,
            ">" => Self::More,
            ">=" => Self::AtLeast,
            "=" | "==" => Self::Equal,
            "!=" => Self::Unequal,
            "+" => Self::Plus,
            "-" => Self::Minus,
            "*" => Self::Times,
            "/" => Self::Divide,
            _ => return None,
        })
    }

    const fn precedence(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Less | Self::AtMost | Self::More | Self::AtLeast | Self::Equal | Self::Unequal => COMPARISON,
            Self::Plus | Self::Minus => 4,
            Self::Times | Self::Divide => 5,
        }
    }
}

/// The precedence of comparisons.
const COMPARISON: u8 = 3;

impl Node {
    /// Whether it is a truth value rather than a number.
    const fn is_boolean(&self) -> bool {
        match self {
            Self::Number(_) | Self::Metric(_) | Self::Area(_) | Self::Negative(_) => false,
            Self::Not(_) => true,
            Self::Binary(_, operator, _) => operator.precedence() <= COMPARISON,
        }
    }

    fn holds(&self, survey: &Survey<'_>) -> bool {
        self.value(survey) == Some(1.0)
    }

    /// The number, or 1 for true and 0 for false; `None` if something cannot be measured.
    fn value(&self, survey: &Survey<'_>) -> Option<f64> {
        let truth = |holds: bool| Some(f64::from(u8::from(holds)));
        let (one, operator, other) = match self {
            Self::Number(number) => return Some(*number),
            Self::Metric(metric) => return metric.measure(survey),
            Self::Area(name) => return Some(areas::called(survey, name)),
            Self::Negative(node) => return node.value(survey).map(|value| -value),
            Self::Not(node) => return truth(!node.holds(survey)),
            Self::Binary(one, Operator::Or, other) => return truth(one.holds(survey) || other.holds(survey)),
            Self::Binary(one, Operator::And, other) => return truth(one.holds(survey) && other.holds(survey)),
            Self::Binary(one, operator, other) => (one.value(survey)?, operator, other.value(survey)?),
        };
        match operator {
            Operator::Less => truth(one < other),
            Operator::AtMost => truth(one <= other),
            Operator::More => truth(one > other),
            Operator::AtLeast => truth(one >= other),
            Operator::Equal => truth(one == other),
            Operator::Unequal => truth(one != other),
            Operator::Plus => Some(one + other),
            Operator::Minus => Some(one - other),
            Operator::Times => Some(one * other),
            Operator::Divide => Some(one / other),
            Operator::Or | Operator::And => None,
        }
    }
}

/// A name, a number or an operator.
#[derive(Debug)]
struct Token<'a> {
    text: &'a str,
    column: usize,
}

impl Token<'_> {
    fn error(&self, problem: impl Into<String>) -> ConditionError {
        ConditionError { column: self.column, problem: problem.into() }
    }
}

fn tokenise(text: &str) -> Result<Vec<Token<'_>>, ConditionError> {
    let mut tokens = Vec::new();
    let mut rest = text.char_indices().zip(1..).peekable();
    while let Some(((start, first), column)) = rest.next() {
        if first.is_whitespace() {
            continue;
        }
        let continues = |next: char| match first {
            '0'..='9' | '.' => next.is_ascii_digit() || next == '.',
            // A hyphen directly after a name is part of it: `dead-ends`, but `loops - 1`.
            _ if first.is_alphabetic() => next.is_alphanumeric() || next == '-' || next == '_',
            '<' | '>' | '=' | '!' => next == '=',
            '"' => next != '"',
            _ => false,
        };
        if !(first.is_alphanumeric() || "<>=!()+-*/.&|\"".contains(first)) {
            return Err(ConditionError { column, problem: format!("`{first}` is unexpected") });
        }
        let mut end = start + first.len_utf8();
        while let Some(((at, next), _)) = rest.next_if(|((_, next), _)| continues(*next)) {
            end = at + next.len_utf8();
        }
        if first == '"' && rest.next().is_none() {
            return Err(ConditionError { column, problem: "the closing `\"` is missing".into() });
        }
        tokens.push(Token { text: &text[start..end], column });
    }
    Ok(tokens)
}

struct Parser<'a> {
    tokens: &'a [Token<'a>],
    next: usize,
    depth: usize,
    /// The column after the text.
    end: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a Token<'a>> {
        self.tokens.get(self.next)
    }

    fn missing(&self, what: &str) -> ConditionError {
        ConditionError { column: self.end, problem: format!("{what} is missing") }
    }

    /// Operands joined by operators that bind tighter than `precedence`, from left to right.
    fn expression(&mut self, precedence: u8) -> Result<Node, ConditionError> {
        let mut node = self.operand()?;
        while let Some(token) = self.peek() {
            let Some(operator) = Operator::named(token.text).filter(|found| found.precedence() > precedence) else {
                break;
            };
            self.next += 1;
            if operator.precedence() == COMPARISON && node.is_boolean() {
                return Err(token.error("join comparisons with `and`"));
            }
            let other = self.expression(operator.precedence())?;
            let wants_booleans = operator.precedence() < COMPARISON;
            node =
                Node::Binary(checked(node, wants_booleans, token)?, operator, checked(other, wants_booleans, token)?);
        }
        Ok(node)
    }

    fn operand(&mut self) -> Result<Node, ConditionError> {
        let Some(token) = self.peek() else { return Err(self.missing("a number or a metric")) };
        self.next += 1;
        match token.text {
            "(" => {
                let node = self.nested(token, |parser| parser.expression(0))?;
                match self.peek() {
                    Some(token) if token.text == ")" => self.next += 1,
                    _ => return Err(self.missing("`)`")),
                }
                Ok(node)
            }
            "area" => self.area(token),
            "-" => {
                let node = self.nested(token, Self::operand)?;
                Ok(Node::Negative(checked(node, false, token)?))
            }
            "not" => {
                let node = self.nested(token, |parser| parser.expression(COMPARISON - 1))?;
                Ok(Node::Not(checked(node, true, token)?))
            }
            text if text.starts_with(|first: char| first.is_ascii_digit() || first == '.') => match text.parse() {
                Ok(number) => Ok(Node::Number(number)),
                Err(_) => Err(token.error(format!("`{text}` is not a number"))),
            },
            text if text.starts_with(char::is_alphabetic) => match Metric::named(text) {
                Some(metric) => Ok(Node::Metric(metric)),
                None => {
                    let suggestion = did_you_mean(text, Metric::ALL.map(Metric::name));
                    Err(token.error(format!("no metric is called `{text}`; {suggestion}")))
                }
            },
            "&" | "|" => Err(token.error("write `and` or `or`")),
            text => Err(token.error(format!("`{text}` is unexpected"))),
        }
    }

    /// `("name")`, after `area`.
    fn area(&mut self, area: &Token<'_>) -> Result<Node, ConditionError> {
        let rest = self.tokens.get(self.next..self.next + 3).unwrap_or_default();
        match rest.iter().map(|token| token.text).collect::<Vec<_>>()[..] {
            ["(", name, ")"] if name.starts_with('"') => {
                self.next += 3;
                Ok(Node::Area(name[1..].to_owned()))
            }
            _ => Err(area.error("write the name of an area after it, as in `area(\"treasury\") >= 1`")),
        }
    }

    fn nested(
        &mut self,
        token: &Token<'_>,
        inner: fn(&mut Self) -> Result<Node, ConditionError>,
    ) -> Result<Node, ConditionError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(token.error(format!("nested deeper than {MAX_DEPTH} levels")));
        }
        let node = inner(self);
        self.depth -= 1;
        node
    }
}

/// The operand of an operator, if it has the right type.
fn checked(node: Node, wants_boolean: bool, token: &Token<'_>) -> Result<Box<Node>, ConditionError> {
    match (node.is_boolean(), wants_boolean) {
        (false, true) => {
            Err(token.error(format!("`{}` joins conditions such as `rooms >= 12`, not numbers", token.text)))
        }
        (true, false) => Err(token.error(format!("`{}` takes numbers, not conditions", token.text))),
        _ => Ok(Box::new(node)),
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
    fn conditions_are_evaluated() {
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
            "area(\"corridor\") = 1 and area(\"vault\") = 0 and areas = 1",
        ] {
            assert!(holds(good), "{good}");
        }
        for bad in ["loops > 1", "path > 0 or path <= 0", "loops = 1 and rooms = 1", "not loops = 1"] {
            assert!(!holds(bad), "{bad}");
        }
    }

    #[test]
    fn errors_point_at_their_column() {
        assert_eq!(error("loops >= "), "at column 10: a number or a metric is missing");
        assert_eq!(error("loops >= 3 rooms > 2"), "at column 12: `rooms` is unexpected; is an `and` missing?");
        assert_eq!(error("loops"), "at column 6: a comparison is missing, as in `rooms >= 12`");
        assert_eq!(error("(loops > 2"), "at column 11: `)` is missing");
        assert_eq!(error("loops > 2 && rooms > 1"), "at column 11: `&` is unexpected; is an `and` missing?");
        assert_eq!(error("loops > 1.2.3"), "at column 9: `1.2.3` is not a number");
        assert_eq!(error("1 < loops < 3"), "at column 11: join comparisons with `and`");
        assert!(error("loops > 2 and 3").starts_with("at column 11: `and` joins conditions"));
        assert!(error("(loops > 2) + 1 > 3").starts_with("at column 13: `+` takes numbers"));
        assert!(error("rooms > 1 and area > 1").starts_with("at column 15: write the name of an area after it"));
        assert_eq!(error("area(\"vault) > 1"), "at column 6: the closing `\"` is missing");
        assert!(error("").starts_with("at column 1:"));
        assert!(error("loops > €").starts_with("at column 9: `€`"));
        assert!(error(&"(".repeat(999)).contains("nested deeper"));
        assert!(error(&"not ".repeat(999)).contains("nested deeper"));
    }

    #[test]
    fn a_condition_of_fifty_thousand_terms_is_refused() {
        assert!(error(&format!("loops > 1{}", " and loops > 1".repeat(50_000))).contains("too long"));
        assert!(error(&"(".repeat(100_000)).contains("too long"));
        let long = format!("loops > 1{}", " and loops > 1".repeat(249));
        assert!(Condition::parse(&long).is_ok());
    }

    #[test]
    fn no_text_makes_the_parser_panic() {
        let tokens = ["loops", "and", "or", "not", "(", ")", ">", "=", "3", "-", "*", "é", "..", " ", "area", "\""];
        let mut rng = crate::Seed::from(1).fork("conditions").rng();
        for _ in 0..20_000 {
            let count = rng.below(9);
            let text: String = (0..count).map(|_| tokens[rng.below(tokens.len() as u32) as usize]).collect();
            let _ = Condition::parse(&text);
        }
    }
}
