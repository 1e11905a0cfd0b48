//! Undercroft beside its peers, called as a user of the library would.
//!
//! Besides the tasks shared with peers: `growth SIDE` builds one cave and reports its cost and peak memory, `batch N`
//! generates N caves, `rows N` writes them with serde_json as rows of small arrays.

mod alone;
mod grids;
mod levels;
mod noises;

use std::process::ExitCode;

use peers_harness::System;

/// All tasks that Undercroft does.
const SYSTEMS: &[System] = &[
    System { kind: "smooth", name: "undercroft", note: "", make: grids::smooth },
    System { kind: "cave", name: "undercroft", note: "all parts joined by tunnels", make: levels::caves },
    System { kind: "part", name: "undercroft", note: "", make: levels::largest_part },
    System { kind: "rooms", name: "undercroft", note: "", make: levels::rooms },
    System { kind: "caverns", name: "undercroft", note: "", make: levels::caverns },
    System { kind: "shallow", name: "undercroft", note: "", make: levels::shallow_cave },
    System { kind: "perlin", name: "undercroft", note: "", make: noises::perlin },
    System { kind: "simplex", name: "undercroft", note: "", make: noises::simplex },
    System { kind: "largest", name: "undercroft", note: "", make: grids::largest },
    System { kind: "distance", name: "undercroft", note: "", make: grids::distance },
    System { kind: "path", name: "undercroft", note: "", make: grids::path },
    System { kind: "sight", name: "undercroft", note: "", make: grids::sight },
    System { kind: "endless", name: "undercroft", note: "", make: levels::endless_window },
    System {
        kind: "endless",
        name: "bounded noise",
        note: "the ground alone, with an edge",
        make: levels::bounded_noise,
    },
    System {
        kind: "endless",
        name: "bounded level",
        note: "a whole level, with all checks",
        make: levels::bounded_level,
    },
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match *words.as_slice() {
        [what @ ("growth" | "batch" | "rows"), number] => alone::run(what, number),
        _ => peers_harness::run(SYSTEMS),
    }
}
