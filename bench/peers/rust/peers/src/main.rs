//! The other systems that are Rust crates, and plain ports of the source chapters.

mod chapters;
mod generators;
mod noises;
mod paths;
mod sights;

use std::process::ExitCode;

use peers_harness::System;

/// What each can do. The notes go into the results.
const SYSTEMS: &[System] = &[
    System {
        kind: "smooth",
        name: "mapgen",
        note: "its fifteen passes cannot be fewer: a fifteenth of them",
        make: generators::mapgen_smooth,
    },
    System {
        kind: "smooth",
        name: "here_be_dragons",
        note: "its fifteen passes cannot be fewer: a fifteenth of them",
        make: generators::dragons_smooth,
    },
    System {
        kind: "smooth",
        name: "terrain-forge",
        note: "fill and passes less a fill alone; a map of its own",
        make: generators::forge_smooth,
    },
    System {
        kind: "smooth",
        name: "cellular_maps",
        note: "in place, so that a pass reads its own changes; another rule; a map of its own",
        make: generators::maps_smooth,
    },
    System { kind: "smooth", name: "Zircon chapter", note: "hash maps", make: chapters::zircon::smooth },
    System {
        kind: "cave",
        name: "mapgen + cull",
        note: "8 of 15 passes counted; keeps the part nearest the centre, eight-way; no stairs, no checks",
        make: generators::mapgen_cave,
    },
    System {
        kind: "cave",
        name: "here_be_dragons + cull",
        note: "8 of 15 passes counted; keeps the part nearest the centre, eight-way; no stairs, no checks",
        make: generators::dragons_cave,
    },
    System {
        kind: "cave",
        name: "terrain-forge + connect",
        note: "joins only parts that one wall separates; no stairs, no checks",
        make: generators::forge_cave,
    },
    System {
        kind: "cave",
        name: "cellular_maps",
        note: "not connected, not seedable; no stairs, no checks",
        make: generators::maps_cave,
    },
    System {
        kind: "cave",
        name: "Zircon chapter",
        note: "not connected; no stairs, no checks",
        make: chapters::zircon::cave,
    },
    System {
        kind: "part",
        name: "mapgen + cull",
        note: "8 of 15 passes counted; keeps the part nearest the centre, eight-way; no stairs, no checks",
        make: generators::mapgen_cave,
    },
    System {
        kind: "part",
        name: "here_be_dragons + cull",
        note: "8 of 15 passes counted; keeps the part nearest the centre, eight-way; no stairs, no checks",
        make: generators::dragons_cave,
    },
    System {
        kind: "rooms",
        name: "DunGen chapter",
        note: "as many attempts; no stairs, no checks",
        make: chapters::dungen::rooms,
    },
    System {
        kind: "rooms",
        name: "mapgen",
        note: "30 attempts, whatever the map; no stairs, no checks",
        make: generators::mapgen_rooms,
    },
    System {
        kind: "rooms",
        name: "here_be_dragons",
        note: "30 attempts, whatever the map; no stairs, no checks",
        make: generators::dragons_rooms,
    },
    System {
        kind: "rooms",
        name: "terrain-forge",
        note: "a third of the attempts as rooms at most, three tries for each; no stairs, no checks",
        make: generators::forge_rooms,
    },
    System { kind: "caverns", name: "Prism chapter", note: "no stairs, no checks", make: chapters::prism::caverns },
    System {
        kind: "shallow",
        name: "Racket chapter",
        note: "not connected; no creatures, no items, no stairs, no checks",
        make: chapters::racket::cave,
    },
    System { kind: "perlin", name: "libnoise", note: "64-bit values", make: noises::libnoise_perlin },
    System { kind: "perlin", name: "noise-functions", note: "", make: noises::functions_perlin },
    System { kind: "perlin", name: "fastnoise-lite", note: "", make: noises::fastnoise_perlin },
    System { kind: "perlin", name: "bracket-noise", note: "", make: noises::bracket_perlin },
    System { kind: "perlin", name: "noise", note: "64-bit values", make: noises::noise_perlin },
    System { kind: "perlin", name: "terrain-forge", note: "64-bit values", make: noises::forge_perlin },
    System { kind: "simplex", name: "simdnoise SSE4.1", note: "SSE4.1 by hand", make: noises::simd_sse41 },
    System { kind: "simplex", name: "simdnoise AVX2", note: "AVX2 by hand", make: noises::simd_avx2 },
    System { kind: "simplex", name: "libnoise", note: "64-bit values", make: noises::libnoise_simplex },
    System { kind: "simplex", name: "noise-functions", note: "", make: noises::functions_simplex },
    System { kind: "simplex", name: "fastnoise-lite", note: "OpenSimplex2", make: noises::fastnoise_simplex },
    System { kind: "simplex", name: "bracket-noise", note: "", make: noises::bracket_simplex },
    System { kind: "simplex", name: "noise", note: "64-bit values", make: noises::noise_simplex },
    System { kind: "simplex", name: "terrain-forge", note: "64-bit values", make: noises::forge_simplex },
    System { kind: "largest", name: "terrain-forge", note: "lists of cells", make: paths::forge_largest },
    System { kind: "largest", name: "grid_pathfinding", note: "union-find of cells", make: paths::grid_largest },
    System { kind: "distance", name: "bracket-pathfinding", note: "", make: paths::bracket_distance },
    System { kind: "distance", name: "pathfinding", note: "dijkstra_all", make: paths::pathfinding_distance },
    System { kind: "distance", name: "terrain-forge", note: "", make: paths::forge_distance },
    System { kind: "path", name: "pathfinding", note: "", make: paths::pathfinding_path },
    System { kind: "path", name: "grid_pathfinding", note: "with its set-up", make: paths::grid_path },
    System {
        kind: "path",
        name: "grid_pathfinding set up",
        note: "jump points, components and neighbours worked out before, untimed",
        make: paths::grid_path_ready,
    },
    System { kind: "path", name: "bracket-pathfinding", note: "", make: paths::bracket_path },
    System { kind: "path", name: "terrain-forge", note: "", make: paths::forge_path },
    System { kind: "sight", name: "adam_fov_rs", note: "", make: sights::adam },
    System {
        kind: "sight",
        name: "doryen-fov",
        note: "recursive; clears the map before",
        make: sights::doryen_recursive,
    },
    System {
        kind: "sight",
        name: "doryen-fov restrictive",
        note: "clears the map before",
        make: sights::doryen_restrictive,
    },
    System { kind: "sight", name: "symmetric-shadowcasting", note: "", make: sights::symmetric },
    System { kind: "sight", name: "bracket-pathfinding", note: "recursive", make: sights::bracket_recursive },
    System { kind: "sight", name: "bracket symmetric", note: "", make: sights::bracket_symmetric },
];

fn main() -> ExitCode {
    // A panicking peer is reported as an answer; its message would only clutter the output.
    std::panic::set_hook(Box::new(|_| ()));
    peers_harness::run(SYSTEMS)
}
