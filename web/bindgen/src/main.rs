//! `bindgen CORE FOLDER`: writes the JavaScript around a WebAssembly core, as `wasm-bindgen --target web` does. The library alone
//! builds in a third of the time that the command takes.

use std::env;

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = env::args_os().skip(1);
    let (core, folder) = arguments.next().zip(arguments.next()).context("usage: bindgen CORE FOLDER")?;
    Bindgen::new().input_path(core).web(true)?.typescript(true).generate(folder)
}
