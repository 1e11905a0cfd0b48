"""The other systems that are Python packages: NumPy and SciPy recipes, and tcod.

The protocol is that of the Rust programs.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np
from scipy import ndimage

try:
    import tcod.map
    import tcod.noise
    import tcod.path
except ImportError as problem:
    tcod, WITHOUT_TCOD = None, str(problem)


class Map:
    """One of the maps that all systems share."""

    def __init__(self, path):
        head, cells = path.read_bytes().split(b"\n", 1)
        self.width, self.height, *places = (int(word) for word in head.split()[1:])
        self.start, self.goal = tuple(places[:2]), tuple(places[2:])
        self.cells = np.frombuffer(cells, np.uint8).reshape(self.height, self.width)

    def origins(self):
        """Two hundred open cells, spread evenly, as (x, y)."""
        rows, columns = np.nonzero(self.cells)
        step = max(1, len(rows) // 200)
        return list(zip(columns[::step][:200].tolist(), rows[::step][:200].tolist()))


class Task:
    def __init__(self, name, maps):
        self.name, self.maps = name, Path(maps)
        self.kind, size = name.rsplit("-", 1)
        self.width, self.height = (int(side) for side in size.split("x"))

    def map(self, kind):
        return Map(self.maps / f"{kind}-{self.width}x{self.height}.map")


class Clock:
    """Times a system's own work and nothing around it."""

    def __init__(self, wants_output):
        self.wants_output, self.spent, self.calls, self.output = wants_output, 0, 1, None

    def time(self, work, *arguments):
        start = time.perf_counter_ns()
        made = work(*arguments)
        self.spent += time.perf_counter_ns() - start
        return made

    def keep(self, shape, make):
        if self.wants_output:
            self.output = shape, make()

    def nanoseconds(self):
        return self.spent / self.calls


class Smoother:
    """Smoothing passes by sums of shifted slices, in bands of rows that stay in the cache, with no allocation."""

    def __init__(self, width, height, band):
        self.width, self.height, self.band = width, height, min(band, height)
        self.cells = np.zeros((height + 2, width + 2), np.uint8)
        self.next = np.zeros_like(self.cells)
        self.sideways = np.empty((self.band + 2, width), np.uint8)
        self.sums = np.empty((self.band, width), np.uint8)

    def load(self, cells):
        self.cells[1:-1, 1:-1] = cells

    def inner(self):
        return self.cells[1:-1, 1:-1]

    def once(self):
        """At least half of the cells inside the map, of up to nine, must be open."""
        for top in range(0, self.height, self.band):
            rows = min(self.band, self.height - top)
            old = self.cells[top : top + rows + 2]
            sideways, sums = self.sideways[: rows + 2], self.sums[:rows]
            np.add(old[:, :-2], old[:, 1:-1], out=sideways)
            sideways += old[:, 2:]
            np.add(sideways[:-2], sideways[1:-1], out=sums)
            sums += sideways[2:]
            new = self.next[top + 1 : top + rows + 1, 1:-1].view(bool)
            np.greater_equal(sums, 5, out=new)
            np.greater_equal(sums[:, 0], 3, out=new[:, 0])
            np.greater_equal(sums[:, -1], 3, out=new[:, -1])
            for row in {0, self.height - 1} & set(range(top, top + rows)):
                np.greater_equal(sums[row - top], 3, out=new[row - top])
                new[row - top, 0] = sums[row - top, 0] >= 2
                new[row - top, -1] = sums[row - top, -1] >= 2
        self.cells, self.next = self.next, self.cells


def smooth_in_bands(task, band):
    noise = task.map("noise").cells
    passes = 1 if noise.size > 1_000_000 else 8
    smoother = Smoother(task.width, task.height, band)

    def sample(_, clock):
        smoother.load(noise)

        def work():
            for _ in range(passes):
                smoother.once()

        def one():
            smoother.load(noise)
            smoother.once()
            return smoother.inner()

        clock.time(work)
        clock.calls = passes
        clock.keep("map", one)

    return sample


def band_for(task):
    return max(1, (1 << 17) // task.width)


def smooth_convolve(task):
    noise = task.map("noise").cells
    around = np.ones((3, 3), np.uint8)
    inside = ndimage.convolve(np.ones_like(noise), around, mode="constant")

    def sample(_, clock):
        made = clock.time(lambda: ndimage.convolve(noise, around, mode="constant") * 2 >= inside)
        clock.keep("map", lambda: made)

    return sample


def keep_largest(cells):
    labels, _ = ndimage.label(cells)
    sizes = np.bincount(labels.ravel())
    sizes[0] = 0
    return labels == sizes.argmax()


def cave(task):
    smoother = Smoother(task.width, task.height, band_for(task))
    area = task.width * task.height

    def make(seed):
        chance = np.random.default_rng(seed)
        bits = np.unpackbits(np.frombuffer(chance.bytes((area + 7) // 8), np.uint8), count=area)
        smoother.load(bits.reshape(task.height, task.width))
        for _ in range(8):
            smoother.once()
        cells = smoother.inner()
        cells[0] = cells[-1] = cells[:, 0] = cells[:, -1] = 0
        return keep_largest(cells)

    def sample(seed, clock):
        made = clock.time(make, seed)
        clock.keep("map", lambda: made)

    return sample


def rooms(task):
    attempts = 35 if task.width * task.height < 10_000 else 4_000

    def make(seed):
        chance = np.random.default_rng(seed)
        cells = np.zeros((task.height, task.width), np.uint8)
        found = np.empty((attempts, 4), np.int64)
        centres = []
        sizes = chance.integers(7, 19, (attempts, 2))
        for width, height in sizes.tolist():
            x, y = chance.integers(0, (task.width - width, task.height - height)).tolist()
            earlier = found[: len(centres)]
            meets = (
                (x < earlier[:, 2]) & (y < earlier[:, 3]) & (earlier[:, 0] < x + width) & (earlier[:, 1] < y + height)
            )
            if meets.any():
                continue
            found[len(centres)] = x, y, x + width, y + height
            cells[y + 1 : y + height - 1, x + 1 : x + width - 1] = 1
            centres.append((x + width // 2, y + height // 2))
        coins = chance.integers(0, 2, len(centres)).tolist()
        for (here_x, here_y), (there_x, there_y), coin in zip(centres, centres[1:], coins):
            corner_x, corner_y = (there_x, here_y) if coin else (here_x, there_y)
            left, right = sorted((here_x, there_x))
            top, bottom = sorted((here_y, there_y))
            cells[corner_y, left : right + 1] = 1
            cells[top : bottom + 1, corner_x] = 1
        return cells

    def sample(seed, clock):
        made = clock.time(make, seed)
        clock.keep("map", lambda: made)

    return sample


def largest(task):
    caves = task.map("caves").cells

    def sample(_, clock):
        made = clock.time(keep_largest, caves)
        clock.keep("map", lambda: made)

    return sample


def tcod_noise(algorithm):
    def make(task):
        noise = tcod.noise.Noise(2, algorithm=getattr(tcod.noise.Algorithm, algorithm), seed=1)
        axes = [np.arange(side, dtype=np.float32) * np.float32(0.05) for side in (task.height, task.width)]
        ogrid = np.ix_(*axes)

        def sample(_, clock):
            values = clock.time(noise.sample_ogrid, ogrid)
            clock.keep("values", lambda: values)

        return sample

    return make


def tcod_distance(task):
    cave = task.map("cave")
    far = np.iinfo(np.int32).max

    def work():
        field = tcod.path.maxarray(cave.cells.shape, dtype=np.int32)
        field[cave.start[1], cave.start[0]] = 0
        tcod.path.dijkstra2d(field, cave.cells, 1, None, out=field)
        return field

    def sample(_, clock):
        field = clock.time(work)
        clock.keep("distances", lambda: np.where(field == far, 0xFFFF_FFFF, field.astype(np.int64)))

    return sample


def tcod_path(task):
    cave = task.map("cave")
    (from_x, from_y), (to_x, to_y) = cave.start, cave.goal

    def work():
        graph = tcod.path.SimpleGraph(cost=cave.cells.astype(np.int8), cardinal=1, diagonal=0)
        finder = tcod.path.Pathfinder(graph)
        finder.add_root((from_y, from_x))
        return finder.path_to((to_y, to_x))

    def sample(_, clock):
        way = clock.time(work)
        clock.keep("path", lambda: way[:, ::-1].tolist())

    return sample


def tcod_sight(algorithm):
    def make(task):
        cave = task.map("cave")
        origins = cave.origins()
        transparent = cave.cells.astype(bool)
        kind = getattr(tcod.constants, algorithm)

        def look(x, y):
            return tcod.map.compute_fov(transparent, (y, x), radius=8, algorithm=kind)

        def work():
            for x, y in origins:
                look(x, y)

        def sample(_, clock):
            clock.time(work)
            clock.calls = len(origins)
            clock.keep("sight", lambda: [np.argwhere(look(x, y))[:, ::-1].tolist() for x, y in origins])

        return sample

    return make


SYSTEMS = [
    ("smooth", "NumPy slices", "all rows at once", lambda task: smooth_in_bands(task, task.height)),
    (
        "smooth",
        "NumPy slices in bands",
        "bands of rows that fit into the cache",
        lambda task: smooth_in_bands(task, band_for(task)),
    ),
    ("smooth", "SciPy convolve", "", smooth_convolve),
    ("cave", "NumPy + SciPy", "keeps the largest part of several; no stairs, no checks", cave),
    ("part", "NumPy + SciPy", "no stairs, no checks", cave),
    ("rooms", "NumPy", "as many attempts; no stairs, no checks", rooms),
    ("largest", "SciPy label", "label, bincount, compare", largest),
]
TCOD_SYSTEMS = [
    ("perlin", "tcod (Python)", "", tcod_noise("PERLIN")),
    ("simplex", "tcod (Python)", "", tcod_noise("SIMPLEX")),
    ("distance", "tcod (Python)", "", tcod_distance),
    ("path", "tcod (Python)", "", tcod_path),
    ("sight", "tcod (Python) basic", "a new map for each call", tcod_sight("FOV_BASIC")),
    ("sight", "tcod (Python) restrictive", "a new map for each call", tcod_sight("FOV_RESTRICTIVE")),
    ("sight", "tcod (Python) symmetric", "a new map for each call", tcod_sight("FOV_SYMMETRIC_SHADOWCAST")),
]


def write(path, shape, made):
    """The judge's format: a line of text, then little-endian numbers."""
    if shape == "path":
        head, body = f"path {len(made)}", np.array(made, "<u4").tobytes()
    elif shape == "sight":
        head = "sight " + " ".join(str(len(view)) for view in made)
        body = b"".join(np.array(view, "<u4").tobytes() for view in made)
    else:
        made = np.ascontiguousarray(made)
        kind = {"map": "u1", "distances": "<u4", "values": "<f4"}[shape]
        head, body = f"{shape} {made.shape[1]} {made.shape[0]}", made.astype(kind).tobytes()
    path.write_bytes(head.encode() + b"\n" + body)


def check(task, name, sample, out):
    clock = Clock(True)
    sample(1, clock)
    path = Path(out) / f"{task.name}.{name}"
    write(path, *clock.output)
    return {"ns": clock.nanoseconds(), "file": str(path)}


def measure(sample, milliseconds, samples, seed):
    """As in the Rust programs: drops the first run, and takes at least three even if they overrun the budget a little."""
    start, taken = time.perf_counter_ns(), []

    def one(seed):
        clock = Clock(False)
        sample(seed, clock)
        return clock.nanoseconds()

    def has_time():
        spent = (time.perf_counter_ns() - start) / 1e6
        return spent < milliseconds or len(taken) < 3 and spent < milliseconds * 8

    first = one(seed + samples)
    while len(taken) < samples and has_time():
        taken.append(one(seed + len(taken)))
    return {"samples": taken or [first]}


def is_chosen(system, chosen):
    return chosen == "all" or chosen.startswith("!") != (system in chosen.removeprefix("!").split(","))


def main(words):
    what, name, maps, *rest, chosen = words
    task = Task(name, maps)
    systems = SYSTEMS + (TCOD_SYSTEMS if tcod else [])
    for kind, system, note, make in systems:
        if kind != task.kind or not is_chosen(system, chosen):
            continue
        answer = {"system": system, "task": name, "note": note}
        try:
            if what == "check":
                answer |= check(task, system, make(task), *rest)
            else:
                answer |= measure(make(task), *(int(word) for word in rest))
        except Exception as problem:  # A peer's exception is an answer, and the next peer still runs.
            answer["error"] = f"{type(problem).__name__}: {problem}"
        print(json.dumps(answer), flush=True)
    if not tcod and any(kind == task.kind for kind, *_ in TCOD_SYSTEMS):
        print(json.dumps({"system": "tcod (Python)", "task": name, "note": "", "error": WITHOUT_TCOD}))


if __name__ == "__main__":
    main(sys.argv[1:])
