//! A question before something that cannot be undone.

use super::dialog::{Dialog, item};
use super::{ScreenKind, Transition};
use crate::context::Context;

/// A question whose first answer changes nothing.
pub(crate) fn confirm(
    question: String,
    no: impl Into<String>,
    yes: impl Into<String>,
    act: impl Fn(&mut Context) -> Transition + 'static,
) -> Dialog {
    let items = vec![item('n', no, |_| Transition::Close), item('y', yes, act)];
    Dialog { introduction: question, ..Dialog::new(ScreenKind::Confirm, "Are you sure?", items) }
}
