//! Bad input gives a level or a clear error, never a panic or a hang.

use crate::common::{Folder, recipes, undercroft, undercroft_in};
use undercroft_testing::judge_json;

/// The text of a recipe with these steps.
fn recipe(steps: &str) -> String {
    format!("name = \"test\"\ndescription = \"A test.\"\nsize = \"30x20\"\n{steps}")
}

#[test]
fn sizes_too_small_for_a_floor_cell_are_refused() {
    for size in ["0x5", "5x0", "1x1", "2x2", "2x100", "0x0"] {
        undercroft(&["generate", "--size", size]).fails(2, &["--size", size, "at least 3x3"]);
    }
}

#[test]
fn sizes_beyond_the_limit_are_refused() {
    for size in ["100000x100000", "65537x3", "16385x16385", "4294967295x4294967295"] {
        undercroft(&["generate", "--size", size]).fails(2, &["--size", "too large", "65536", "268435456"]);
    }
}

#[test]
fn malformed_sizes_are_refused() {
    for size in ["", "80", "x", "80x", "-3x-3", "80x50x2", "wide", "99999999999x9", "1.5x7"] {
        undercroft(&["generate", "--size", size]).fails(2, &["--size", "as in 80x50"]);
    }
}

#[test]
fn narrow_and_tiny_sizes_give_a_level_or_a_clear_error() {
    for name in recipes() {
        for size in ["3x100", "100x3", "3x3", "4x4", "5x5"] {
            let ran = undercroft(&["generate", &name, "--seed", "1", "--size", size, "--format", "json"]);
            match ran.code {
                0 => drop(judge_json(ran.text().trim_end()).unwrap_or_else(|broken| panic!("{size}: {broken}"))),
                2 => drop(ran.fails(2, &["--size", "too small", "at least"])),
                _ => drop(ran.fails(1, &["drafts passed", "seed 1"])),
            }
        }
    }
}

#[test]
fn chances_outside_0_to_1_are_refused() {
    for chance in ["-1", "2", "nan", "-nan", "inf", "NaN", "half", "", "[1]", "1.0000001", "1e400"] {
        let setting = format!("scatter.chance={chance}");
        undercroft(&["generate", "caves", "--set", &setting]).fails(2, &["--set", &setting]);
    }
    for chance in ["0", "1"] {
        let setting = format!("scatter.chance={chance}");
        let ran = undercroft(&["generate", "caves", "--seed", "1", "--format", "json", "--set", &setting]);
        match ran.code {
            0 => drop(judge_json(ran.text().trim_end()).unwrap_or_else(|broken| panic!("{setting}: {broken}"))),
            _ => drop(ran.fails(1, &["drafts passed"])),
        }
    }
}

#[test]
fn misspelt_settings_get_a_suggestion() {
    let set = |setting: &str| undercroft(&["generate", "caves", "--set", setting]);
    set("scater.chance=0.5").fails(2, &["no step `scater`", "did you mean `scatter`?"]);
    set("scatter.chanse=0.5").fails(2, &["no parameter `chanse`", "did you mean `chance`?"]);
    set("scatter.tile=flor").fails(2, &["no tile is called `flor`", "did you mean `floor`?"]);
    set("smooth.7.passes=1").fails(2, &["--set"]);
    set("smooth.passes=-1").fails(2, &["--set"]);
    set("smooth.passes=99999999999").fails(2, &["--set"]);
    for setting in ["scatter.chance", "chance=0.5", "=", "", "scatter"] {
        set(setting).fails(2, &["--set", "STEP.PARAMETER=VALUE"]);
    }
    for setting in [".=", "scatter.=1", ".chance=1", "scatter.chance=1\nx=2"] {
        set(setting).fails(2, &["--set"]);
    }
}

#[test]
fn misspelt_recipes_and_steps_get_a_suggestion() {
    undercroft(&["generate", "cavse"]).fails(2, &["`cavse`", "did you mean `caves`?"]);
    undercroft(&["explain", "cavse"]).fails(2, &["did you mean `caves`?"]);
    undercroft(&["explain", "smoth"]).fails(2, &["did you mean `smooth`?"]);
    undercroft(&["explain", "qqqqqqqq"]).fails(2, &["undercroft list"]);
    undercroft(&["generate", ""]).fails(2, &["no recipe is called"]);
}

#[test]
fn errors_name_the_invalid_argument() {
    for (arguments, words) in [
        (&["generate", "--count", "0"][..], &["--count", "at least 1"][..]),
        (&["generate", "--count", "-1"], &["--count"]),
        (&["generate", "--depth", "-1"], &["--depth"]),
        (&["generate", "--depth", "deep"], &["--depth"]),
        (&["generate", "--format", "bmp"], &["--format", "png"]),
        (&["generate", "--scale", "0", "--format", "png"], &["--scale"]),
        (&["generate", "--scale", "-1", "--format", "png"], &["--scale"]),
        (&["generate", "--scale", "17", "--format", "png"], &["--scale"]),
        (&["generate", "--scale", "2"], &["--scale", "--format png"]),
        (&["generate", "--projection", "oblique"], &["--projection", "--format png"]),
        (&["generate", "--projection", "sideways"], &["--projection", "oblique"]),
        (&["generate", "--format", "png", "--count", "2"], &["--out"]),
        (&["generate", "--out", "level.doc"], &["`.doc`", "--format"]),
        (&["generate", "--window", "1,2,3"], &["--window", "X,Y,WIDTH,HEIGHT"]),
        (&["generate", "--window=0,0,0,0"], &["--window", "at least 1x1"]),
        (&["generate", "--window=0,0,99999,99999"], &["--window", "too large"]),
        (&["generate", "--window=2147483647,0,2,2"], &["--window", "beyond"]),
        (&["generate", "--window=99999999999,0,2,2"], &["--window"]),
        (&["generate", "--size", "200x200", "--format", "png", "--scale", "16"], &["too large", "--scale"]),
        (&["generate", "caves", "rooms"], &["rooms"]),
        (&["generate", "--sede", "1"], &["--sede", "--seed"]),
        (&["list", "dragons"], &["dragons", "recipes"]),
        (&["explain"], &["<NAME>"]),
        (&["check"], &["name a file or a folder"]),
        (&["completions", "dos"], &["dos", "bash"]),
        (&["dig"], &["dig"]),
        (&["--size"], &["--size"]),
    ] {
        undercroft(arguments).fails(2, words);
    }
}

#[test]
fn errors_in_recipe_files_have_a_position_and_a_remedy() {
    let folder = Folder::new();
    for (steps, words) in [
        ("[[step]]\ndo = \"smoth\"", &["test.toml:5:6:", "did you mean `smooth`?"][..]),
        ("[[step]]\ndo = \"scatter\"\nchanse = 1", &["test.toml:6:1:", "did you mean `chance`?"]),
        ("[[step]]\ndo = \"scatter\"\nchance = 2", &["test.toml:6:10:", "from 0 to 1"]),
        ("[[step]]\ndo = \"scatter\"\nchance = nan", &["test.toml:6:10:", "from 0 to 1"]),
        ("[[step]]\ndo = \"scatter\"\nchance = \"half\"", &["test.toml:6:10:"]),
        ("[[step]]\ndo = \"scatter\"\ntile = \"flor\"", &["test.toml:6:8:", "did you mean `floor`?"]),
        ("[[step]]\nchance = 1", &["test.toml:4:1:", "`do`"]),
        ("[[stpe]]\ndo = \"scatter\"", &["test.toml:4:3:", "did you mean `step`?"]),
        ("step = 3", &["test.toml:4:8:"]),
        ("attempts = 0\n[[step]]\ndo = \"fill\"", &["test.toml:4:12:"]),
        ("[[step]\ndo = \"fill\"", &["test.toml:4:"]),
        ("name = \"again\"", &["test.toml:4:"]),
    ] {
        let path = folder.file("test.toml", recipe(steps));
        undercroft_in(folder.path(), &["generate", &path]).fails(1, words);
        if !steps.starts_with("[[stpe") {
            undercroft_in(folder.path(), &["check", &path]).fails(1, words);
        }
    }
}

#[test]
fn recipes_that_cannot_work_are_refused_with_a_reason() {
    let folder = Folder::new();
    for (steps, words) in [
        ("[[step]]\ndo = \"stairs\"", &["`stairs` needs open cells", "put one of these before it"][..]),
        (
            "[[step]]\ndo = \"fill\"\n[[step]]\ndo = \"start\"\n[[step]]\ndo = \"border\"",
            &["`border`", "comes after `start`", "move it before"],
        ),
        ("[require]\nrooms = 9\n[[step]]\ndo = \"fill\"\ntile = \"floor\"", &["drafts passed", "rooms"]),
    ] {
        let path = folder.file("test.toml", recipe(steps));
        undercroft(&["generate", &path]).fails(1, words);
        undercroft(&["check", &path]).fails(1, &[words, &["test.toml: "]].concat());
    }
    for size in ["2x2", "100000x100000", "wide", "-1x5"] {
        let text = recipe("[[step]]\ndo = \"fill\"").replace("30x20", size);
        let path = folder.file("test.toml", text);
        undercroft(&["generate", &path]).fails(1, &[]);
        undercroft(&["check", &path]).fails(1, &["test.toml"]);
    }
}

#[test]
fn truncated_files_are_invalid() {
    let folder = Folder::new();
    let caves = include_str!("../../crates/mapgen/content/recipes/caves.toml");
    let tiles = include_str!("../../crates/mapgen/content/tilesets/standard.toml");
    let mut files = Vec::new();
    for (text, step) in [(caves, 7), (tiles, 211)] {
        for length in (0..text.len()).step_by(step) {
            files.push(folder.file(&format!("{}-{length}.toml", text.len()), &text.as_bytes()[..length]));
        }
    }
    let arguments: Vec<&str> = ["check"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let ran = undercroft(&arguments).fails(1, &["files are invalid"]);
    let reported = ran.text().lines().count() + ran.err.lines().count() - 1;
    assert_eq!(reported, files.len(), "not one line for each file:\n{}", ran.err);
    assert!(ran.err.contains("the file is empty"), "{}", ran.err);
}

#[test]
fn binary_files_are_refused() {
    let folder = Folder::new();
    let mut noise = 1_u32;
    let bytes: Vec<u8> = std::iter::repeat_with(|| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (noise >> 24) as u8
    })
    .take(5000)
    .collect();
    let nothing = folder.file("nothing.toml", [0; 64]);
    let random = folder.file("random.toml", &bytes);
    let middle = folder.file("middle.toml", b"name = \"x\"\ndescription = \"\xff\"\n");
    undercroft(&["check", &random]).fails(1, &["not UTF-8 text"]);
    undercroft(&["check", &nothing]).fails(1, &["nothing.toml:1:1:"]);
    undercroft(&["check", &middle]).fails(1, &["middle.toml:2:16:", "not UTF-8 text"]);
    for path in [&nothing, &random, &middle] {
        undercroft(&["generate", path]).fails(1, &[path]);
        undercroft(&["explain", path]).fails(1, &[path]);
    }
}

#[test]
fn unreadable_files_are_named() {
    let folder = Folder::new();
    let here = folder.path().to_str().unwrap();
    undercroft(&["check", "nowhere.toml"]).fails(1, &["nowhere.toml", "no such file"]);
    undercroft(&["generate", "nowhere.toml"]).fails(1, &["nowhere.toml", "no such file"]);
    undercroft(&["check", here]).fails(1, &[here, "no content files here"]);
    undercroft(&["generate", &format!("{here}/")]).fails(1, &[here, "is a directory"]);
    let large = folder.file("large.toml", vec![b'#'; 5 << 20]);
    undercroft(&["check", &large]).fails(1, &["larger than 4 MiB"]);
    let other = folder.file("other.toml", "colour = \"red\"\n");
    undercroft(&["check", &other]).fails(1, &["unrecognised file type; expected a recipe"]);
    folder.file("den", recipe(""));
    undercroft_in(folder.path(), &["generate", "den"]).fails(2, &["write ./den"]);
}

#[test]
fn unwritable_destinations_are_named() {
    let folder = Folder::new();
    folder.file("file", "");
    for format in ["txt", "json", "png"] {
        let missing = format!("nowhere/level.{format}");
        undercroft_in(folder.path(), &["generate", "--out", &missing]).fails(1, &["--out", "no directory nowhere"]);
        let below = format!("file/level.{format}");
        undercroft_in(folder.path(), &["generate", "--out", &below]).fails(1, &["--out", "not a directory"]);
    }
    undercroft_in(folder.path(), &["generate", "--count", "3", "--out", "nowhere/level.png"]).fails(1, &["nowhere"]);
    undercroft_in(folder.path(), &["generate", "--out", "."]).fails(1, &["--out", "is a directory"]);
    undercroft_in(folder.path(), &["generate", "--out", ""]).fails(2, &["--out"]);
    assert_eq!(folder.names(), ["file"], "leftover files");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_undercroft"))
        .args(["generate", "caves", "--seed", "1"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(1));
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(said.contains("error: cannot write to standard output: the disk is full"), "{said}");
    undercroft(&["generate", "--out", "/dev/full"]).fails(1, &["--out /dev/full: the disk is full"]);
}

/// Generates a level and judges it.
#[track_caller]
fn good_level(arguments: &[&str]) {
    let ran = undercroft(&[&["generate"], arguments, &["--seed", "1", "--format", "json"]].concat()).ok();
    judge_json(ran.text().trim_end()).unwrap_or_else(|broken| panic!("{arguments:?}: {broken}"));
}

#[test]
fn impossible_rooms_are_refused() {
    let rooms = |settings: &[&str]| -> Vec<String> {
        let settings = settings.iter().flat_map(|setting| ["--set".to_owned(), format!("rooms.{setting}")]);
        ["generate".to_owned(), "rooms".to_owned()].into_iter().chain(settings).collect()
    };
    for (settings, words) in [
        (&["attempts=0"][..], &["attempts: 0", "from 1 to"][..]),
        (&["attempts=-5"], &["--set"]),
        (&["attempts=4294967295"], &["attempts", "from 1 to"]),
        (&["min-side=0"], &["min-side: 0", "from 1 to"]),
        (&["min-side=20"], &["min-side: 20 is above `max-side`, which is 16"]),
        (&["max-side=3"], &["is above `max-side`, which is 3"]),
        (&["min-side=100", "max-side=120"], &["too small", "at least"]),
        (&["min-side=4294967295", "max-side=4294967295"], &["from 1 to"]),
        (&["tile=wall"], &["tile"]),
    ] {
        let arguments = rooms(settings);
        undercroft(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).fails(2, words);
    }
}

#[test]
fn extreme_rooms_give_levels() {
    // A single room has no long path, but a level never fails because of its stairs.
    good_level(&["rooms", "--set", "rooms.attempts=1", "--set", "stairs.walk=0"]);
    good_level(&["rooms", "--set", "rooms.attempts=1"]);
    good_level(&["rooms", "--set", "rooms.attempts=100000"]);
    good_level(&["rooms", "--size", "40x40", "--set", "rooms.max-side=5000"]);
    good_level(&["rooms", "--set", "rooms.min-side=1", "--set", "rooms.max-side=1"]);
    // Either setting is valid only together with the other, in any order.
    good_level(&["rooms", "--set", "rooms.min-side=17", "--set", "rooms.max-side=20"]);
    good_level(&["rooms", "--set", "rooms.max-side=3", "--set", "rooms.min-side=2"]);
    undercroft(&["generate", "rooms", "--size", "10x10", "--set", "rooms.max-side=50", "--set", "rooms.min-side=50"])
        .fails(2, &["10x10 is too small", "at least 52x52"]);
}

#[test]
fn partitions_from_one_to_a_hundred_give_levels_or_clear_errors() {
    let partitions = |columns: &str, rows: &str, more: &[&str]| {
        let (columns, rows) = (format!("partitions.columns={columns}"), format!("partitions.rows={rows}"));
        let mut arguments = vec!["generate", "caverns", "--seed", "1", "--format", "json"];
        arguments.extend(["--set", &columns, "--set", &rows]);
        arguments.extend(more);
        undercroft(&arguments)
    };
    let level = partitions("1", "1", &[]).ok();
    judge_json(level.text().trim_end()).unwrap_or_else(|broken| panic!("{broken}"));
    partitions("100", "100", &[]).fails(2, &["60x30 is too small", "at least"]);
    let large = partitions("100", "100", &["--size", "1200x900"]).ok();
    let large = judge_json(large.text().trim_end()).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(large.rooms.len() > 9_000, "{} rooms", large.rooms.len());
    partitions("0", "3", &[]).fails(2, &["columns: 0", "from 1 to"]);
    partitions("4294967295", "3", &[]).fails(2, &["columns", "from 1 to"]);
}

#[test]
fn a_step_that_needs_rooms_names_the_steps_that_provide_them() {
    let folder = Folder::new();
    let path =
        folder.file("test.toml", recipe("[[step]]\ndo = \"fill\"\ntile = \"floor\"\n[[step]]\ndo = \"halls\"\n"));
    undercroft(&["generate", &path]).fails(1, &["`halls` needs rooms", "put one of these before it", "`rooms`"]);
}

#[test]
fn a_vault_that_can_never_fit_is_refused_and_one_that_rarely_fits_is_skipped_unless_required() {
    let folder = Folder::new();
    let (wall, inside) = ("#".repeat(40), ".".repeat(38));
    let door = format!("{}+{}", "#".repeat(20), "#".repeat(19));
    let vault = format!("[[step.vault]]\nname = \"long\"\nmap = \"\"\"\n{wall}\n#{inside}#\n{door}\"\"\"\n");
    let steps = |more: &str| {
        let ground = "[[step]]\ndo = \"rooms\"\nmax-side = 6\n[[step]]\ndo = \"halls\"\n";
        recipe(&format!("{ground}[[step]]\ndo = \"stamp\"\nplace = \"rock\"\n{more}\n{vault}"))
    };
    let optional = folder.file("optional.toml", steps(""));
    undercroft(&["generate", &optional]).fails(1, &["`long` is 40x3", "never fits on a level of 30x20"]);
    good_level(&[&optional, "--size", "60x50"]);
    // Thirty rooms leave no rock for it.
    let required = folder.file("required.toml", steps("required = true").replace("30x20", "44x20"));
    undercroft(&["generate", &required, "--seed", "1"]).fails(1, &["drafts passed", "stamp", "vaults fit"]);
    undercroft(&["check", &required]).fails(1, &["required.toml: ", "drafts passed", "vaults fit"]);
}

#[test]
fn errors_in_vault_files_have_a_position() {
    let folder = Folder::new();
    let path = folder.file("crypt.toml", "name = \"crypt\"\nmap = \"\"\"\n#+#\n#?#\n###\"\"\"\n");
    undercroft(&["check", &path]).fails(1, &["crypt.toml:4:2:", "legend"]);
    let path = folder.file("crypt.toml", "name = \"crypt\"\nmpa = \"\"\nmap = \"\"\n");
    undercroft(&["check", &path]).fails(1, &["crypt.toml:2:1:", "did you mean `map`?"]);
}

#[test]
fn escape_sequences_in_files_are_refused_and_never_printed() {
    let folder = Folder::new();
    let bad = recipe("[[step]]\ndo = \"rooms\"\n").replace("A test.", "\\u001b[2J");
    folder.file("bad.toml", &bad);
    let ran = undercroft_in(folder.path(), &["generate", "./bad.toml"]);
    ran.fails(1, &["bad.toml:2:15", "control character"]);
    let ran = undercroft_in(folder.path(), &["generate", "./\u{1b}[2J.toml"]).fails(1, &["no such file"]);
    assert!(!ran.err.contains("\u{1b}[2J"), "{:?}", ran.err);
}

#[test]
fn ten_thousand_steps_are_refused() {
    let folder = Folder::new();
    folder.file("long.toml", recipe(&"[[step]]\ndo = \"rooms\"\n".repeat(10_000)));
    undercroft_in(folder.path(), &["generate", "./long.toml"]).fails(1, &["10000 steps are too many", "1000"]);
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_at_once() {
    let folder = Folder::new();
    let pipe = folder.path().join("pipe.toml");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("every Unix has mkfifo");
    assert!(made.success());
    let refused = |arguments: &[&str]| drop(undercroft_in(folder.path(), arguments).fails(1, &["not a regular file"]));
    refused(&["generate", "./pipe.toml"]);
    refused(&["generate", "--tileset", "./pipe.toml"]);
    refused(&["generate", "--plan", "./pipe.toml"]);
    refused(&["generate", "--out", "x.png", "--art", "./pipe.toml"]);
    refused(&["replay", "--verify", "./pipe.toml"]);
    refused(&["replay", "--verify", "/dev/zero"]);
}

#[test]
fn a_strangers_replay_only_reads_a_plan_beside_it() {
    let folder = Folder::new();
    let plan = "name = \"x\"\ndescription = \"x\"\nlevels = 1\n[[stretch]]\ndepths = \"0\"\nrecipe = \"caves\"\n";
    for place in ["mine", "theirs"] {
        std::fs::create_dir(folder.path().join(place)).unwrap();
    }
    folder.file("mine/x.toml", plan);
    let play =
        ["simulate", "--plan", "mine/x.toml", "--games", "1", "--seed", "1", "--turns", "5", "--replays", "theirs"];
    undercroft_in(folder.path(), &play).ok();
    let replays: Vec<_> = std::fs::read_dir(folder.path().join("theirs")).unwrap().flatten().collect();
    let replay = replays.first().expect("one game was played").path().display().to_string();
    let verify = |more: &[&str]| undercroft_in(folder.path(), &[&["replay", "--verify", &replay], more].concat());
    verify(&[]).fails(1, &["is not beside the replay", "--plan"]);
    verify(&["--plan", "mine/x.toml"]).ok();
    folder.file("theirs/x.toml", plan);
    verify(&[]).ok();
}
