//! The studio as JavaScript sees it.

use wasm_bindgen::prelude::*;

use crate::javascript::{answer, read, thrown};
use crate::{File, Painted, Studio};

/// A [`Studio`]. Requests and answers are JSON; a [`Problem`](crate::Problem) is thrown as its JSON.
#[wasm_bindgen(js_name = Studio)]
#[derive(Debug, Default)]
pub struct StudioHandle(Studio);

/// A picture for a canvas: its size, a description, and RGBA.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Pixels(Painted);

#[wasm_bindgen]
impl Pixels {
    /// The width in pixels.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> u32 {
        self.0.picture.width()
    }

    /// The height in pixels.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> u32 {
        self.0.picture.height()
    }

    /// Pixels per cell.
    #[wasm_bindgen(getter)]
    pub fn cell(&self) -> u32 {
        self.0.cell
    }

    /// Pixels above the first row.
    #[wasm_bindgen(getter)]
    pub fn above(&self) -> u32 {
        self.0.above
    }

    /// The colours of the overlays and their meanings, as JSON.
    #[wasm_bindgen(getter)]
    pub fn legend(&self) -> String {
        serde_json::to_string(&self.0.legend).unwrap_or_default()
    }

    /// Red, green, blue and opacity of every pixel.
    #[must_use]
    pub fn rgba(&self) -> Vec<u8> {
        self.0.picture.pixels().as_flattened().to_vec()
    }
}

/// Files to save.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Files(Vec<File>);

#[wasm_bindgen]
impl Files {
    /// The number of files.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The name of a file.
    #[must_use]
    pub fn name(&self, index: usize) -> Option<String> {
        self.0.get(index).map(|file| file.name.clone())
    }

    /// The contents of a file.
    #[must_use]
    pub fn bytes(&self, index: usize) -> Option<Vec<u8>> {
        self.0.get(index).map(|file| file.bytes.clone())
    }
}

#[wasm_bindgen(js_class = Studio)]
impl StudioHandle {
    /// A studio with the built-in content.
    #[must_use]
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Everything the page can offer.
    pub fn catalogue(&self) -> Result<String, JsValue> {
        answer(Ok(self.0.catalogue()))
    }

    /// Adds one of the user's own content files, or replaces it.
    #[wasm_bindgen(js_name = addFile)]
    pub fn add_file(&mut self, path: &str, text: &str) -> Result<(), JsValue> {
        self.0.add_file(path, text).map_err(thrown)
    }

    /// Removes one of the user's own content files.
    #[wasm_bindgen(js_name = removeFile)]
    pub fn remove_file(&mut self, path: &str) {
        self.0.remove_file(path);
    }

    /// Reads a recipe file.
    pub fn describe(&self, text: &str) -> Result<String, JsValue> {
        answer(self.0.describe(text))
    }

    /// The values that each parameter of a recipe can have.
    pub fn ranges(&self, text: &str) -> Result<String, JsValue> {
        answer(self.0.ranges(text))
    }

    /// A recipe file with a change.
    pub fn edited(&self, text: &str, edit: &str) -> Result<String, JsValue> {
        read(edit).and_then(|edit| self.0.edited(text, &edit)).map_err(thrown)
    }

    /// Uses the user's own art.
    #[wasm_bindgen(js_name = setArt)]
    pub fn set_art(&mut self, text: &str, image: &[u8]) -> Result<(), JsValue> {
        self.0.set_art(text, image).map_err(thrown)
    }

    /// Makes a level and shows it.
    pub fn show(&mut self, request: &str, closely: bool) -> Result<String, JsValue> {
        answer(read(request).and_then(|request| self.0.show(&request, closely)))
    }

    /// Paints the current level.
    pub fn paint(&mut self, request: &str) -> Result<Pixels, JsValue> {
        read(request).and_then(|request| self.0.paint(&request)).map(Pixels).map_err(thrown)
    }

    /// Describes a cell.
    pub fn cell(&mut self, x: i32, y: i32, moment: Option<usize>) -> Result<String, JsValue> {
        answer(self.0.cell(x, y, moment))
    }

    /// The metrics of the current level.
    pub fn figures(&mut self) -> Result<String, JsValue> {
        answer(self.0.figures())
    }

    /// The current level as files.
    pub fn export(&mut self, request: &str) -> Result<Files, JsValue> {
        read(request).and_then(|request| self.0.export(&request)).map(Files).map_err(thrown)
    }

    /// A level as JSON.
    #[wasm_bindgen(js_name = levelJson)]
    pub fn level_json(&mut self, request: &str) -> Result<String, JsValue> {
        read(request).and_then(|request| self.0.level_json(&request)).map_err(thrown)
    }

    /// A small picture of a level.
    pub fn thumbnail(&mut self, request: &str, most: u32) -> Result<Pixels, JsValue> {
        read(request).and_then(|request| self.0.thumbnail(&request, most)).map(Pixels).map_err(thrown)
    }

    /// A square of an endless level.
    pub fn region(&mut self, request: &str, x: i32, y: i32, side: i32, paint: &str) -> Result<Pixels, JsValue> {
        let painted = read(request).and_then(|request| self.0.region(&request, [x, y, side], &read(paint)?));
        painted.map(Pixels).map_err(thrown)
    }

    /// The metrics of many levels.
    pub fn sample(&mut self, request: &str, from: u32, count: u32) -> Result<String, JsValue> {
        answer(read(request).and_then(|request| self.0.sample(&request, from, count)))
    }

    /// The seeds whose levels meet a condition.
    pub fn search(&mut self, request: &str, condition: &str, from: u32, count: u32) -> Result<String, JsValue> {
        answer(read(request).and_then(|request| self.0.search(&request, condition, from, count)))
    }

    /// Checks a vault and describes it.
    pub fn vault(&self, text: &str) -> Result<String, JsValue> {
        self.0.vault(text).map_err(thrown)
    }

    /// The text of a built-in vault.
    #[wasm_bindgen(js_name = vaultText)]
    #[must_use]
    pub fn vault_text(name: &str) -> Option<String> {
        Studio::vault_text(name).map(str::to_owned)
    }

    /// The seed a number of places after or before another.
    #[wasm_bindgen(js_name = seedAfter)]
    #[must_use]
    pub fn seed_after(seed: &str, steps: i32) -> String {
        Studio::seed_after(seed, steps)
    }
}
