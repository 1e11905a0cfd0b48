"""Undercroft as a generator for the PCG Benchmark of Khalifa et al. (https://github.com/amidos2006/pcg_benchmark).

The benchmark is not on PyPI. If you have it installed, `evaluate` lets it judge our levels:

>>> from undercroft import pcg_benchmark
>>> pcg_benchmark.generate("binary-v0", range(3))[0].shape
(14, 14)

Without it, `quality` computes its published criteria for `binary-v0` and `zelda-v0` with our own code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._levels import Level, Seed, level

WALL, EMPTY, PLAYER, KEY, DOOR, ENEMY = range(6)
"""The tiles of `zelda`. `binary` has only the first two."""

MAX_ATTEMPTS = 1_000

_BINARY = """
name = "pcg-binary"
description = "A winding cave of 14 by 14 cells."
size = "16x16"

[[step]]
do = "scatter"
chance = 0.5

[[step]]
do = "connect"

[[step]]
do = "start"
"""

_ZELDA = """
name = "pcg-zelda"
description = "A cave of 11 by 7 cells with a player, a key, a door and three enemies."
size = "13x9"

[[step]]
do = "scatter"
chance = 0.6

[[step]]
do = "connect"

[[step]]
do = "start"

[[step]]
do = "stairs"
up = false

[[step]]
do = "spawn"
class = "key"
kinds = { key = 1 }
how = "count"
count = 1

[[step]]
do = "spawn"
kinds = { bat = 1 }
how = "count"
count = 3
"""


def generate(problem: str, seeds: Iterable[Seed]) -> list[NDArray[np.int64]]:
    """One content for each seed, in the benchmark's format: an array of tiles without the border.

    Every level is connected, but few paths are as long as the benchmark wants. So levels are drawn until one meets its criteria.
    """
    found = _problem(problem)
    return [_first_good(found, seed) for seed in seeds]


def quality(problem: str, content: NDArray[Any]) -> float:
    """How well a content meets the published criteria, from 0 to 1. Only 1 counts as solved."""
    found = _problem(problem)
    content = np.asarray(content)
    if content.shape != found.shape:
        raise ValueError(f"content: {problem} has the shape {found.shape}, not {content.shape}")
    return found.quality(content)


def evaluate(problem: str, seeds: Iterable[Seed]) -> Any:
    """What the benchmark itself says about our levels. Needs the package `pcg_benchmark`."""
    import pcg_benchmark

    return pcg_benchmark.make(problem).evaluate([content.tolist() for content in generate(problem, seeds)])


@dataclass(frozen=True)
class _Problem:
    recipe: str
    shape: tuple[int, int]
    read: Callable[[Level], NDArray[np.int64]]
    quality: Callable[[NDArray[Any]], float]


def _problem(name: str) -> _Problem:
    if name not in _PROBLEMS:
        raise ValueError(f"unknown problem {name!r}; expected one of {', '.join(_PROBLEMS)}")
    return _PROBLEMS[name]


def _first_good(problem: _Problem, seed: Seed) -> NDArray[np.int64]:
    content = np.zeros(problem.shape, np.int64)
    for attempt in range(MAX_ATTEMPTS):
        content = problem.read(level(problem.recipe, seed=f"{seed}/{attempt}"))
        if problem.quality(content) >= 1:
            break
    return content


def _read_binary(level: Level) -> NDArray[np.int64]:
    return level.walkable[1:-1, 1:-1].astype(np.int64)


def _read_zelda(level: Level) -> NDArray[np.int64]:
    content = _read_binary(level)
    things = [(PLAYER, level.start), *((DOOR, stair["at"]) for stair in level.stairs)]
    things += [(KEY if spawn["class"] == "key" else ENEMY, spawn["at"]) for spawn in level.spawns]
    for tile, (x, y) in things:
        content[y - 1, x - 1] = tile
    return content


def _binary_quality(content: NDArray[Any]) -> float:
    height, width = content.shape
    regions = _regions(content == EMPTY)
    longest = max((_longest(region) for region in regions), default=0)
    return (_share(len(regions), 1, 1, width * height / 10) + _share(longest, width + height)) / 2


def _zelda_quality(content: NDArray[Any]) -> float:
    height, width = content.shape
    count = {tile: int((content == tile).sum()) for tile in (PLAYER, KEY, DOOR, ENEMY)}
    single = [_share(count[tile], 1, 1, width * height) for tile in (PLAYER, KEY, DOOR)]
    # Three enemies, give or take one.
    enemies = _share(count[ENEMY], 2, 4, width * height)
    connected = _share(len(_regions(content != WALL)), 1, 1, width * height / 10)
    solution = 0.0
    if min(single) >= 1:
        # The door is closed until the player has the key.
        to_key = _steps(np.isin(content, [EMPTY, PLAYER, KEY, ENEMY]), content == PLAYER, content == KEY)
        to_door = _steps(content != WALL, content == KEY, content == DOOR)
        solution = ((to_key > 0) + (to_door > 0)) / 2
        if solution == 1:
            solution += _share(to_key + to_door, width + height)
    return (connected + (sum(single) + enemies) / 4 + solution) / 4


def _share(value: float, low: float, high: float = np.inf, end: float = np.inf) -> float:
    """1 from `low` to `high`, falling evenly to 0 at zero and at `end`."""
    if value < low:
        return max(value / low, 0.0)
    return 1.0 if value <= high else max((end - value) / (end - high), 0.0)


def _flood(open_cells: NDArray[np.bool_], start: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The number of steps from the start to each cell in four directions, or -1."""
    steps, front, count = np.full(open_cells.shape, -1), start & open_cells, 0
    while front.any():
        steps[front] = count
        near = np.zeros_like(front)
        near[1:] |= front[:-1]
        near[:-1] |= front[1:]
        near[:, 1:] |= front[:, :-1]
        near[:, :-1] |= front[:, 1:]
        front, count = near & open_cells & (steps < 0), count + 1
    return steps


def _steps(open_cells: NDArray[np.bool_], start: NDArray[np.bool_], end: NDArray[np.bool_]) -> int:
    return int(_flood(open_cells, start)[end].max())


def _only(cells: NDArray[np.bool_], index: int) -> NDArray[np.bool_]:
    only = np.zeros_like(cells)
    only.flat[index] = True
    return only


def _regions(open_cells: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """The connected regions."""
    left, regions = open_cells.copy(), []
    while left.any():
        region = _flood(left, _only(left, int(left.argmax()))) >= 0
        left &= ~region
        regions.append(region)
    return regions


def _longest(region: NDArray[np.bool_]) -> int:
    """The benchmark's longest path: from the cell farthest from the region's first one, to the cell farthest from there."""
    far = int(_flood(region, _only(region, int(region.argmax()))).argmax())
    return int(_flood(region, _only(region, far)).max())


_PROBLEMS = {
    "binary-v0": _Problem(_BINARY, (14, 14), _read_binary, _binary_quality),
    "zelda-v0": _Problem(_ZELDA, (7, 11), _read_zelda, _zelda_quality),
}
