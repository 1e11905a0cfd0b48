//! The command as people and scripts use it.

use std::process::{Command, Stdio};

use crate::common::{Folder, recipes, undercroft, undercroft_in};
use undercroft_testing::{PlainLevel, judge_json};

#[test]
fn without_arguments_it_prints_a_level_and_suggestions() {
    let ran = undercroft(&[]).ok();
    assert!(ran.text().lines().count() >= 20, "not a level:\n{}", ran.text());
    assert!(!ran.text().contains('\x1b'), "colours in a pipe");
    for word in ["seed", "undercroft generate", "undercroft list recipes", "undercroft explain"] {
        assert!(ran.err.contains(word), "`{word}` is missing:\n{}", ran.err);
    }
    assert!(!ran.err.contains("\\u{1b}") && !ran.err.contains('\x1b'), "colours are escaped:\n{}", ran.err);
}

#[test]
fn a_seed_gives_the_same_level_every_time() {
    for seed in ["42", "a walk in the dark", "0", "-1", "18446744073709551615", "", "Süß"] {
        let runs = [(); 2].map(|()| undercroft(&["generate", "caves", "--seed", seed]).ok());
        assert_eq!(runs[0].out, runs[1].out, "seed {seed:?}");
        assert!(runs[0].err.contains(&format!("seed: {seed}")), "{}", runs[0].err);
    }
}

#[test]
fn a_random_seed_is_printed_and_gives_the_level_again() {
    let fresh = undercroft(&["generate", "caves"]).ok();
    let seed = fresh.err.trim().strip_prefix("seed: ").unwrap_or_else(|| panic!("no seed is printed: {}", fresh.err));
    let again = undercroft(&["generate", "caves", "--seed", seed]).ok();
    assert_eq!(fresh.text(), again.text());
    assert_ne!(fresh.text(), undercroft(&["generate", "caves"]).ok().text(), "two random seeds gave the same level");
}

#[test]
fn plain_text_has_the_given_size() {
    let ran = undercroft(&["generate", "caves", "--seed", "1", "--size", "33x17"]).ok();
    let lines: Vec<&str> = ran.text().lines().collect();
    assert_eq!(lines.len(), 17);
    assert!(lines.iter().all(|line| line.len() == 33 && line.is_ascii()), "{}", ran.text());
}

#[test]
fn depths_and_seeds_give_different_levels() {
    let level = |more: &[&str]| {
        let arguments = [&["generate", "caves", "--size", "40x20"], more].concat();
        undercroft(&arguments).ok().text().to_owned()
    };
    let levels = [
        level(&["--seed", "1"]),
        level(&["--seed", "2"]),
        level(&["--seed", "1", "--depth", "2"]),
        level(&["--seed", "1", "--depth", "0"]),
        level(&["--seed", "1", "--set", "scatter.chance=0.45"]),
    ];
    for (index, one) in levels.iter().enumerate() {
        assert!(!levels[..index].contains(one), "two levels are the same:\n{one}");
    }
    assert_eq!(levels[0], level(&["--seed", "1", "--depth", "1"]));
}

#[test]
fn seeds_count_up_and_json_has_a_line_for_each_level() {
    let batch = undercroft(&["generate", "caves", "--seed", "41", "--count", "3", "--format", "json"]).ok();
    let single = undercroft(&["generate", "caves", "--seed", "42", "--format", "json"]).ok();
    let lines: Vec<&str> = batch.text().lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1], single.text().trim_end());
    let texts = undercroft(&["generate", "caves", "--seed", "moss", "--count", "2", "--format", "json"]).ok();
    let seeds: Vec<String> = texts.text().lines().map(|line| judge_json(line).unwrap().seed).collect();
    assert_eq!(seeds, ["moss", "moss-1"]);
}

/// More levels than are generated at once.
#[test]
fn many_levels_are_in_the_order_of_their_seeds() {
    let level =
        |more: &[&str]| undercroft(&[&["generate", "caves", "--size", "24x16", "--format", "json"], more].concat());
    let many = level(&["--seed", "1", "--count", "600"]).ok();
    let lines: Vec<&str> = many.text().lines().collect();
    let seeds: Vec<String> = lines.iter().map(|line| judge_json(line).unwrap().seed).collect();
    assert_eq!(seeds, (1..=600).map(|seed| seed.to_string()).collect::<Vec<_>>());
    for seed in [1, 255, 256, 257, 258, 511, 512, 513, 514, 600] {
        let one = level(&["--seed", &seed.to_string()]).ok();
        assert_eq!(lines[seed - 1], one.text().trim_end());
    }
}

#[test]
fn levels_before_one_that_fails_are_written() {
    let folder = Folder::new();
    let recipe = "name = \"picky\"\ndescription = \"x\"\nsize = \"40x30\"\nattempts = 1\n[require]\nrooms = \"4..\"\n\
                  [[step]]\ndo = \"rooms\"\n[[step]]\ndo = \"halls\"\n";
    let recipe = folder.file("picky.toml", recipe);
    let ran = undercroft(&["generate", &recipe, "--seed", "1", "--count", "600", "--format", "json"]);
    let ran = ran.fails(1, &["require: rooms = "]);
    let (_, rest) = ran.err.split_once("`picky`, seed ").expect("the error names the seed");
    let failed: usize = rest.split(',').next().unwrap().parse().unwrap();
    assert!(failed > 1, "even the first level fails");
    assert_eq!(ran.text().lines().count(), failed - 1);
}

#[test]
fn several_levels_as_text_have_headings_and_gaps() {
    let ran = undercroft(&["generate", "caves", "--seed", "8", "--count", "2", "--size", "20x9"]).ok();
    let lines: Vec<&str> = ran.text().lines().collect();
    assert_eq!(lines.len(), 1 + 9 + 1 + 1 + 9);
    assert_eq!((lines[0], lines[10], lines[11]), ("caves, seed 8, depth 1", "", "caves, seed 9, depth 1"));
}

#[test]
fn formats_can_be_chosen() {
    let form = |format: &str| undercroft(&["generate", "caves", "--seed", "1", "--format", format]).ok();
    assert!(form("ascii").text().is_ascii());
    assert!(form("unicode").text().contains('·'));
    assert!(form("ansi").text().contains("\x1b["), "colours that were chosen are kept in a pipe");
    judge_json(form("json").text().trim_end()).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(form("png").out.starts_with(b"\x89PNG\r\n\x1a\n"));
}

#[test]
fn the_usual_variables_control_colours() {
    let run = |variable: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_undercroft"));
        let output = command.args(["generate", "caves", "--seed", "1"]).env_remove("NO_COLOR").env(variable, "1");
        String::from_utf8(output.output().unwrap().stdout).unwrap()
    };
    assert!(run("CLICOLOR_FORCE").contains("\x1b["));
    assert!(!run("NO_COLOR").contains('\x1b'));
}

#[test]
fn the_extension_chooses_the_format() {
    let folder = Folder::new();
    for (name, beginning) in [("a.txt", "####"), ("a.ans", "\x1b["), ("a.json", "{\"format\""), ("plain", "####")] {
        undercroft_in(folder.path(), &["generate", "caves", "--seed", "1", "--out", name]).ok();
        let text = folder.read_text(name);
        assert!(text.starts_with(beginning), "{name} starts with {:?}", &text[..20]);
    }
    undercroft_in(folder.path(), &["generate", "caves", "--out", "A.PNG"]).ok();
    assert!(folder.read("A.PNG").starts_with(b"\x89PNG"));
    assert_eq!(folder.names(), ["A.PNG", "a.ans", "a.json", "a.txt", "plain"], "leftover files");
}

#[test]
fn pictures_are_numbered_so_that_they_sort() {
    let folder = Folder::new();
    let arguments = ["generate", "caves", "--seed", "1", "--size", "12x9", "--count", "11", "--out", "level.png"];
    undercroft_in(folder.path(), &arguments).ok();
    let names: Vec<String> = (1..=11).map(|number| format!("level-{number:02}.png")).collect();
    assert_eq!(folder.names(), names);
    undercroft_in(folder.path(), &["generate", "caves", "--seed", "4", "--size", "12x9", "--out", "four.png"]).ok();
    let picture = |name: &str| folder.read(name);
    assert_eq!(picture("four.png"), picture("level-04.png"));
}

#[test]
fn scale_and_projection_change_the_picture() {
    let size = |more: &[&str]| {
        let ran = undercroft(&[&["generate", "caves", "--seed", "1", "--format", "png"], more].concat()).ok();
        let header = png::Decoder::new(std::io::Cursor::new(&ran.out)).read_info().unwrap();
        (header.info().width, header.info().height, ran.out)
    };
    let usual = size(&[]);
    let large = size(&["--scale", "3"]);
    assert_eq!((usual.0 * 3, usual.1 * 3), (large.0, large.1));
    assert_ne!(usual.2, size(&["--projection", "oblique"]).2);
    assert_eq!(usual.2, size(&["--projection", "top-down", "--scale", "1"]).2);
}

#[test]
fn a_run_that_fails_leaves_the_old_file() {
    let folder = Folder::new();
    folder.file("level.txt", "before");
    undercroft_in(folder.path(), &["generate", "caves", "--seed", "1", "--out", "level.txt"]).ok();
    let level = folder.read_text("level.txt");
    assert!(level.starts_with("####") && !level.contains("before"));
    let steps = "[[step]]\ndo = 'scatter'\n[[step]]\ndo = 'connect'\n[[step]]\ndo = 'stairs'\n";
    let recipe = format!(
        "name = 'never'\ndescription = 'Requires too much.'\nsize = '20x20'\n{steps}[require]\nrooms = '9..'\n"
    );
    folder.file("never.toml", &recipe);
    undercroft_in(folder.path(), &["generate", "never.toml", "--seed", "1", "--out", "level.txt"]).fails(1, &["rooms"]);
    assert_eq!(folder.read_text("level.txt"), level);
    assert_eq!(folder.names(), ["level.txt", "never.toml"]);
}

#[cfg(unix)]
#[test]
fn new_files_have_the_usual_permissions_and_links_stay_links() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.file("usual", "");
    std::os::unix::fs::symlink(folder.at("behind.txt"), folder.at("link.txt")).unwrap();
    folder.file("behind.txt", "before");
    for name in ["new.txt", "link.txt"] {
        undercroft_in(folder.path(), &["generate", "caves", "--seed", "1", "--out", name]).ok();
    }
    let mode = |name: &str| std::fs::metadata(folder.at(name)).unwrap().permissions().mode();
    assert_eq!(mode("new.txt"), mode("usual"));
    assert!(std::fs::symlink_metadata(folder.at("link.txt")).unwrap().is_symlink());
    assert!(folder.read_text("behind.txt").starts_with("####"));
}

#[cfg(unix)]
#[test]
fn devices_are_written_to_rather_than_replaced() {
    let ran = undercroft(&["generate", "caves", "--seed", "1", "--out", "/dev/null"]).ok();
    assert!(ran.out.is_empty());
    use std::os::unix::fs::FileTypeExt;
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[test]
fn a_dash_means_standard_output() {
    let there = undercroft(&["generate", "caves", "--seed", "1"]).ok();
    assert_eq!(there.out, undercroft(&["generate", "caves", "--seed", "1", "--out", "-"]).ok().out);
}

#[test]
fn a_window_of_a_bounded_level_has_rock_around_it() {
    let whole = undercroft(&["generate", "caves", "--seed", "3", "--size", "40x20"]).ok();
    let whole: Vec<&[u8]> = whole.text().lines().map(str::as_bytes).collect();
    let part = undercroft(&["generate", "caves", "--seed", "3", "--size", "40x20", "--window=-3,-2,50,30"]).ok();
    for (y, line) in part.text().lines().enumerate() {
        for (x, glyph) in line.bytes().enumerate() {
            let there = y.checked_sub(2).and_then(|y| whole.get(y)).zip(x.checked_sub(3));
            let expected = there.and_then(|(row, x)| row.get(x)).copied().unwrap_or(b'#');
            assert_eq!(glyph, expected, "at ({x}, {y}) of\n{}", part.text());
        }
    }
    for window in ["--window=-3,-2,50,30", "--window=10,5,8,6"] {
        let json =
            undercroft(&["generate", "caves", "--seed", "3", "--size", "40x20", window, "--format", "json"]).ok();
        let level = PlainLevel::from_json(json.text().trim_end()).unwrap_or_else(|broken| panic!("{broken}"));
        let origin = if window.contains("10,5") { (10, 5) } else { (-3, -2) };
        assert_eq!(level.origin, origin);
    }
    // A value may start with a hyphen, and windows reach as far as coordinates do.
    undercroft(&["generate", "caves", "--window", "-64,-64,256,256"]).ok();
    undercroft(&["generate", "caves", "--window=-2147483648,2147483600,20,20"]).ok();
}

#[test]
fn settings_may_come_in_any_order_and_more_than_once() {
    let level = |settings: &[&str]| {
        let mut arguments = vec!["generate", "caves", "--seed", "1"];
        settings.iter().for_each(|setting| arguments.extend(["--set", setting]));
        undercroft(&arguments).ok().out
    };
    assert_eq!(
        level(&["scatter.chance=0.45", "smooth.passes=3"]),
        level(&["smooth.passes=3", "scatter.chance=0.2", "scatter.chance=0.45"])
    );
}

#[test]
fn a_recipe_file_works_like_a_built_in_recipe() {
    let folder = Folder::new();
    let text = "name = \"den\"\ndescription = \"A den.\"\nsize = \"30x12\"\n\
                [[step]]\ndo = \"fill\"\ntile = \"floor\"\n[[step]]\ndo = \"connect\"\n[[step]]\ndo = \"stairs\"\n";
    let path = folder.file("den.toml", text);
    assert_eq!(undercroft(&["generate", &path, "--seed", "1"]).ok().text().lines().count(), 12);
    assert!(undercroft_in(folder.path(), &["explain", "den.toml"]).ok().text().contains("A den."));
    let checked = undercroft_in(folder.path(), &["check", "den.toml"]).ok();
    assert!(checked.text().starts_with("den.toml: ok, recipe `den`"), "{}", checked.text());
}

#[test]
fn pinned_cells_stay_and_the_rest_is_generated_around_them() {
    let folder = Folder::new();
    let rows = ["###########", "#.........#", "#..O...O..+", "#....~....#", "#####+#####"];
    let drawing: String = rows.iter().map(|row| format!("{:30}{row}\n", "")).collect();
    let pins = folder.file("pins.txt", "\n".repeat(14) + &drawing);
    let tmx = folder.at("level.tmx").display().to_string();
    for recipe in ["halls", "caves", "rooms", "bsp", "vaults"] {
        let level = undercroft(&["generate", recipe, "--seed", "1", "--pins", &pins]).ok();
        let text = level.text();
        for (line, row) in text.lines().skip(14).zip(rows) {
            let found = &line[30..41];
            let alike = found
                .chars()
                .zip(row.chars())
                .all(|(found, drawn)| found == drawn || drawn == '.' && "@<>".contains(found));
            assert!(alike, "{found} instead of {row} on {recipe}:\n{text}");
        }
        let open = text.chars().filter(|glyph| *glyph == '.').count();
        assert!(open > 400, "{open} open cells on {recipe}:\n{text}");
    }
    // A map that we wrote is kept as a whole.
    undercroft(&["generate", "bsp", "--seed", "1", "--size", "40x30", "--out", &tmx]).ok();
    let again = ["generate", "caves", "--seed", "2", "--size", "40x30", "--pins", &tmx];
    undercroft(&again).ok();
    let broken = folder.file("broken.tmx", "<map width='3' height='3'");
    undercroft(&["generate", "--pins", &broken]).fails(1, &["--pins", "broken.tmx", "invalid tmx file"]);
    undercroft(&["generate", "--pins", &pins, "--size", "20x20"]).fails(2, &["`pins`", "too small"]);
    undercroft(&["generate", "--pins", "missing.tmx"]).fails(1, &["missing.tmx"]);
    undercroft(&["generate", "--plan", "undercroft", "--pins", &pins]).fails(2, &["--pins"]);
}

#[test]
fn a_mission_is_drawn_as_a_graph() {
    let folder = Folder::new();
    let file = |name: &str| folder.at(name).display().to_string();
    undercroft(&["explain", "one-way-loop", "--out", &file("graph.svg")]).ok();
    let svg = folder.read_text("graph.svg");
    assert!(["one-way-loop", "gate", "lever", "goal"].iter().all(|word| svg.contains(word)), "{svg}");
    undercroft(&["explain", "one-way-loop", "--out", &file("graph.png")]).ok();
    assert!(folder.read("graph.png").starts_with(b"\x89PNG"));
    undercroft(&["explain", "one-way-loop", "--out", &file("graph.txt")]).fails(2, &["--out", ".svg or .png"]);
    undercroft(&["explain", "caves", "--out", &file("graph.svg")]).fails(2, &["no mission is called `caves`"]);
}

#[test]
fn lists_have_a_line_for_each_entry() {
    let lines =
        |what: &str| -> Vec<String> { undercroft(&["list", what]).ok().text().lines().map(str::to_owned).collect() };
    assert!(lines("recipes").iter().any(|line| line.starts_with("caves  ") && line.ends_with('.')));
    assert!(lines("steps").iter().any(|line| line.starts_with("smooth  ")));
    assert!(lines("tiles").iter().any(|line| line.starts_with("stairs-down  ") && line.contains('>')));
    let all = undercroft(&["list"]).ok();
    assert!(["recipes", "steps", "tiles"].iter().all(|what| all.text().contains(what)), "{}", all.text());
}

#[test]
fn every_recipe_and_step_is_explained() {
    for name in recipes() {
        let ran = undercroft(&["explain", &name]).ok();
        let sample = ran.text().lines().filter(|line| line.len() >= 60 && !line.contains("  ")).count();
        assert!(ran.text().contains("a recipe for levels of") && sample >= 10, "{}", ran.text());
    }
    for line in undercroft(&["list", "steps"]).ok().text().lines() {
        let name = line.split("  ").next().unwrap();
        let ran = undercroft(&["explain", name]).ok();
        assert!(ran.text().contains(&format!("do = \"{name}\"")), "{}", ran.text());
    }
}

#[test]
fn the_commands_in_an_explanation_work() {
    let ran = undercroft(&["explain", "caves"]).ok();
    let lines: Vec<&str> = ran.text().lines().collect();
    let commands = lines.iter().filter_map(|line| line.split_once(": undercroft "));
    let mut count = 0;
    for (_, command) in commands {
        undercroft(&command.split(' ').collect::<Vec<_>>()).ok();
        count += 1;
    }
    assert_eq!(count, 2, "{}", ran.text());
}

#[test]
fn the_built_in_content_is_valid() {
    let content = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/mapgen/content");
    let mut arguments = vec!["check".to_owned()];
    for folder in std::fs::read_dir(content).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            arguments.push(file.unwrap().path().to_str().unwrap().to_owned());
        }
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    assert_eq!(undercroft(&arguments).ok().text().matches(": ok, ").count(), arguments.len() - 1);
}

#[test]
fn completions_and_manual_pages_are_generated() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(undercroft(&["completions", shell]).ok().text().contains("generate"), "{shell}");
    }
    assert!(undercroft(&["man"]).ok().text().contains(".SH EXAMPLES"));
    let folder = Folder::new();
    undercroft(&["man", "--out", folder.path().to_str().unwrap()]).ok();
    let names = folder.names();
    for page in ["undercroft.1", "undercroft-generate.1", "undercroft-check.1"] {
        assert!(names.iter().any(|name| name == page), "no {page} in {names:?}");
    }
    let nowhere = folder.at("nowhere");
    undercroft(&["man", "--out", nowhere.to_str().unwrap()]).fails(1, &["no directory"]);
}

#[test]
fn help_and_version_go_to_standard_output() {
    for command in ["generate", "list", "explain", "check", "completions", "man"] {
        let ran = undercroft(&[command, "--help"]).ok();
        assert!(ran.text().contains("Usage: undercroft") && ran.err.is_empty(), "{command}");
    }
    let help = undercroft(&["--help"]).ok();
    assert!(help.text().contains("Exit status: 0"), "{}", help.text());
    assert!(undercroft(&["--version"]).ok().text().starts_with("undercroft "));
    assert!(undercroft(&["--version"]).ok().text().contains("generator version 2, rules version"));
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    for arguments in ["generate caves --count 500", "generate caves --count 500 --format json", "list tiles", "man"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_undercroft"))
            .args(arguments.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut reader = child.stdout.take().unwrap();
        std::io::Read::read_exact(&mut reader, &mut [0; 10]).unwrap();
        drop(reader);
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "`{arguments}`: {said}");
        assert!(!said.contains("error") && !said.contains("panic"), "`{arguments}`: {said}");
    }
}

#[test]
fn a_closed_standard_error_is_not_a_failure() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ran = Command::new(env!("CARGO_BIN_EXE_undercroft"))
        .args(["generate", "caves", "--seed", "1"])
        .stderr(writer)
        .output()
        .unwrap();
    assert!(ran.status.success() && ran.stdout.starts_with(b"####"));
}
