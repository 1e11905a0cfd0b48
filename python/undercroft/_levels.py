"""Levels and dungeons."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from operator import index
from os import PathLike, fspath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _undercroft

Seed = int | str


class Content:
    """The content that recipes and plans come from: the built-in content, and any files added to it.

    `folder` is a content folder, as for the command's `--content`. `files` maps paths to texts. `tileset` is the name or
    path of the tileset that all levels use.
    """

    def __init__(
        self,
        folder: str | PathLike[str] | None = None,
        files: Mapping[str, str] | None = None,
        tileset: str | None = None,
    ) -> None:
        folder = None if folder is None else fspath(folder)
        self._native = _undercroft.Content(folder, list((files or {}).items()), tileset)

    def recipes(self) -> list[str]:
        """The names of all recipes."""
        return self._native.names("recipes")

    def plans(self) -> list[str]:
        """The names of all plans."""
        return self._native.names("plans")


_standard: Content | None = None


def _content(content: Content | None) -> _undercroft.Content:
    global _standard
    if content is None:
        if _standard is None:
            _standard = Content()
        content = _standard
    if not isinstance(content, Content):
        raise TypeError(f"content: expected undercroft.Content, not {type(content).__name__}")
    return content._native


class Level:
    """A level, or the part of one inside a window. All arrays are indexed `[y, x]` and read-only.

    Everything that is not an array comes from `json()`, which is what the command writes; coordinates there are
    `[x, y]`, and the top-left cell is at `origin`.
    """

    def __init__(self, native: _undercroft.Level) -> None:
        self._native = native

    @property
    def recipe(self) -> str:
        """The name of the recipe."""
        return self._native.recipe

    @property
    def seed(self) -> str:
        """The seed as text. The same seed gives the same level."""
        return self._native.seed

    @property
    def depth(self) -> int:
        """The depth."""
        return self._native.depth

    @property
    def origin(self) -> tuple[int, int]:
        """The world coordinates of the top-left cell, as (x, y)."""
        return self._native.origin

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height."""
        return self._native.size

    @cached_property
    def tiles(self) -> NDArray[np.uint8]:
        """The tile id of each cell; `legend` describes the tiles."""
        return _frozen(self._native.tiles())

    @cached_property
    def walkable(self) -> NDArray[np.bool_]:
        """Whether each cell can be walked on."""
        return _frozen(self._native.walkable())

    @cached_property
    def areas(self) -> NDArray[np.int32]:
        """The number of each cell's area, or -1; `area_list` describes them."""
        return _frozen(self._native.areas())

    def json(self) -> str:
        """The level as `undercroft generate --format json` writes it, without the final newline."""
        return self._native.json()

    @cached_property
    def data(self) -> dict[str, Any]:
        """`json()`, parsed."""
        return json.loads(self.json())

    @property
    def legend(self) -> list[dict[str, Any]]:
        """The tile behind each id: its name, glyph, colours and more."""
        return self.data["tiles"]

    @property
    def rooms(self) -> list[dict[str, int]]:
        """The rooms: the floor area of each, without its walls."""
        return self.data["rooms"]

    @property
    def start(self) -> list[int] | None:
        """Where a player would begin."""
        return self.data["start"]

    @property
    def stairs(self) -> list[dict[str, Any]]:
        """The stairs."""
        return self.data["stairs"]

    @property
    def doors(self) -> list[list[int]]:
        """The doors."""
        return self.data["doors"]

    @property
    def spawns(self) -> list[dict[str, Any]]:
        """The creatures, items and other things."""
        return self.data["spawns"]

    @property
    def area_list(self) -> list[dict[str, Any]]:
        """The areas."""
        return self.data["areas"]

    @property
    def links(self) -> list[dict[str, Any]]:
        """The openings between areas."""
        return self.data["links"]

    @property
    def mission(self) -> dict[str, Any] | None:
        """The mission, if there is one."""
        return self.data.get("mission")

    @cached_property
    def metrics(self) -> dict[str, float | None]:
        """What `undercroft stats` measures; `None` where the level has no value."""
        return self._native.metrics()

    def to_png(self, scale: int = 1) -> bytes:
        """A picture; `scale` enlarges it."""
        return self._native.png(scale)

    def __str__(self) -> str:
        return self._native.text()

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Level {self.recipe!r}, seed {self.seed!r}, depth {self.depth}, {width}x{height}>"

    def _repr_png_(self) -> bytes:
        return self.to_png()

    def _repr_html_(self) -> str:
        picture = base64.b64encode(self.to_png()).decode("ascii")
        return f'<img alt="{self.recipe}" src="data:image/png;base64,{picture}">'

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Level) and self.json() == other.json()

    def __hash__(self) -> int:
        return hash(self.json())


class Dungeon:
    """A plan and a seed: any level on demand."""

    def __init__(self, native: _undercroft.Dungeon) -> None:
        self._native = native

    @property
    def plan(self) -> str:
        """The name of the plan."""
        return self._native.plan

    @property
    def seed(self) -> str:
        """The seed, as text."""
        return self._native.seed

    def __len__(self) -> int:
        levels = self._native.levels
        if levels is None:
            raise TypeError(f"plan `{self.plan}` has no deepest level")
        return levels

    def level(self, depth: int, window: tuple[int, int, int, int] | None = None) -> Level:
        """The level at a depth (0 is the top), or the part of it inside a window of x, y, width and height.

        Without a window, an endless level gives the part around its start.
        """
        return Level(self._native.level(depth, window))

    def __repr__(self) -> str:
        return f"<Dungeon {self.plan!r}, seed {self.seed!r}>"


def level(
    recipe: str = "halls",
    seed: Seed | None = None,
    *,
    depth: int = 1,
    size: tuple[int, int] | None = None,
    settings: Mapping[str, Any] | None = None,
    content: Content | None = None,
    **parameters: Any,
) -> Level:
    """Builds a level.

    `recipe` is a name, the path of a recipe file, or the text of one. Set parameters of steps with
    `scatter__chance=0.45` or `settings={"scatter.chance": 0.45}`. Without a seed, every call gives a different level.
    """
    seed = _undercroft.Level.random_seed() if seed is None else seed
    given = _settings(settings, parameters)
    return Level(_undercroft.Level.build(_content(content), recipe, seed, depth, _size(size), given))


def levels(
    recipe: str,
    seeds: Iterable[Seed],
    *,
    what: str = "tiles",
    out: NDArray[np.uint8] | None = None,
    depth: int = 1,
    size: tuple[int, int] | None = None,
    settings: Mapping[str, Any] | None = None,
    content: Content | None = None,
    **parameters: Any,
) -> NDArray[Any]:
    """Builds one level for each seed on all cores, as one array of shape (seeds, height, width).

    `what` is "tiles" or "walkable". `out` is a contiguous uint8 array to fill; without it, a new one is returned.
    """
    if what not in ("tiles", "walkable"):
        raise ValueError(f'what: expected "tiles" or "walkable", not {what!r}')
    seeds = _seeds(seeds)
    many = _undercroft.Many(_content(content), recipe, depth, _size(size), _settings(settings, parameters))
    if out is None:
        out = np.empty((len(seeds), *many.shape), dtype=np.uint8)
    elif not isinstance(out, np.ndarray) or out.dtype != np.uint8:
        raise TypeError("out: expected a NumPy array of uint8")
    many.fill(seeds, out, what == "walkable")
    return out if what == "tiles" else out.view(np.bool_)


def metrics(
    recipe: str,
    seeds: Iterable[Seed],
    *,
    depth: int = 1,
    size: tuple[int, int] | None = None,
    settings: Mapping[str, Any] | None = None,
    content: Content | None = None,
    **parameters: Any,
) -> dict[str, NDArray[np.float64]]:
    """Measures one level for each seed on all cores: an array for each of `METRICS`, NaN where a level has no value."""
    many = _undercroft.Many(_content(content), recipe, depth, _size(size), _settings(settings, parameters))
    rows = np.array(many.metrics(_seeds(seeds)), dtype=np.float64).reshape(-1, len(_undercroft.METRICS))
    return {name: rows[:, column] for column, name in enumerate(_undercroft.METRICS)}


def dungeon(plan: str = "undercroft", seed: Seed | None = None, *, content: Content | None = None) -> Dungeon:
    """The dungeon of a plan, which is given by its name, its path or its text."""
    seed = _undercroft.Level.random_seed() if seed is None else seed
    return Dungeon(_undercroft.Dungeon(_content(content), plan, seed))


def endless(
    recipe: str,
    seed: Seed | None = None,
    *,
    settings: Mapping[str, Any] | None = None,
    content: Content | None = None,
    **parameters: Any,
) -> Dungeon:
    """A recipe as endless levels: `endless("caves", 7).level(0, window=(-64, -64, 256, 256))` is part of one."""
    seed = _undercroft.Level.random_seed() if seed is None else seed
    return Dungeon(_undercroft.Dungeon.endless(_content(content), recipe, seed, _settings(settings, parameters)))


def recipes() -> list[str]:
    """The names of the built-in recipes."""
    return _content(None).names("recipes")


def plans() -> list[str]:
    """The names of the built-in plans."""
    return _content(None).names("plans")


def _seeds(seeds: Iterable[Seed]) -> list[Seed]:
    if isinstance(seeds, (str, int, np.integer)):
        raise TypeError(f"seeds: expected several, such as range(100) or [{seeds!r}], not {seeds!r}")
    return list(seeds)


def _size(size: Iterable[int] | None) -> tuple[int, int] | None:
    """A size as whole numbers, from any pair of them."""
    if size is None:
        return None
    try:
        width, height = (index(side) for side in size)
    except (TypeError, ValueError):
        raise TypeError(f"size: expected (width, height), as in (80, 50), not {size!r}") from None
    if min(width, height) < 1 or max(width, height) >= 2**32:
        raise ValueError(f"size: {width}x{height} is not a size")
    return width, height


def _settings(settings: Mapping[str, Any] | None, parameters: Mapping[str, Any]) -> list[str]:
    """Settings as the command's `--set` takes them."""
    given = dict(settings or {})
    for name, value in parameters.items():
        if "__" not in name:
            raise TypeError(f"unknown argument {name!r}; to set a step's parameter, use STEP__PARAMETER, as in scatter__chance=0.45")
        given[name.replace("__", ".").replace("_", "-")] = value
    return [f"{name}={_written(value)}" for name, value in given.items()]


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, (bool, np.bool_)) else str(value)


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.setflags(write=False)
    return array
