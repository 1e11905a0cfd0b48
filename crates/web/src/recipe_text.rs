//! A recipe file as the page edits it: step by step, with the author's comments and layout kept.
//!
//! A step that is switched off stays in the file as a comment, so that it survives saving and sharing:
//!
//! ```text
//! [[step]]                #~ [[step]]
//! do = "smooth"     →     #~ do = "smooth"
//! passes = 8              #~ passes = 8
//! ```

use serde::Deserialize;

use crate::Problem;

/// The beginning of every line of a step that is switched off.
const OFF: &str = "#~";

/// A change to a recipe file. Steps are counted from 0, including those that are switched off.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", deny_unknown_fields)]
pub enum Edit {
    /// Gives a parameter a value, written as in TOML, or its default if there is none.
    Set {
        /// The step.
        step: usize,
        /// The parameter.
        parameter: String,
        /// The value.
        value: Option<String>,
    },
    /// Switches a step on or off.
    Switch {
        /// The step.
        step: usize,
        /// Whether to switch it on.
        on: bool,
    },
    /// Moves a step to the position of another.
    Move {
        /// The step.
        step: usize,
        /// Its new number.
        to: usize,
    },
    /// Removes a step.
    Remove {
        /// The step.
        step: usize,
    },
    /// Adds a step before the one with this number, or at the end.
    Add {
        /// Its number.
        at: usize,
        /// Its lines, without the heading.
        lines: String,
    },
    /// Sets a key of the file itself, such as `size`.
    Key {
        /// The key.
        key: String,
        /// The value, written as in TOML.
        value: String,
    },
}

/// A recipe file in blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RecipeText {
    blocks: Vec<Block>,
}

/// A step, or the text before, between or after steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Block {
    is_step: bool,
    lines: Vec<String>,
}

/// A step as written in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StepText {
    /// The line of its heading, from 1.
    pub(crate) line: usize,
    pub(crate) is_off: bool,
    /// Its text, as if it were switched on.
    pub(crate) text: String,
}

impl RecipeText {
    pub(crate) fn parse(text: &str) -> Self {
        let mut blocks = vec![Block::default()];
        let mut string = OpenString::default();
        for line in text.lines() {
            let bare = switched_on(line).trim_start();
            if !string.is_open()
                && let Some(heading) = Heading::parse(bare)
                && !heading.is_within_step()
            {
                let above = comments_above(blocks.last_mut().map(|block| &mut block.lines));
                blocks.push(Block { is_step: heading.is_step(), lines: above });
            }
            string.read(bare);
            if let Some(block) = blocks.last_mut() {
                block.lines.push(line.to_owned());
            }
        }
        Self { blocks }
    }

    pub(crate) fn steps(&self) -> Vec<StepText> {
        let mut line = 1;
        let mut steps = Vec::new();
        for block in &self.blocks {
            if block.is_step {
                let heading = block.lines.iter().position(|line| switched_on(line).trim_start().starts_with('['));
                steps.push(StepText {
                    line: line + heading.unwrap_or(0),
                    is_off: block.is_off(),
                    text: block.lines.iter().map(|line| format!("{}\n", switched_on(line))).collect(),
                });
            }
            line += block.lines.len();
        }
        steps
    }

    /// The text with a change.
    pub(crate) fn edited(mut self, edit: &Edit) -> Result<String, Problem> {
        match edit {
            Edit::Set { step, parameter, value } => self.step(*step)?.set(parameter, value.as_deref()),
            Edit::Switch { step, on } => self.step(*step)?.switch(*on),
            Edit::Move { step, to } => {
                let (from, to) = (self.index(*step)?, self.index(*to)?);
                let block = self.blocks.remove(from);
                self.blocks.insert(to, block);
            }
            Edit::Remove { step } => {
                let index = self.index(*step)?;
                self.blocks.remove(index);
            }
            Edit::Add { at, lines } => {
                let end =
                    self.blocks.iter().rposition(|block| block.is_step).map_or(self.blocks.len(), |last| last + 1);
                let index = self.index(*at).unwrap_or(end);
                let heading = ["[[step]]".to_owned()];
                let lines = heading.into_iter().chain(lines.lines().map(str::to_owned)).collect();
                self.blocks.insert(index, Block { is_step: true, lines });
            }
            Edit::Key { key, value } => {
                let is_head = self.blocks.first().is_some_and(|block| !block.is_step);
                if !is_head {
                    self.blocks.insert(0, Block::default());
                }
                self.blocks[0].set(key, Some(value));
            }
        }
        Ok(self.into_text())
    }

    /// The blocks one below the other, with an empty line between them.
    fn into_text(self) -> String {
        let mut text = String::new();
        for block in &self.blocks {
            let lines = block.lines.join("\n");
            let lines = lines.trim_matches('\n');
            if !lines.is_empty() {
                let gap = if text.is_empty() { "" } else { "\n" };
                text += &format!("{gap}{lines}\n");
            }
        }
        text
    }

    fn index(&self, step: usize) -> Result<usize, Problem> {
        let mut steps = self.blocks.iter().enumerate().filter(|(_, block)| block.is_step).map(|(index, _)| index);
        steps.nth(step).ok_or_else(|| Problem::new(format!("the recipe has no step {}", step + 1)))
    }

    fn step(&mut self, step: usize) -> Result<&mut Block, Problem> {
        let index = self.index(step)?;
        Ok(&mut self.blocks[index])
    }
}

impl Block {
    fn is_off(&self) -> bool {
        self.lines.iter().any(|line| line.trim_start().starts_with(OFF))
    }

    fn switch(&mut self, on: bool) {
        for line in &mut self.lines {
            *line = switched_on(line).to_owned();
        }
        if on {
            return;
        }
        // The comments above stay comments, and the empty lines below stay empty.
        let heading = self.lines.iter().position(|line| line.trim_start().starts_with('[')).unwrap_or(0);
        let end = self.lines.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
        for line in self.lines.iter_mut().take(end).skip(heading) {
            *line = format!("{OFF} {line}").trim_end().to_owned();
        }
    }

    fn set(&mut self, key: &str, value: Option<&str>) {
        let is_off = self.is_off();
        self.switch(true);
        let line = value.map(|value| format!("{key} = {value}"));
        let old = self.entry(key);
        if old.is_none() {
            while let Some(table) = self.table(key) {
                self.lines.drain(table);
            }
        }
        let at = old.unwrap_or_else(|| {
            let end = self.end_of_keys();
            end..end
        });
        self.lines.splice(at, line);
        if is_off {
            self.switch(false);
        }
    }

    /// The lines that set a key, whose value may take several.
    fn entry(&self, key: &str) -> Option<std::ops::Range<usize>> {
        let mut string = OpenString::default();
        for (index, line) in self.lines[..self.first_table()].iter().enumerate() {
            let bare = line.trim();
            let name = bare.split_once('=').map(|(name, _)| name.trim().trim_matches(['"', '\'']));
            if !string.is_open() && name == Some(key) {
                let whole = |end: &usize| self.lines[index..*end].join("\n").parse::<toml::Table>().is_ok();
                let end = (index + 1..=self.lines.len()).find(whole).unwrap_or(index + 1);
                return Some(index..end);
            }
            string.read(bare);
        }
        None
    }

    /// The first table that sets a key, with the tables inside it.
    fn table(&self, key: &str) -> Option<std::ops::Range<usize>> {
        let mut headings = self.headings().skip_while(|(_, heading)| !heading.sets(key));
        let (start, _) = headings.next()?;
        let end = headings.find(|(_, heading)| !heading.sets(key)).map_or(self.lines.len(), |(end, _)| end);
        Some(start..end)
    }

    /// The headings of tables, with the numbers of their lines.
    fn headings(&self) -> impl Iterator<Item = (usize, Heading<'_>)> {
        let mut string = OpenString::default();
        self.lines.iter().enumerate().filter_map(move |(index, line)| {
            let heading = if string.is_open() { None } else { Heading::parse(line) };
            string.read(line);
            Some((index, heading?))
        })
    }

    /// The line of the first table inside the step; what follows belongs to tables.
    fn first_table(&self) -> usize {
        self.headings().find(|(_, heading)| heading.is_within_step()).map_or(self.lines.len(), |(index, _)| index)
    }

    /// Where another key can be added: before the first table, its comments and the empty lines above it.
    fn end_of_keys(&self) -> usize {
        let table = self.first_table();
        let mut keys = &self.lines[..table];
        if table < self.lines.len() {
            while let [rest @ .., last] = keys
                && last.trim_start().starts_with('#')
            {
                keys = rest;
            }
        }
        keys.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1)
    }
}

/// The dotted name in the heading of a table, such as `step` in `[[step]]` and `step.vault.legend` in `[step.vault.legend]`.
#[derive(Clone, Copy, Debug)]
struct Heading<'a>(&'a str);

impl<'a> Heading<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let name = line.trim_start().strip_prefix('[')?;
        name.trim_start_matches('[').split(']').next().map(Self)
    }

    fn parts(self) -> impl Iterator<Item = &'a str> {
        self.0.split('.').map(|part| part.trim().trim_matches(['"', '\'']))
    }

    fn is_step(self) -> bool {
        self.parts().eq(["step"])
    }

    /// Whether it is a table of a step, such as its legend or a vault, which belongs to that step.
    fn is_within_step(self) -> bool {
        !self.is_step() && self.parts().next() == Some("step")
    }

    /// Whether its table is the value of a step's parameter, or inside that value.
    fn sets(self, key: &str) -> bool {
        self.parts().take(2).eq(["step", key])
    }
}

/// A line without the mark of a step that is switched off.
fn switched_on(line: &str) -> &str {
    match line.trim_start().strip_prefix(OFF) {
        Some(rest) => rest.strip_prefix(' ').unwrap_or(rest),
        None => line,
    }
}

/// Takes the comments that stand directly above the next heading: they are about what follows.
fn comments_above(lines: Option<&mut Vec<String>>) -> Vec<String> {
    let Some(lines) = lines else { return Vec::new() };
    let is_comment = |line: &String| line.starts_with('#') && !line.starts_with(OFF);
    let first = lines.iter().rposition(|line| !is_comment(line)).map_or(lines.len(), |last| last + 1);
    // A file may begin with comments about all of it.
    if first == 0 { Vec::new() } else { lines.split_off(first) }
}

/// Whether the end of a line is inside a string of several lines, such as a drawing.
#[derive(Clone, Copy, Debug, Default)]
struct OpenString(Option<&'static str>);

impl OpenString {
    const fn is_open(self) -> bool {
        self.0.is_some()
    }

    fn read(&mut self, line: &str) {
        let mut rest = line;
        loop {
            let quotes = ["'''", "\"\"\""].into_iter().filter(|quotes| self.0.is_none_or(|open| open == *quotes));
            let next = quotes.filter_map(|quotes| Some((rest.find(quotes)?, quotes))).min();
            let Some((at, quotes)) = next else { return };
            self.0 = if self.0.is_some() { None } else { Some(quotes) };
            rest = &rest[at + 3..];
        }
    }
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::{Content, Recipe, SourceFile};

    use super::*;

    const TEXT: &str = "\
# A cave of my own.
name = \"den\"
description = \"A den.\"
size = \"40x30\"

[[step]]
do = \"scatter\"
chance = 0.5 # about half

# Twice is enough.
[[step]]
do = \"smooth\"
passes = 2

[[step]]
do = \"connect\"
";

    fn edited(text: &str, edit: Edit) -> String {
        RecipeText::parse(text).edited(&edit).unwrap()
    }

    fn set(step: usize, parameter: &str, value: Option<&str>) -> Edit {
        Edit::Set { step, parameter: parameter.into(), value: value.map(Into::into) }
    }

    #[test]
    fn a_parameter_is_changed_in_its_place_and_added_where_it_is_missing() {
        let text = edited(TEXT, set(1, "passes", Some("3")));
        assert_eq!(text, TEXT.replace("passes = 2", "passes = 3"));
        let text = edited(TEXT, set(2, "width", Some("2")));
        assert_eq!(text, format!("{TEXT}width = 2\n"));
        assert_eq!(edited(&text, set(2, "width", None)), TEXT);
    }

    #[test]
    fn a_step_that_is_switched_off_stays_in_the_file() {
        let off = edited(TEXT, Edit::Switch { step: 1, on: false });
        assert!(off.contains("#~ [[step]]\n#~ do = \"smooth\"\n#~ passes = 2\n"), "{off}");
        let recipe = Recipe::parse(SourceFile::new("x.toml", &off), Content::standard()).unwrap();
        assert_eq!(recipe.steps().count(), 2);
        let steps = RecipeText::parse(&off).steps();
        assert_eq!(steps.iter().map(|step| step.is_off).collect::<Vec<_>>(), [false, true, false]);
        assert_eq!(edited(&off, Edit::Switch { step: 1, on: true }), TEXT);
        let changed = edited(&off, set(1, "passes", Some("9")));
        assert!(changed.contains("#~ passes = 9\n"), "{changed}");
    }

    #[test]
    fn steps_move_with_the_comments_above_them() {
        let moved = edited(TEXT, Edit::Move { step: 1, to: 0 });
        assert!(moved.find("# Twice").unwrap() < moved.find("scatter").unwrap(), "{moved}");
        assert!(moved.starts_with("# A cave of my own.\nname"), "{moved}");
        assert_eq!(edited(&moved, Edit::Move { step: 0, to: 1 }), TEXT);
        let removed = edited(TEXT, Edit::Remove { step: 1 });
        assert!(!removed.contains("smooth") && !removed.contains("Twice"), "{removed}");
    }

    #[test]
    fn steps_are_added_in_between_and_at_the_end() {
        let add = |at| Edit::Add { at, lines: "do = \"border\"".into() };
        let text = edited(TEXT, add(1));
        assert!(text.find("border").unwrap() < text.find("smooth").unwrap(), "{text}");
        assert!(edited(TEXT, add(99)).ends_with("[[step]]\ndo = \"border\"\n"));
        assert!(RecipeText::parse(TEXT).edited(&Edit::Remove { step: 7 }).is_err());
    }

    #[test]
    fn drawings_and_tables_belong_to_their_step() {
        let text = "name = 'x'\ndescription = 'x'\n\n[[step]]\ndo = 'paste'\nmap = '''\n[[step]]\n#@#\n'''\n\n[step.legend]\n'[' = 'floor'\n\n[[step]]\ndo = 'connect'\n";
        let parsed = RecipeText::parse(text);
        assert_eq!(parsed.steps().len(), 2);
        let changed = edited(text, set(0, "map", Some("\"#\"")));
        assert!(changed.contains("do = 'paste'\nmap = \"#\"\n") && !changed.contains("#@#"), "{changed}");
        let changed = edited(text, set(0, "x", Some("1")));
        assert!(changed.contains("'''\nx = 1\n\n[step.legend]"), "{changed}");
        let off = edited(text, Edit::Switch { step: 0, on: false });
        assert_eq!(RecipeText::parse(&off).steps().len(), 2, "{off}");
        assert_eq!(edited(&off, Edit::Switch { step: 0, on: true }), text);
    }

    #[test]
    fn vaults_of_a_step_move_with_it_and_their_keys_are_not_its_own() {
        let text = "\
name = 'x'
description = 'x'

[[step]]
do = 'reserve'
as = 'shrine'

# The only one.
[[step.vault]]
name = 'shrine'
tags = ['goal']
map = '''
[[step.vault]]
'''

[step.vault.legend]
'L' = 'lava'

[[step]]
do = 'reserve'
";
        let parsed = RecipeText::parse(text);
        assert_eq!(parsed.steps().len(), 2);
        let moved = edited(text, Edit::Move { step: 0, to: 1 });
        assert!(moved.ends_with("[step.vault.legend]\n'L' = 'lava'\n"), "{moved}");
        assert_eq!(edited(&moved, Edit::Move { step: 1, to: 0 }), text);
        let tagged = edited(text, set(0, "tags", Some("['grand']")));
        assert_eq!(tagged, text.replace("as = 'shrine'\n", "as = 'shrine'\ntags = ['grand']\n"));
        let bare = edited(text, set(0, "vault", None));
        assert!(!bare.contains("vault") && !bare.contains("lava"), "{bare}");
    }

    #[test]
    fn every_built_in_recipe_survives_switching_and_moving_each_step() {
        for name in Recipe::names() {
            let text = Recipe::embedded_text(name).unwrap();
            let steps = RecipeText::parse(text).steps().len();
            assert_eq!(steps, Recipe::named(name).unwrap().steps().count(), "{name}");
            let before = RecipeText::parse(text).into_text();
            for step in 0..steps {
                let off = edited(text, Edit::Switch { step, on: false });
                assert_eq!(edited(&off, Edit::Switch { step, on: true }), before, "{name}, {step}");
                let there = edited(text, Edit::Move { step, to: 0 });
                assert_eq!(edited(&there, Edit::Move { step: 0, to: step }), before, "{name}, {step}");
            }
        }
    }

    #[test]
    fn the_size_is_a_key_of_the_file() {
        let edit = Edit::Key { key: "size".into(), value: "\"9x9\"".into() };
        assert_eq!(edited(TEXT, edit.clone()), TEXT.replace("40x30", "9x9"));
        assert!(edited("[[step]]\ndo = 'fill'\n", edit).starts_with("size = \"9x9\"\n\n[[step]]"));
    }
}
