//! Reads the settings file: over the defaults, which are such a file themselves.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use serde::Deserialize;
use toml::Spanned;
use undercroft_export::ColourDepth;
use undercroft_mapgen::{Colour, ContentError, SourceFile, did_you_mean};

use super::{Colours, DEFAULTS, Settings, Theme};
use crate::keys::{Bindings, Chord, Command, Context};

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    plan: Option<String>,
    scheme: Option<Spanned<String>>,
    mouse: Option<bool>,
    travel_delay: Option<Spanned<i64>>,
    debug_log: Option<String>,
    screen: Option<Screen>,
    theme: Option<Colourful>,
    keys: Option<Keys>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Screen {
    sidebar_width: Option<Spanned<Measure>>,
    log_height: Option<Spanned<Measure>>,
    colours: Option<Spanned<String>>,
    glyphs: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Measure {
    Cells(i64),
    Word(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Keys {
    wasd: Option<KeyTable>,
    vi: Option<KeyTable>,
    menus: Option<KeyTable>,
    replay: Option<KeyTable>,
    view: Option<KeyTable>,
    always: Option<KeyTable>,
}

type KeyTable = BTreeMap<Spanned<String>, Vec<Spanned<String>>>;
type Colourful = BTreeMap<Spanned<String>, Spanned<Colour>>;

pub(super) fn read(source: SourceFile<'_>) -> Result<Settings, ContentError> {
    let ours = SourceFile::new("content/settings.toml", DEFAULTS);
    let (defaults, file) = (parse(ours)?, parse(source)?);
    let screen = file.screen.unwrap_or_default();
    let usual = defaults.screen.unwrap_or_default();
    let scheme = Scheme::read(source, file.scheme.as_ref())?;
    let delay = file.travel_delay.or(defaults.travel_delay);
    Ok(Settings {
        plan: file.plan.or(defaults.plan).unwrap_or_default(),
        keys: bindings(source, scheme, defaults.keys, file.keys)?,
        mouse: file.mouse.or(defaults.mouse).unwrap_or(true),
        travel_delay: delay.map_or(Ok(0), |delay| number(source, &delay.span(), *delay.as_ref(), 0, 2_000))?,
        debug_log: file.debug_log.or(defaults.debug_log).filter(|path| !path.is_empty()).map(PathBuf::from),
        sidebar_width: measure(source, screen.sidebar_width.or(usual.sidebar_width), 16, 60)?,
        log_height: measure(source, screen.log_height.or(usual.log_height), 3, 40)?,
        colours: colours(source, screen.colours.or(usual.colours))?,
        ascii: one_of(source, screen.glyphs.or(usual.glyphs), &["cp437", "ascii"])?.as_deref() == Some("ascii"),
        theme: theme(source, defaults.theme, file.theme)?,
    })
}

fn parse(source: SourceFile<'_>) -> Result<File, ContentError> {
    toml::from_str(source.text).map_err(|error| source.explained(&error))
}

fn number(
    source: SourceFile<'_>,
    span: &Range<usize>,
    number: i64,
    least: u16,
    most: u16,
) -> Result<u16, ContentError> {
    let fits = u16::try_from(number).ok().filter(|number| (least..=most).contains(number));
    fits.ok_or_else(|| source.error(span.clone(), format!("{number} is not possible: write {least} to {most}")))
}

fn measure(
    source: SourceFile<'_>,
    measure: Option<Spanned<Measure>>,
    least: u16,
    most: u16,
) -> Result<Option<u16>, ContentError> {
    let Some(measure) = measure else { return Ok(None) };
    match measure.as_ref() {
        Measure::Cells(cells) => number(source, &measure.span(), *cells, least, most).map(Some),
        Measure::Word(word) if word == "auto" => Ok(None),
        Measure::Word(word) => {
            let problem = format!("`{word}` is not possible: write \"auto\" or a number from {least} to {most}");
            Err(source.error(measure.span(), problem))
        }
    }
}

fn one_of(
    source: SourceFile<'_>,
    word: Option<Spanned<String>>,
    known: &[&'static str],
) -> Result<Option<String>, ContentError> {
    let Some(word) = word else { return Ok(None) };
    if known.contains(&word.as_ref().as_str()) {
        return Ok(Some(word.into_inner()));
    }
    let problem =
        format!("`{}` is not possible; {}", word.as_ref(), did_you_mean(word.as_ref(), known.iter().copied()));
    Err(source.error(word.span(), problem))
}

fn colours(source: SourceFile<'_>, word: Option<Spanned<String>>) -> Result<Option<Colours>, ContentError> {
    let word = one_of(source, word, &["auto", "24-bit", "256", "16", "none"])?;
    Ok(match word.as_deref() {
        Some("24-bit") => Some(Colours::Some(ColourDepth::True)),
        Some("256") => Some(Colours::Some(ColourDepth::Palette256)),
        Some("16") => Some(Colours::Some(ColourDepth::Palette16)),
        Some("none") => Some(Colours::None),
        _ => None,
    })
}

fn theme(source: SourceFile<'_>, defaults: Option<Colourful>, file: Option<Colourful>) -> Result<Theme, ContentError> {
    let defaults = defaults.unwrap_or_default();
    let mut table = toml::Table::new();
    let mut insert = |name: &str, colour: &Spanned<Colour>| {
        table.insert(name.to_owned(), toml::Value::String(colour.as_ref().to_string()));
    };
    for (name, colour) in &defaults {
        insert(name.as_ref(), colour);
    }
    for (name, colour) in file.iter().flatten() {
        if !defaults.keys().any(|known| known.as_ref() == name.as_ref()) {
            let known = defaults.keys().map(|known| known.as_ref().as_str());
            let problem = format!("no colour is called `{}`; {}", name.as_ref(), did_you_mean(name.as_ref(), known));
            return Err(source.error(name.span(), problem));
        }
        insert(name.as_ref(), colour);
    }
    table.try_into().map_err(|error: toml::de::Error| source.error(0..0, error.message().trim()))
}

/// The two sets of keys for playing.
#[derive(Clone, Copy, PartialEq)]
enum Scheme {
    Wasd,
    Vi,
}

impl Scheme {
    fn read(source: SourceFile<'_>, word: Option<&Spanned<String>>) -> Result<Self, ContentError> {
        let word = one_of(source, word.cloned(), &["wasd", "vi"])?;
        Ok(if word.as_deref() == Some("vi") { Self::Vi } else { Self::Wasd })
    }
}

/// The defaults, and over them what the file binds. A file that is wrong in the scheme that is not used is wrong, too.
fn bindings(
    source: SourceFile<'_>,
    scheme: Scheme,
    defaults: Option<Keys>,
    file: Option<Keys>,
) -> Result<Bindings, ContentError> {
    let ours = SourceFile::new("content/settings.toml", DEFAULTS);
    let mut bindings = Bindings::default();
    let (mut usual, mut own) = (tables(defaults), tables(file));
    for (used, context) in [
        (scheme == Scheme::Wasd, Context::Play),
        (scheme == Scheme::Vi, Context::Play),
        (true, Context::Menus),
        (true, Context::Replay),
        (true, Context::View),
        (true, Context::Always),
    ] {
        let usual = resolved(ours, context, usual.next().flatten())?;
        let own = resolved(source, context, own.next().flatten())?;
        if !used {
            continue;
        }
        let taken: Vec<Chord> = own.iter().flat_map(|(_, chords)| chords.iter().copied()).collect();
        for (command, chords) in &usual {
            let replaced = own.iter().find(|(known, _)| known == command);
            let kept = chords.iter().filter(|chord| replaced.is_none() && !taken.contains(chord));
            for chord in replaced.map_or(kept.copied().collect::<Vec<_>>(), |(_, chords)| chords.clone()) {
                bindings.bind(context, chord, *command);
            }
        }
    }
    Ok(bindings)
}

fn tables(keys: Option<Keys>) -> impl Iterator<Item = Option<KeyTable>> {
    let all = keys.map(|keys| [keys.wasd, keys.vi, keys.menus, keys.replay, keys.view, keys.always]);
    all.into_iter().flatten()
}

/// The keys of a table, each of which is a key and bound once.
fn resolved(
    source: SourceFile<'_>,
    context: Context,
    table: Option<KeyTable>,
) -> Result<Vec<(Command, Vec<Chord>)>, ContentError> {
    let mut bound: BTreeMap<Chord, String> = BTreeMap::new();
    let mut all = Vec::new();
    for (name, keys) in table.unwrap_or_default() {
        let Some(info) = context.commands().find(|info| info.name == name.as_ref()) else {
            let known = context.commands().map(|info| info.name);
            let problem = format!("nothing is called `{}` here; {}", name.as_ref(), did_you_mean(name.as_ref(), known));
            return Err(source.error(name.span(), problem));
        };
        let mut chords = Vec::new();
        for key in keys {
            let chord: Chord = key.as_ref().parse().map_err(|problem: String| source.error(key.span(), problem))?;
            if let Some(before) = bound.insert(chord, info.name.to_owned()) {
                return Err(source.error(key.span(), format!("`{chord}` is bound already, to `{before}`")));
            }
            chords.push(chord);
        }
        all.push((info.command, chords));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        Settings::read(SourceFile::new("s.toml", text)).unwrap_err().to_string()
    }

    #[test]
    fn the_defaults_bind_every_command_in_both_schemes_and_no_key_twice() {
        for scheme in ["wasd", "vi"] {
            let settings = Settings::read(SourceFile::new("s.toml", &format!("scheme = \"{scheme}\""))).unwrap();
            for info in crate::keys::COMMANDS.iter().chain(crate::keys::VIEWING) {
                assert!(!settings.keys.chords(info.context, info.command).is_empty(), "{} in {scheme}", info.name);
            }
        }
    }

    #[test]
    fn an_empty_file_is_the_defaults_and_the_defaults_are_a_file() {
        let of = |text| Settings::read(SourceFile::new("s.toml", text)).unwrap();
        assert_eq!(of(""), of(DEFAULTS));
        assert_eq!(of(""), Settings::standard());
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, expected) in [
            ("mose = true", "s.toml:1:1: unknown field `mose`; did you mean `mouse`?"),
            ("\nscheme = \"vj\"", "s.toml:2:10: `vj` is not possible; did you mean `vi`?"),
            ("travel-delay = -1", "s.toml:1:16: -1 is not possible: write 0 to 2000"),
            ("[screen]\ncolours = \"256x\"", "s.toml:2:11: `256x` is not possible; did you mean `256`?"),
            (
                "[screen]\nlog-height = \"big\"",
                "s.toml:2:14: `big` is not possible: write \"auto\" or a number from 3 to 40",
            ),
            ("[screen]\nsidebar-width = 500", "s.toml:2:17: 500 is not possible: write 16 to 60"),
            ("[theme]\ntex = \"#ffffff\"", "s.toml:2:1: no colour is called `tex`; did you mean `text`?"),
            (
                "[theme]\ntext = \"red\"",
                "s.toml:2:8: `red` is not a colour: write `#rrggbb` or `#rrggbbaa` in hexadecimal digits",
            ),
            ("[keys.wasd]\nkik = [\"K\"]", "s.toml:2:1: nothing is called `kik` here; did you mean `kick`?"),
            ("[keys.vi]\nkick = [\"ecsape\"]", "s.toml:2:9: `ecsape` is not a key; did you mean `escape`?"),
            ("[keys.wasd]\nkick = [\"K\"]\njump = [\"J\", \"K\"]", "s.toml:2:9: `K` is bound already, to `jump`"),
            ("[keys.wsad]\nkick = [\"K\"]", "s.toml:1:7: unknown field `wsad`; did you mean `wasd`?"),
        ] {
            assert_eq!(problem(text), expected, "in {text:?}");
        }
        assert!(problem("mouse = 3").starts_with("s.toml:1:9: "), "{}", problem("mouse = 3"));
        assert!(problem("mouse = tru").starts_with("s.toml:1:"), "{}", problem("mouse = tru"));
    }

    #[test]
    fn a_key_that_is_given_away_is_taken_from_its_default() {
        let settings = Settings::read(SourceFile::new("s.toml", "[keys.wasd]\nkick = [\"x\"]")).unwrap();
        let keys = &settings.keys;
        assert_eq!(keys.command(Context::Play, Chord::character('x')), Some(Command::Kick));
        assert_eq!(keys.command(Context::Play, Chord::character('l')), Some(Command::Look));
        assert_eq!(keys.command(Context::Play, Chord::character('k')), None, "a replaced key does nothing");
        assert_eq!(keys.hint(Context::Play, Command::Look), "l");
    }
}
