"""What is measured: a row for each figure that was asked for, and a few more."""

from dataclasses import dataclass, field

GENERATORS = ("mapgen", "here_be_dragons", "terrain-forge", "cellular_maps", "rot-js", "malwoden")


@dataclass(frozen=True)
class Asked:
    """At least so many times as fast as the best of those peers, or of all that count."""

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
    """Nanoseconds of one call are divided by this to give the unit."""
    samples: int
    """At most, in a round; levels are of as many seeds."""
    asked: tuple = ()
    left_out: dict = field(default_factory=dict)
    """Systems that only `--all` runs, and why."""

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
    return Task(name, title, "ns a cell", area(name), samples, **more)


OVER_A_MINUTE = "over a minute a level"
TOO_LARGE = "gigabytes of hash maps"

TASKS = [
    per_cell("smooth-80x50", "one smoothing pass", 400),
    per_cell("smooth-512x512", "one smoothing pass", 100),
    per_cell(
        "smooth-4096x4096",
        "one smoothing pass",
        12,
        asked=(Asked(15, "NumPy slices", ("NumPy",)), Asked(150, "the best generator library", GENERATORS)),
        left_out={"Zircon chapter": TOO_LARGE, "malwoden": "many seconds a pass"},
    ),
    Task(
        "cave-80x50",
        "connected cave, 8 passes",
        "µs a level",
        1e3,
        200,
        asked=(Asked(5, "the best connected peer"), Asked(15, "mapgen with culling", ("mapgen",))),
    ),
    Task(
        "cave-512x512",
        "connected cave, 8 passes",
        "ms a level",
        1e6,
        40,
        asked=(Asked(6, "the best connected peer"), Asked(150, "mapgen with culling", ("mapgen",))),
        left_out={"rot-js + connect": "half a minute a level"},
    ),
    Task(
        "cave-4096x4096",
        "connected cave, 8 passes",
        "ms a level",
        1e6,
        3,
        asked=(Asked(4, "the best connected peer"),),
        left_out={
            "mapgen + cull": OVER_A_MINUTE,
            "here_be_dragons + cull": OVER_A_MINUTE,
            "rot-js + connect": OVER_A_MINUTE,
            "malwoden + connect": OVER_A_MINUTE,
            "Zircon chapter": TOO_LARGE,
        },
    ),
    # As the peers above do it that are fastest: all but one part is filled up, where ours joins them by tunnels.
    Task(
        "part-80x50",
        "largest part of a cave, 8 passes",
        "µs a level",
        1e3,
        200,
        asked=(Asked(5, "the best connected peer"), Asked(15, "mapgen with culling", ("mapgen",))),
    ),
    Task(
        "part-512x512",
        "largest part of a cave, 8 passes",
        "ms a level",
        1e6,
        40,
        asked=(Asked(6, "the best connected peer"), Asked(150, "mapgen with culling", ("mapgen",))),
    ),
    Task(
        "part-4096x4096",
        "largest part of a cave, 8 passes",
        "ms a level",
        1e6,
        3,
        asked=(Asked(4, "the best connected peer"),),
        left_out={"mapgen + cull": OVER_A_MINUTE, "here_be_dragons + cull": OVER_A_MINUTE},
    ),
    Task(
        "rooms-80x70",
        "rooms and halls, 35 attempts",
        "µs a level",
        1e3,
        400,
        asked=(Asked(1.5, "mapgen, unchecked", ("mapgen",)),),
    ),
    Task(
        "rooms-1000x1000",
        "rooms and halls, 4,000 attempts",
        "ms a level",
        1e6,
        20,
        asked=(Asked(3, "the DunGen chapter, unchecked", ("DunGen",)),),
    ),
    per_cell("perlin-1024x1024", "Perlin noise", 40, asked=(Asked(3),)),
    per_cell(
        "simplex-1024x1024",
        "simplex noise",
        40,
        asked=(
            Asked(2, "the best scalar peer", but=("simdnoise",)),
            Asked(1, "simdnoise's SSE4.1", ("simdnoise SSE4.1",)),
        ),
    ),
    per_cell("largest-4096x4096", "keep the largest part", 6, asked=(Asked(6, "SciPy", ("SciPy",)),)),
    Task("distance-512x512", "distance field, four-way", "ns a floor cell", 0, 40, asked=(Asked(4),)),
    Task("distance-2048x2048", "distance field, four-way", "ns a floor cell", 0, 8, asked=(Asked(4),)),
    Task(
        "path-512x512",
        "way from corner to corner, four-way",
        "ms a way",
        1e6,
        60,
        asked=(Asked(3, "the best optimal peer"),),
    ),
    Task(
        "sight-80x50",
        "field of view, radius 8",
        "µs a view",
        1e3,
        100,
        asked=(Asked(1.5, "the best of any kind"), Asked(4, "libtcod", ("tcod",))),
    ),
    Task(
        "sight-512x512",
        "field of view, radius 8",
        "µs a view",
        1e3,
        100,
        asked=(Asked(1.5, "the best of any kind"), Asked(100, "libtcod", ("tcod",))),
    ),
    Task("caverns-60x30", "rooms over pits", "µs a level", 1e3, 200),
    Task("shallow-80x50", "shallow cave of three noises", "µs a level", 1e3, 100),
    Task("shallow-512x512", "shallow cave of three noises", "ms a level", 1e6, 10),
]


def problem(task, seen):
    """Why what a system made does not count, or nothing. `seen` is what the judge saw."""
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
            return f"not connected: {seen['parts_eight']} parts"
        case "largest" if seen["wrong"]:
            return f"{seen['wrong']} cells are wrong"
        case "distance" if seen["wrong"] > 1:
            return f"{seen['wrong']} distances are wrong"
        case "path" if not seen["valid"]:
            return "it found no way"
        case "path" if seen["steps"] != seen["shortest"]:
            return f"its way has {seen['steps']} steps, the shortest {seen['shortest']}"
        case "sight" if seen["far"] or seen["seen"] < 20:
            return "it sees too far or too little"
        case "perlin" | "simplex" if seen["step"] > 0.2 or seen["least"] >= seen["most"]:
            return "that is not smooth noise"
    return ""


def remark(task, seen):
    """What else the judge saw that a reader should know."""
    match task.kind:
        case "cave" | "part" | "rooms" | "caverns" if seen["parts"] > 1:
            return f"{seen['parts']} parts four-way"
        case "shallow" if seen["parts"] > 1:
            return f"{seen['parts']} parts"
        case "distance" if seen["wrong"]:
            return "one distance is wrong"
        case "sight" if seen["one_way"]:
            return f"one-way {100 * seen['one_way'] / seen['pairs']:.1f}% of pairs"
        case "sight":
            return "symmetric"
    return ""
