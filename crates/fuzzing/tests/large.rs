//! Files as large as the command reads: they are read or refused quickly, whatever they repeat.

use std::time::{Duration, Instant};

use undercroft_fuzzing::run;

/// The most bytes of a content file.
const BYTES: usize = 4 << 20;

/// A file that repeats an entry, numbered, until it is as large as a file may be.
fn large(head: &str, entry: impl Fn(usize) -> String, tail: &str) -> String {
    let mut text = head.to_owned();
    let mut number = 0;
    while text.len() + 200 < BYTES {
        text += &entry(number);
        number += 1;
    }
    text + tail
}

#[test]
fn the_largest_files_are_read_or_refused_in_seconds() {
    let recipe = "name = 'x'\ndescription = 'x'\nsize = '20x20'\n";
    let plan = "name = 'x'\ndescription = 'x'\nlevels = 1000000\n";
    let step = |step: &str| format!("{recipe}[[step]]\ndo = 'rooms'\n[[step]]\ndo = '{step}'\n");
    let files = [
        ("recipe", "steps", large(recipe, |_| "[[step]]\ndo = 'fill'\n".into(), "")),
        ("recipe", "kinds", large(&format!("{}kinds = {{ ", step("spawn")), |n| format!("k{n} = 1, "), "z = 1 }\n")),
        ("recipe", "zones", large(&format!("{}names = [", step("zone")), |n| format!("'{n}', "), "]\n")),
        ("recipe", "guards", large(&format!("{}guards = [", step("furnish")), |n| format!("'{n}', "), "]\n")),
        ("recipe", "missions", large(&format!("{}missions = [", step("furnish")), |_| "'gambit', ".into(), "]\n")),
        ("recipe", "tags", large(&format!("{}tags = [", step("stamp")), |n| format!("'{n}', "), "]\n")),
        ("recipe", "vaults", large(&step("stamp"), |n| format!("[[step.vault]]\nname = '{n}'\nmap = '.'\n"), "")),
        ("recipe", "unknown keys", large(recipe, |n| format!("k{n} = 1\n"), "")),
        ("recipe", "a name", large("name = '", |_| "x".into(), "'\n")),
        ("recipe", "a step's name", large(&format!("{recipe}[[step]]\ndo = '"), |_| "x".into(), "'\n")),
        ("plan", "stretches", large(plan, |n| format!("[[stretch]]\ndepths = '{n}'\nrecipe = 'maze'\n"), "")),
        (
            "plan",
            "recipes",
            large(&format!("{plan}[[stretch]]\ndepths = '0..'\nrecipe = ["), |_| "'maze',".into(), "]\n"),
        ),
        (
            "plan",
            "settings",
            large(
                &format!("{plan}[[stretch]]\ndepths = '0..'\nrecipe = 'caves'\nset = ["),
                |_| "'scatter.chance=0.4',".into(),
                "]\n",
            ),
        ),
        (
            "plan",
            "locks",
            large(
                plan,
                |n| format!("[[lock]]\nkey = '{n}'\nkey-depth = 0\ndepth = {}\n", n + 1),
                "[[stretch]]\ndepths = '0..'\nrecipe = 'maze'\n",
            ),
        ),
        (
            "plan",
            "tables",
            large(
                &format!("{plan}[[stretch]]\ndepths = '0..'\nrecipe = 'maze'\n"),
                |n| format!("[tables.t{n}]\nchance = 0.1\nkinds = [{{ kind = 'rat' }}]\n"),
                "",
            ),
        ),
        (
            "plan",
            "kinds",
            large(
                &format!(
                    "{plan}[[stretch]]\ndepths = '0..'\nrecipe = 'maze'\ncreatures = 't'\n[tables.t]\nchance = 0.1\nkinds = ["
                ),
                |n| format!("{{ kind = 'k{n}' }},"),
                "]\n",
            ),
        ),
        (
            "mission",
            "regions",
            large("name = 'x'\ndescription = 'x'\n", |n| format!("[[region]]\nname = '{n}'\nlinks = ['open']\n"), ""),
        ),
        (
            "mission",
            "holdings",
            large(
                "name = 'x'\ndescription = 'x'\nholds = [",
                |_| "'reward',".into(),
                "]\n[[region]]\nname = 'a'\nlinks = ['open']\nholds = ['goal']\n",
            ),
        ),
        ("vault", "rows", large("name = 'x'\nmap = '''\n", |_| ".........\n".into(), "'''\n")),
        ("vault", "columns", large("name = 'x'\nmap = '''\n", |_| ".".into(), "\n'''\n")),
        ("vault", "tags", large("name = 'x'\nmap = '''\n...\n'''\ntags = [", |n| format!("'{n}',"), "]\n")),
        (
            "tileset",
            "tiles",
            large("", |n| format!("[[tile]]\nname = '{n}'\nglyph = '#'\nfg = '#000000'\nbg = '#000000'\n"), ""),
        ),
        ("art", "things", large("image = 'x'\ntile-size = 16\nother = 0\n[things]\n", |n| format!("t{n} = 1\n"), "")),
        ("art", "variants", large("image = 'x'\ntile-size = 16\n[tiles]\nfloor = [", |_| "1,".into(), "]\n")),
        (
            "art",
            "joins",
            large(
                "image = 'x'\ntile-size = 16\n[tiles]\nfloor = { edge16 = 0, joins = [",
                |_| "'wall',".into(),
                "] }\n",
            ),
        ),
        (
            "settings",
            "keys",
            large(
                "[keys.wasd]\nkick = [",
                |n| format!("'{}',", char::from_u32(0x4e00 + n as u32 % 20_000).unwrap_or('x')),
                "]\n",
            ),
        ),
        (
            "content",
            "creatures",
            large(
                "",
                |n| {
                    format!(
                        "[[creature]]\nname = 'c{n}'\nglyph = 'c'\ncolour = '#a0a060'\ndescription = 'It.'\nhit-points = 3\nattack = 1\ntactics = ['hunt']\nabilities = ['attack']\n"
                    )
                },
                "",
            ),
        ),
        ("setting", "lines", large("caves\n", |_| "scatter.chance=0.4\n".into(), "")),
        ("setting", "a value", large("caves\nscatter.chance=", |_| "9".into(), "")),
        ("condition", "names", large("", |n| format!("r{n} and "), "rooms > 1")),
        ("condition", "a name", large("", |_| "r".into(), " > 1")),
        ("place", "a name", large("name \"", |_| "r".into(), "\"")),
        ("map", "a drawing", large("", |_| ".#.#.#.#.\n".into(), "")),
        ("chord", "modifiers", large("", |_| "ctrl-".into(), "x")),
    ];
    let mut slow = Vec::new();
    for (target, what, text) in files {
        let begun = Instant::now();
        run(target, text.as_bytes());
        println!("{target}, {what}: {:?}", begun.elapsed());
        if begun.elapsed() > Duration::from_secs(20) {
            slow.push(format!("{target}, {what}: {:?}", begun.elapsed()));
        }
    }
    assert!(slow.is_empty(), "{slow:?}");
}
