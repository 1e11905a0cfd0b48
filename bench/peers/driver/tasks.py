"""The tasks, with their targets."""

from dataclasses import dataclass, field

GENERATORS = ("mapgen", "here_be_dragons", "terrain-forge", "cellular_maps", "rot-js", "malwoden")


@dataclass(frozen=True)
class Target:
    """A required speed-up over the best of these peers, or over the best peer that qualifies."""

    times: float
    against: str = "the best peer"
    names: tuple = ()
    but: tuple = ()

    def covers(self, name):
        return (not self.names or name.startswith(self.names)) and not (self.but and name.startswith(self.but))


@dataclass(frozen=True)
class Task:
    name: str
    title: str
    unit: str
    scale: float
    """Divides the nanoseconds of one call to give the unit."""
    samples: int
    """The most samples per round; each level has its own seed."""
    targets: tuple = ()
    left_out: dict = field(default_factory=dict)
    """Systems that run only with `--all`, and why."""

    @property
    def kind(self):
        return self.name.rsplit("-", 1)[0]

    @property
    def size(self):
        return self.name.rsplit("-", 1)[1].replace("x", "×")


def area(name):
    width, height = name.rsplit("-", 1)[1].split("x")
    return int(width) * int(height)


def per_cell(name, title, samples, **more):
    return Task(name, title, "ns per cell", area(name), samples, **more)


OVER_A_MINUTE = "over a minute per level"
TOO_LARGE = "gigabytes of hash maps"

TASKS = [
    per_cell("smooth-80x50", "one smoothing pass", 400),
    per_cell("smooth-512x512", "one smoothing pass", 100),
    per_cell(
        "smooth-4096x4096",
        "one smoothing pass",
        12,
        targets=(Target(15, "NumPy slices", ("NumPy",)), Target(150, "the best generator library", GENERATORS)),
        left_out={"Zircon chapter": TOO_LARGE, "malwoden": "many seconds per pass"},
    ),
    Task(
        "cave-80x50",
        "connected cave, 8 passes",
        "µs per level",
        1e3,
        200,
        targets=(Target(5, "the best connected peer"), Target(15, "mapgen with culling", ("mapgen",))),
    ),
    Task(
        "cave-512x512",
        "connected cave, 8 passes",
        "ms per level",
        1e6,
        40,
        targets=(Target(6, "the best connected peer"), Target(150, "mapgen with culling", ("mapgen",))),
        left_out={"rot-js + connect": "half a minute per level"},
    ),
    Task(
        "cave-4096x4096",
        "connected cave, 8 passes",
        "ms per level",
        1e6,
        3,
        targets=(Target(4, "the best connected peer"),),
        left_out={
            "mapgen + cull": OVER_A_MINUTE,
            "here_be_dragons + cull": OVER_A_MINUTE,
            "rot-js + connect": OVER_A_MINUTE,
            "malwoden + connect": OVER_A_MINUTE,
            "Zircon chapter": TOO_LARGE,
        },
    ),
    # What the fastest peers above do: fill in all but the largest component instead of digging tunnels.
    Task(
        "part-80x50",
        "largest component of a cave, 8 passes",
        "µs per level",
        1e3,
        200,
        targets=(Target(5, "the best connected peer"), Target(15, "mapgen with culling", ("mapgen",))),
    ),
    Task(
        "part-512x512",
        "largest component of a cave, 8 passes",
        "ms per level",
        1e6,
        40,
        targets=(Target(6, "the best connected peer"), Target(150, "mapgen with culling", ("mapgen",))),
    ),
    Task(
        "part-4096x4096",
        "largest component of a cave, 8 passes",
        "ms per level",
        1e6,
        3,
        targets=(Target(4, "the best connected peer"),),
        left_out={"mapgen + cull": OVER_A_MINUTE, "here_be_dragons + cull": OVER_A_MINUTE},
    ),
    Task(
        "rooms-80x70",
        "rooms and halls, 35 attempts",
        "µs per level",
        1e3,
        400,
        targets=(Target(1.5, "mapgen, unchecked", ("mapgen",)),),
    ),
    Task(
        "rooms-1000x1000",
        "rooms and halls, 4,000 attempts",
        "ms per level",
        1e6,
        20,
        targets=(Target(3, "the DunGen chapter, unchecked", ("DunGen",)),),
    ),
    per_cell("perlin-1024x1024", "Perlin noise", 40, targets=(Target(3),)),
    per_cell(
        "simplex-1024x1024",
        "simplex noise",
        40,
        targets=(
            Target(2, "the best scalar peer", but=("simdnoise",)),
            Target(1, "simdnoise's SSE4.1", ("simdnoise SSE4.1",)),
        ),
    ),
    per_cell("largest-4096x4096", "keep the largest component", 6, targets=(Target(6, "SciPy", ("SciPy",)),)),
    Task("distance-512x512", "distance field, four-way", "ns per floor cell", 0, 40, targets=(Target(4),)),
    Task("distance-2048x2048", "distance field, four-way", "ns per floor cell", 0, 8, targets=(Target(4),)),
    Task(
        "path-512x512",
        "shortest path corner to corner, four-way",
        "ms per path",
        1e6,
        60,
        targets=(Target(3, "the best optimal peer"),),
    ),
    Task(
        "sight-80x50",
        "field of view, radius 8",
        "µs per view",
        1e3,
        100,
        targets=(Target(1.5, "the best of any kind"), Target(4, "libtcod", ("tcod",))),
    ),
    Task(
        "sight-512x512",
        "field of view, radius 8",
        "µs per view",
        1e3,
        100,
        targets=(Target(1.5, "the best of any kind"), Target(100, "libtcod", ("tcod",))),
    ),
    Task("caverns-60x30", "rooms over pits", "µs per level", 1e3, 200),
    Task("shallow-80x50", "shallow cave from three noise slices", "µs per level", 1e3, 100),
    Task("shallow-512x512", "shallow cave from three noise slices", "ms per level", 1e6, 10),
]


def problem(task, seen):
    """Why a result does not qualify, or an empty string. `seen` is the judge's report."""
    width, height = (int(side) for side in task.name.rsplit("-", 1)[1].split("x"))
    ring = 2 if task.kind == "caverns" else 0
    if (seen["width"], seen["height"]) not in ((width, height), (width + ring, height + ring)):
        return f"its map is {seen['width']}×{seen['height']}"
    match task.kind:
        case "smooth" if seen["roughness"] > 0.4:
            return "it did not smooth"
        case "cave" | "part" | "rooms" if seen["open"] < width * height * 0.05:
            return "it made next to no open cells"
        case "cave" | "part" | "rooms" | "caverns" if seen["parts_eight"] > 1:
            return f"not connected: {seen['parts_eight']} components"
        case "largest" if seen["wrong"]:
            return f"{seen['wrong']} cells are wrong"
        case "distance" if seen["wrong"] > 1:
            return f"{seen['wrong']} distances are wrong"
        case "path" if not seen["valid"]:
            return "it found no path"
        case "path" if seen["steps"] != seen["shortest"]:
            return f"its path has {seen['steps']} steps, the shortest {seen['shortest']}"
        case "sight" if seen["far"] or seen["seen"] < 20:
            return "it sees too far, or too little"
        case "perlin" | "simplex" if seen["step"] > 0.2 or seen["least"] >= seen["most"]:
            return "the noise is not smooth"
    return ""


def remark(task, seen):
    """Anything else in the judge's report that readers should know."""
    match task.kind:
        case "cave" | "part" | "rooms" | "caverns" if seen["parts"] > 1:
            return f"{seen['parts']} components four-way"
        case "shallow" if seen["parts"] > 1:
            return f"{seen['parts']} components"
        case "distance" if seen["wrong"]:
            return "one distance is wrong"
        case "sight" if seen["one_way"]:
            return f"one-way {100 * seen['one_way'] / seen['pairs']:.1f}% of pairs"
        case "sight":
            return "symmetric"
    return ""
