//! Which level to show, and the command that generates it.

use undercroft_mapgen::Seed;

use super::target::Target;

/// A level to view: a recipe or plan, a seed and a depth.
#[derive(Clone, Debug)]
pub struct ViewRequest {
    pub(super) target: Target,
    /// The recipe or plan as it is named on the command line.
    name: String,
    first_seed: Seed,
    /// The number of seeds after the first.
    offset: u64,
    pub(super) depth: u32,
}

impl ViewRequest {
    /// A request for a recipe or plan, called `name` on the command line.
    #[must_use]
    pub fn new(target: Target, name: impl Into<String>, seed: impl Into<Seed>, depth: u32) -> Self {
        Self { target, name: name.into(), first_seed: seed.into(), offset: 0, depth }
    }

    /// The seed.
    pub(super) fn seed(&self) -> Seed {
        self.first_seed.after(self.offset)
    }

    pub(super) fn set_seed(&mut self, seed: Seed) {
        (self.first_seed, self.offset) = (seed, 0);
    }

    /// Moves on by a number of seeds; returns false if there is no such seed. Numbers wrap around; a text has only successors.
    pub(super) fn next_seed(&mut self, by: i64) -> bool {
        let is_number = self.first_seed.to_string().parse::<u64>().is_ok();
        if self.offset.checked_add_signed(by).is_none() && !is_number {
            return false;
        }
        self.offset = self.offset.wrapping_add_signed(by);
        true
    }

    /// Goes a number of levels deeper; returns false if there is no such level.
    pub(super) fn next_depth(&mut self, by: i32) -> bool {
        let levels = match &self.target {
            Target::Plan(plan) => plan.levels(),
            Target::Recipe { .. } => None,
        };
        let depth = self.depth.checked_add_signed(by).filter(|depth| levels.is_none_or(|levels| *depth < levels));
        self.depth = depth.unwrap_or(self.depth);
        depth.is_some()
    }

    /// The command that generates the level, ready to be pasted into a shell.
    pub(super) fn command_line(&self) -> String {
        let mut line = "undercroft generate".to_owned();
        let mut add = |argument: &str| line += &format!(" {argument}");
        let is_plan = matches!(self.target, Target::Plan(_));
        if is_plan {
            add("--plan");
        }
        add(&quoted(&self.name));
        match self.seed().to_string() {
            // It would be taken for an option.
            seed if seed.starts_with('-') => add(&quoted(&format!("--seed={seed}"))),
            seed => add(&format!("--seed {}", quoted(&seed))),
        }
        if self.depth != u32::from(!is_plan) {
            add(&format!("--depth {}", self.depth));
        }
        if let Target::Recipe { as_written, changed } = &self.target {
            if as_written.size() != changed.size() {
                add(&format!("--size {}", changed.size()));
            }
            for parameter in self.target.parameters().iter().filter(|known| known.is_changed() && !known.is_side()) {
                add(&format!("--set {}", quoted(&format!("{}={}", parameter.path, parameter.typed()))));
            }
        }
        line
    }
}

/// An argument as a shell reads it.
fn quoted(argument: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:,+%@".contains(letter);
    match !argument.is_empty() && argument.chars().all(is_plain) {
        true => argument.to_owned(),
        false => format!("'{}'", argument.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use undercroft_mapgen::Recipe;

    use super::*;

    #[test]
    fn the_command_line_holds_every_change_and_can_be_pasted_into_a_shell() {
        let mut vaults = Target::recipe(Recipe::named("vaults").unwrap());
        for (path, value) in [("stamp in rock.reach", "4"), ("start.at", "centre"), ("width", "90")] {
            let recipe = vaults.with(path, value).unwrap();
            vaults.replace(recipe);
        }
        assert_eq!(
            ViewRequest::new(vaults.clone(), "vaults", "it's dark", 3).command_line(),
            "undercroft generate vaults --seed 'it'\\''s dark' --depth 3 --size 90x50 \
             --set 'stamp in rock.reach=4' --set start.at=centre"
        );
        let line = ViewRequest::new(vaults, "./my vaults.toml", "-1", 1).command_line();
        assert!(line.starts_with("undercroft generate './my vaults.toml' --seed=-1 --size"), "{line}");
    }
}
