//! What the bindings of the studio and of the game share: JSON in and out, and errors that are thrown.

use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::Problem;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn log_error(message: &str);
}

/// Shows panics in the browser's console: a WebAssembly trap gives no reason.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| log_error(&panic.to_string())));
}

pub(crate) fn read<'a, T: Deserialize<'a>>(request: &'a str) -> Result<T, Problem> {
    serde_json::from_str(request).map_err(Problem::from)
}

pub(crate) fn answer(answer: Result<impl Serialize, Problem>) -> Result<String, JsValue> {
    answer.and_then(|answer| serde_json::to_string(&answer).map_err(Problem::from)).map_err(thrown)
}

pub(crate) fn thrown(problem: Problem) -> JsValue {
    JsValue::from_str(&serde_json::to_string(&problem).unwrap_or(problem.message))
}
