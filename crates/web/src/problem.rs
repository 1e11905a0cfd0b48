//! What is wrong with a request, and where.

use serde::Serialize;
use undercroft_mapgen::{BuildError, ContentError, LookupError};

/// What is wrong with a request. The page shows the message, and marks the place if there is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// What is wrong, and how to fix it.
    pub message: String,
    /// The line of the text that was sent, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl Problem {
    /// A problem without a place.
    #[must_use]
    pub fn new(message: impl ToString) -> Self {
        Self { message: message.to_string(), line: None, column: None }
    }
}

impl From<ContentError> for Problem {
    fn from(error: ContentError) -> Self {
        Self { message: error.problem, line: Some(error.line), column: Some(error.column) }
    }
}

impl From<LookupError> for Problem {
    fn from(error: LookupError) -> Self {
        match error {
            LookupError::Content(error) => error.into(),
            error => Self::new(error),
        }
    }
}

impl From<BuildError> for Problem {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Lookup(error) => error.into(),
            error => Self::new(error),
        }
    }
}

/// Errors that have no place in a text.
macro_rules! placeless {
    ($($Error:ty),* $(,)?) => {
        $(impl From<$Error> for Problem {
            fn from(error: $Error) -> Self {
                Self::new(error)
            }
        })*
    };
}

placeless! {
    std::io::Error,
    serde_json::Error,
    undercroft_export::ArtError,
    undercroft_export::ExportError,
    undercroft_export::PictureError,
    undercroft_export::PngError,
    undercroft_game::GameError,
    undercroft_game::record::RecordError,
    undercroft_game::record::RecoverError,
    undercroft_mapgen::ConditionError,
    undercroft_mapgen::DungeonError,
    undercroft_mapgen::PlanError,
    undercroft_mapgen::SettingError,
}
