//! Expressions with `and`, `or`, `not`, comparisons, arithmetic and parentheses over a vocabulary of words. Conditions
//! on levels and on cells both use this language.
//!
//! The parser is a precedence climber. From loosest to tightest, operators bind like this:
//!
//! ```text
//! or    and    not    < <= > >= = !=    + -    * /    - (sign)
//! ```

/// A condition that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at column {column}: {problem}")]
#[non_exhaustive]
pub struct ConditionError {
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong and how to fix it.
    pub problem: String,
}

/// The words of a language, each of which stands for a number or a truth value.
pub(crate) trait Word: Sized {
    /// An example of a comparison, for messages.
    const EXAMPLE: &'static str;
    /// What a word is called in messages.
    const WHAT: &'static str;

    /// Reads a word; `next` takes the name that follows it, if there is one.
    ///
    /// # Errors
    /// What is wrong with the word.
    fn read(word: &str, next: &mut Names<'_, '_>) -> Result<Self, String>;

    /// Whether it stands for a truth value rather than a number.
    fn is_boolean(&self) -> bool;
}

/// The tokens after a word.
pub(crate) struct Names<'p, 'a>(&'p mut usize, &'a [Token<'a>]);

impl Names<'_, '_> {
    /// The next word or text in quotes.
    pub(crate) fn name(&mut self) -> Option<String> {
        let text = self.1.get(*self.0)?.text;
        let name = text.strip_prefix('"').or_else(|| text.starts_with(char::is_alphabetic).then_some(text))?;
        *self.0 += 1;
        Some(name.to_owned())
    }

    /// A text in quotes and parentheses, as in `("treasury")`.
    pub(crate) fn argument(&mut self) -> Option<String> {
        match self.1.get(*self.0..*self.0 + 3)? {
            [open, name, close] if open.text == "(" && close.text == ")" => {
                let name = name.text.strip_prefix('"')?.to_owned();
                *self.0 += 3;
                Some(name)
            }
            _ => None,
        }
    }
}

/// An expression. Parsing distinguishes truth values from numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node<W> {
    Number(f64),
    Word(W),
    Negative(Box<Node<W>>),
    Not(Box<Node<W>>),
    Binary(Box<Node<W>>, Operator, Box<Node<W>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
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

/// The most names, numbers and operators. A chain of operators nests as deep as it is long.
const MAX_TOKENS: usize = 1_000;

/// Parses a condition.
///
/// # Errors
/// The first error, with its column.
pub(crate) fn parse<W: Word>(text: &str) -> Result<Node<W>, ConditionError> {
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
            Err(ConditionError { column: end, problem: format!("a comparison is missing, as in `{}`", W::EXAMPLE) })
        }
        None => Ok(node),
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

impl<W: Word> Node<W> {
    /// Whether it is a truth value rather than a number.
    fn is_boolean(&self) -> bool {
        match self {
            Self::Number(_) | Self::Negative(_) => false,
            Self::Not(_) => true,
            Self::Word(word) => word.is_boolean(),
            Self::Binary(_, operator, _) => operator.precedence() <= COMPARISON,
        }
    }

    /// All words in it.
    pub(crate) fn words(&self) -> Vec<&W> {
        match self {
            Self::Number(_) => Vec::new(),
            Self::Word(word) => vec![word],
            Self::Negative(node) | Self::Not(node) => node.words(),
            Self::Binary(one, _, other) => one.words().into_iter().chain(other.words()).collect(),
        }
    }

    /// Whether it is true, where `measure` gives the number that a word stands for, or 1 for true and 0 for false.
    /// Comparisons with something that cannot be measured are false.
    pub(crate) fn holds(&self, measure: &impl Fn(&W) -> Option<f64>) -> bool {
        self.value(measure) == Some(1.0)
    }

    fn value(&self, measure: &impl Fn(&W) -> Option<f64>) -> Option<f64> {
        let truth = |holds: bool| Some(f64::from(u8::from(holds)));
        let (one, operator, other) = match self {
            Self::Number(number) => return Some(*number),
            Self::Word(word) => return measure(word),
            Self::Negative(node) => return node.value(measure).map(|value| -value),
            Self::Not(node) => return truth(!node.holds(measure)),
            Self::Binary(one, Operator::Or, other) => return truth(one.holds(measure) || other.holds(measure)),
            Self::Binary(one, Operator::And, other) => return truth(one.holds(measure) && other.holds(measure)),
            Self::Binary(one, operator, other) => (one.value(measure)?, operator, other.value(measure)?),
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
pub(crate) struct Token<'a> {
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
    fn expression<W: Word>(&mut self, precedence: u8) -> Result<Node<W>, ConditionError> {
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

    fn operand<W: Word>(&mut self) -> Result<Node<W>, ConditionError> {
        let Some(token) = self.peek() else { return Err(self.missing(W::WHAT)) };
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
            text if text.starts_with(char::is_alphabetic) => {
                let word = W::read(text, &mut Names(&mut self.next, self.tokens));
                word.map(Node::Word).map_err(|problem| token.error(problem))
            }
            "&" | "|" => Err(token.error("write `and` or `or`")),
            text => Err(token.error(format!("`{text}` is unexpected"))),
        }
    }

    fn nested<W: Word>(
        &mut self,
        token: &Token<'_>,
        inner: fn(&mut Self) -> Result<Node<W>, ConditionError>,
    ) -> Result<Node<W>, ConditionError> {
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
fn checked<W: Word>(node: Node<W>, wants_boolean: bool, token: &Token<'_>) -> Result<Box<Node<W>>, ConditionError> {
    match (node.is_boolean(), wants_boolean) {
        (false, true) => {
            Err(token.error(format!("`{}` joins conditions such as `{}`, not numbers", token.text, W::EXAMPLE)))
        }
        (true, false) => Err(token.error(format!("`{}` takes numbers, not conditions", token.text))),
        _ => Ok(Box::new(node)),
    }
}
