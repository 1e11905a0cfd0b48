//! Reads a settings file over the defaults, which are themselves a settings file.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::value::MapDeserializer;
use toml::Spanned;
use undercroft_export::ColourDepth;
use undercroft_mapgen::{Colour, ContentError, SourceFile, did_you_mean};

use super::{Colours, DEFAULTS, Settings, Theme};
use crate::keys::{Bindings, Chord, Command, KeyError, Mode};
use crate::layout::MINIMUM_SIZE;
use crate::palette::Palette;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct File {
    plan: Option<String>,
    scheme: Option<Spanned<String>>,
    mouse: Option<bool>,
    travel_delay: Option<Spanned<i64>>,
    auto_pickup: Option<bool>,
    hints: Option<bool>,
    debug_log: Option<String>,
    screen: Option<Screen>,
    theme: Option<ColourTable>,
    keys: Option<Keys>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Screen {
    tileset: Option<String>,
    projection: Option<Spanned<String>>,
    window: Option<Spanned<[i64; 2]>>,
    sidebar_width: Option<Spanned<Length>>,
    log_height: Option<Spanned<Length>>,
    colours: Option<Spanned<String>>,
    palette: Option<Spanned<String>>,
    glyphs: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Length {
    Cells(i64),
    Word(String),
}

#[derive(Default, Deserialize)]
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
type ColourTable = BTreeMap<Spanned<String>, Spanned<Colour>>;

/// What the settings call the tileset that comes with each level.
const STANDARD_TILESET: &str = "standard";

const OURS: SourceFile<'_> = SourceFile::new("content/settings.toml", DEFAULTS);

pub(super) fn read(source: SourceFile<'_>) -> Result<Settings, ContentError> {
    let (defaults, file) = (parse(OURS)?, parse(source)?);
    let screen = file.screen.unwrap_or_default();
    let usual = defaults.screen.unwrap_or_default();
    let scheme = one_of(source, file.scheme.or(defaults.scheme), &["wasd", "vi"])?.unwrap_or_default();
    let palette = palette(source, screen.palette.or(usual.palette))?;
    let delay = file.travel_delay.or(defaults.travel_delay);
    Ok(Settings {
        plan: file.plan.or(defaults.plan).unwrap_or_default(),
        scheme: if scheme == "vi" { "vi" } else { "wasd" },
        keys: bindings(source, &scheme, defaults.keys, file.keys)?,
        mouse: file.mouse.or(defaults.mouse).unwrap_or(true),
        travel_delay: delay.map_or(Ok(0), |delay| number(source, delay.span(), *delay.as_ref(), 0, 2_000))?,
        auto_pickup: file.auto_pickup.or(defaults.auto_pickup).unwrap_or(true),
        hints: file.hints.or(defaults.hints).unwrap_or(true),
        debug_log: file.debug_log.or(defaults.debug_log).filter(|path| !path.is_empty()).map(PathBuf::from),
        tileset: screen.tileset.or(usual.tileset).filter(|name| name != STANDARD_TILESET).map(PathBuf::from),
        oblique: one_of(source, screen.projection.or(usual.projection), &["top-down", "oblique"])?.as_deref()
            == Some("oblique"),
        window: window(source, screen.window.or(usual.window))?,
        sidebar_width: length(source, screen.sidebar_width.or(usual.sidebar_width), 16, 60)?,
        log_height: length(source, screen.log_height.or(usual.log_height), 3, 40)?,
        colours: colours(source, screen.colours.or(usual.colours))?,
        palette,
        ascii: one_of(source, screen.glyphs.or(usual.glyphs), &["auto", "cp437", "ascii"])?
            .filter(|word| word != "auto")
            .map(|word| word == "ascii"),
        theme: theme(source, palette, defaults.theme, file.theme)?,
    })
}

/// The columns and rows of a window.
fn window(source: SourceFile<'_>, size: Option<Spanned<[i64; 2]>>) -> Result<(u16, u16), ContentError> {
    let Some(size) = size else { return Ok(MINIMUM_SIZE) };
    let [columns, rows] = *size.as_ref();
    let (least_columns, least_rows) = MINIMUM_SIZE;
    Ok((
        number(source, size.span(), columns, least_columns, 1_000)?,
        number(source, size.span(), rows, least_rows, 1_000)?,
    ))
}

fn parse(source: SourceFile<'_>) -> Result<File, ContentError> {
    source.read_toml()
}

fn number(source: SourceFile<'_>, span: Range<usize>, number: i64, least: u16, most: u16) -> Result<u16, ContentError> {
    let fits = u16::try_from(number).ok().filter(|number| (least..=most).contains(number));
    fits.ok_or_else(|| source.error(span, format!("{number} is out of range: write {least} to {most}")))
}

/// A number of cells, or `None` for "auto".
fn length(
    source: SourceFile<'_>,
    length: Option<Spanned<Length>>,
    least: u16,
    most: u16,
) -> Result<Option<u16>, ContentError> {
    let Some(length) = length else { return Ok(None) };
    match length.as_ref() {
        Length::Cells(cells) => number(source, length.span(), *cells, least, most).map(Some),
        Length::Word(word) if word == "auto" => Ok(None),
        Length::Word(word) => {
            let problem = format!("unknown value `{word}`: write \"auto\" or a number from {least} to {most}");
            Err(source.error(length.span(), problem))
        }
    }
}

fn one_of(
    source: SourceFile<'_>,
    word: Option<Spanned<String>>,
    known: &[&'static str],
) -> Result<Option<String>, ContentError> {
    let Some(word) = word else { return Ok(None) };
    let (span, word) = (word.span(), word.into_inner());
    if known.contains(&word.as_str()) {
        return Ok(Some(word));
    }
    let problem = format!("unknown value `{word}`; {}", did_you_mean(&word, known.iter().copied()));
    Err(source.error(span, problem))
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

fn palette(source: SourceFile<'_>, word: Option<Spanned<String>>) -> Result<Palette, ContentError> {
    let word = one_of(source, word, &Palette::ALL.map(Palette::name))?;
    let found = Palette::ALL.into_iter().find(|palette| Some(palette.name()) == word.as_deref());
    Ok(found.unwrap_or_default())
}

/// The colours of the file, or else of the palette, or else the defaults. A colour that the file leaves at its default
/// follows the palette, because the file lists every default.
fn theme(
    source: SourceFile<'_>,
    palette: Palette,
    defaults: Option<ColourTable>,
    file: Option<ColourTable>,
) -> Result<Theme, ContentError> {
    let defaults = defaults.unwrap_or_default().into_iter();
    let mut colours: BTreeMap<String, Colour> =
        defaults.map(|(name, colour)| (name.into_inner(), colour.into_inner())).collect();
    let mut own = BTreeMap::new();
    for (name, colour) in file.unwrap_or_default() {
        if !colours.contains_key(name.as_ref()) {
            let advice = did_you_mean(name.as_ref(), colours.keys().map(String::as_str));
            return Err(source.error(name.span(), format!("unknown colour `{}`; {advice}", name.as_ref())));
        }
        let (name, colour) = (name.into_inner(), colour.into_inner());
        if colours.get(&name) != Some(&colour) {
            own.insert(name, colour);
        }
    }
    for (name, colour) in &mut colours {
        *colour = own.get(name).copied().or_else(|| palette.theme(name)).unwrap_or(*colour);
    }
    let fields = colours.into_iter().map(|(name, colour)| (name, colour.to_string()));
    let theme = Theme::deserialize(MapDeserializer::<_, toml::de::Error>::new(fields));
    theme.map_err(|error| source.error(0..0, error.message().trim()))
}

/// The default keys, overridden by those of the file. Mistakes are reported even in the scheme that is not in use.
fn bindings(
    source: SourceFile<'_>,
    scheme: &str,
    defaults: Option<Keys>,
    file: Option<Keys>,
) -> Result<Bindings, ContentError> {
    let mut bindings = Bindings::default();
    for ((name, mode, standard), (_, _, own)) in tables(defaults).into_iter().zip(tables(file)) {
        let standard = resolved(OURS, mode, standard)?;
        let own = resolved(source, mode, own)?;
        if mode == Mode::Play && name != scheme {
            continue;
        }
        let taken: Vec<Chord> = own.iter().flat_map(|(_, chords)| chords.iter().copied()).collect();
        for (command, chords) in &standard {
            let replaced = own.iter().find(|(known, _)| known == command);
            let kept = chords.iter().filter(|chord| replaced.is_none() && !taken.contains(chord));
            for chord in replaced.map_or(kept.copied().collect::<Vec<_>>(), |(_, chords)| chords.clone()) {
                bindings.bind(mode, chord, *command);
            }
        }
    }
    Ok(bindings)
}

fn tables(keys: Option<Keys>) -> [(&'static str, Mode, Option<KeyTable>); 6] {
    let keys = keys.unwrap_or_default();
    [
        ("wasd", Mode::Play, keys.wasd),
        ("vi", Mode::Play, keys.vi),
        ("menus", Mode::Menus, keys.menus),
        ("replay", Mode::Replay, keys.replay),
        ("view", Mode::Viewer, keys.view),
        ("always", Mode::Always, keys.always),
    ]
}

/// The commands of a table with their keys, none of which is bound twice.
fn resolved(
    source: SourceFile<'_>,
    mode: Mode,
    table: Option<KeyTable>,
) -> Result<Vec<(Command, Vec<Chord>)>, ContentError> {
    let mut bound: BTreeMap<Chord, String> = BTreeMap::new();
    let mut all = Vec::new();
    for (name, keys) in table.unwrap_or_default() {
        let Some(info) = mode.commands().find(|info| info.name == name.as_ref()) else {
            let known = mode.commands().map(|info| info.name);
            let problem = format!("unknown command `{}`; {}", name.as_ref(), did_you_mean(name.as_ref(), known));
            return Err(source.error(name.span(), problem));
        };
        let mut chords = Vec::new();
        for key in keys {
            let chord: Chord =
                key.as_ref().parse().map_err(|error: KeyError| source.error(key.span(), error.to_string()))?;
            if let Some(before) = bound.insert(chord, info.name.to_owned()) {
                return Err(source.error(key.span(), format!("`{chord}` is already bound to `{before}`")));
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
            for info in crate::keys::COMMANDS.iter().chain(crate::keys::VIEWER_COMMANDS) {
                assert!(!settings.keys.chords(info.mode, info.command).is_empty(), "{} in {scheme}", info.name);
            }
        }
    }

    #[test]
    fn an_empty_file_gives_the_defaults() {
        let of = |text| Settings::read(SourceFile::new("s.toml", text)).unwrap();
        assert_eq!(of(""), of(DEFAULTS));
        assert_eq!(of(""), Settings::standard());
    }

    #[test]
    fn a_mistake_is_reported_with_its_place() {
        for (text, expected) in [
            ("mose = true", "s.toml:1:1: unknown field `mose`; did you mean `mouse`?"),
            ("\nscheme = \"vj\"", "s.toml:2:10: unknown value `vj`; did you mean `vi`?"),
            ("travel-delay = -1", "s.toml:1:16: -1 is out of range: write 0 to 2000"),
            ("[screen]\ncolours = \"256x\"", "s.toml:2:11: unknown value `256x`; did you mean `256`?"),
            (
                "[screen]\nlog-height = \"big\"",
                "s.toml:2:14: unknown value `big`: write \"auto\" or a number from 3 to 40",
            ),
            ("[screen]\nwindow = [80, 5]", "s.toml:2:10: 5 is out of range: write 20 to 1000"),
            ("[screen]\nsidebar-width = 500", "s.toml:2:17: 500 is out of range: write 16 to 60"),
            ("[theme]\ntex = \"#ffffff\"", "s.toml:2:1: unknown colour `tex`; did you mean `text`?"),
            (
                "[theme]\ntext = \"red\"",
                "s.toml:2:8: `red` is not a colour: write `#rrggbb` or `#rrggbbaa` in hexadecimal digits",
            ),
            ("[keys.wasd]\nkik = [\"K\"]", "s.toml:2:1: unknown command `kik`; did you mean `kick`?"),
            ("[keys.vi]\nkick = [\"ecsape\"]", "s.toml:2:9: `ecsape` is not a key; did you mean `escape`?"),
            ("[keys.wasd]\nkick = [\"K\"]\njump = [\"J\", \"K\"]", "s.toml:2:9: `K` is already bound to `jump`"),
            ("[keys.wsad]\nkick = [\"K\"]", "s.toml:1:7: unknown field `wsad`; did you mean `wasd`?"),
        ] {
            assert_eq!(problem(text), expected, "in {text:?}");
        }
        assert!(problem("mouse = 3").starts_with("s.toml:1:9: "), "{}", problem("mouse = 3"));
        assert!(problem("mouse = tru").starts_with("s.toml:1:"), "{}", problem("mouse = tru"));
    }

    #[test]
    fn the_defaults_are_a_window_of_80_by_50_a_sidebar_of_18_and_the_standard_tiles() {
        let settings = Settings::standard();
        assert_eq!((settings.window, settings.sidebar_width, settings.tileset), ((80, 50), Some(18), None));
        let settings = Settings::read(SourceFile::new("s.toml", "[screen]\ntileset = \"mine.toml\"")).unwrap();
        assert_eq!(settings.tileset, Some(PathBuf::from("mine.toml")));
    }

    #[test]
    fn chosen_colours_override_the_palette_but_defaults_do_not() {
        let defaults = Settings::standard().theme;
        let text = DEFAULTS.replace("palette = \"standard\"", "palette = \"high-contrast\"");
        let theme = |text: &str| Settings::read(SourceFile::new("s.toml", text)).unwrap().theme;
        assert_ne!(theme(&text).text, defaults.text, "the file lists the default, and the palette has another");
        let own = theme(&text.replace("text = \"#c9c5b5\"", "text = \"#abcdef\""));
        assert_eq!(own.text.to_string(), "#abcdef");
    }

    #[test]
    fn a_rebound_key_no_longer_gives_its_default_command() {
        let settings = Settings::read(SourceFile::new("s.toml", "[keys.wasd]\nkick = [\"x\"]")).unwrap();
        let keys = &settings.keys;
        assert_eq!(keys.command(Mode::Play, Chord::character('x')), Some(Command::Kick));
        assert_eq!(keys.command(Mode::Play, Chord::character('l')), Some(Command::Look));
        assert_eq!(keys.command(Mode::Play, Chord::character('k')), None, "a replaced key does nothing");
        assert_eq!(keys.hint(Mode::Play, Command::Look), "l");
    }
}
