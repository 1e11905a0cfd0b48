"""One game as an environment."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from .. import _undercroft
from .._levels import Content
from ._tasks import TASKS

ACTIONS: list[str] = _undercroft.ACTIONS
"""The names of the actions, by number."""
PLANES: list[str] = _undercroft.PLANES
"""The planes of symbolic observations."""
STATS: list[str] = _undercroft.STATS
"""The names of the hero's statistics."""
REWARDS: list[str] = _undercroft.REWARDS
"""What can be rewarded."""

OBSERVATIONS = ("symbolic", "glyphs", "pixels", "text")
_CELL_HEIGHT, _CELL_WIDTH = 16, 10


def make_batch(task: str, num_envs: int, num_threads: int, options: dict[str, Any]) -> tuple[_undercroft.Batch, int]:
    """The native environments of a task, and the radius of their observations."""
    if task not in TASKS:
        raise ValueError(f"unknown task {task!r}; expected one of {', '.join(TASKS)}")
    found = TASKS[task]
    content, plan = options.pop("content", None), options.pop("plan", None)
    if content is not None and not isinstance(content, Content):
        raise TypeError(f"content: expected undercroft.Content, not {type(content).__name__}")
    chosen = {
        "radius": found.radius,
        "weights": dict(found.weights),
        "ends_below": found.ends_below,
        "max_steps": found.max_steps,
        **options,
    }
    content = content or found.content()
    batch = _undercroft.Batch(
        content._native, plan or found.plan, num_envs=num_envs, num_threads=num_threads, **chosen
    )
    return batch, chosen["radius"]


def symbolic_space(radius: int) -> spaces.Dict:
    """The space of symbolic observations."""
    side = 2 * radius + 1
    limits = np.iinfo(np.int32)
    return spaces.Dict(
        {
            "planes": spaces.Box(0, 255, (len(PLANES), side, side), np.uint8),
            "stats": spaces.Box(limits.min, limits.max, (len(STATS),), np.int32),
            "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.uint8),
        }
    )


class Buffers:
    """The arrays that the game writes to."""

    def __init__(self, count: int, radius: int) -> None:
        side = 2 * radius + 1
        self.planes = np.zeros((count, len(PLANES), side, side), np.uint8)
        self.stats = np.zeros((count, len(STATS)), np.int32)
        self.mask = np.zeros((count, len(ACTIONS)), np.uint8)
        self.rewards = np.zeros(count, np.float32)
        self.ends = np.zeros((count, 3), np.bool_)
        self.final_planes = np.zeros_like(self.planes)
        self.final_stats = np.zeros_like(self.stats)


class UndercroftEnv(gymnasium.Env):
    """A task as a Gymnasium environment.

    `observation` is "symbolic" (planes around the hero, the hero's statistics and the action mask), "glyphs" (code points
    and colours, as in NLE), "pixels" or "text". `start_level` and `num_levels` choose the levels, as in Procgen; 0 means
    all levels. `weights` sets the value of each of `REWARDS`. `illegal` is "refuse" (an action that the mask excludes
    takes no time) or "raise". `record=True` records what `save_replay` needs.

    `reset(options={"level": 7, "luck": 3})` chooses the level and the dice.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 8}

    def __init__(
        self,
        task: str = "Undercroft",
        observation: str = "symbolic",
        render_mode: str | None = None,
        illegal: str = "refuse",
        **options: Any,
    ) -> None:
        if observation not in OBSERVATIONS:
            raise ValueError(f"observation: expected one of {', '.join(OBSERVATIONS)}, not {observation!r}")
        if illegal not in ("refuse", "raise"):
            raise ValueError(f'illegal: expected "refuse" or "raise", not {illegal!r}')
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode: expected ansi or rgb_array, not {render_mode!r}")
        self._batch, self.radius = make_batch(task, 1, 1, dict(options))
        self._buffers = Buffers(1, self.radius)
        self._kind, self._illegal = observation, illegal
        self._closed = False
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(len(ACTIONS))
        self.observation_space = self._space()

    def _space(self) -> spaces.Space:
        side = 2 * self.radius + 1
        match self._kind:
            case "symbolic":
                return symbolic_space(self.radius)
            case "glyphs":
                return spaces.Dict(
                    {
                        "glyphs": spaces.Box(0, 0x10FFFF, (side, side), np.uint32),
                        "colours": spaces.Box(0, 255, (side, side, 3), np.uint8),
                        "stats": symbolic_space(self.radius)["stats"],
                    }
                )
            case "pixels":
                return spaces.Box(0, 255, (side * _CELL_HEIGHT, side * _CELL_WIDTH, 3), np.uint8)
            case _:
                return spaces.Text(65_536, min_length=0, charset=_Anything())

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode."""
        self._check_open()
        super().reset(seed=seed)
        if seed is not None:
            self._batch.seed(seed)
        options = options or {}
        buffers = self._buffers
        self._batch.reset_one(
            0, options.get("level"), options.get("luck"), buffers.planes, buffers.stats, buffers.mask
        )
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Performs an action."""
        self._check_open()
        buffers = self._buffers
        number = np.asarray(action)
        if number.size != 1 or number.dtype.kind not in "iu":
            raise ValueError(f"action: expected a whole number from 0 to {len(ACTIONS) - 1}, not {action!r}")
        number = number.reshape(1).astype(np.int64)
        if self._illegal == "raise" and 0 <= number[0] < len(ACTIONS) and not buffers.mask[0, number[0]]:
            raise ValueError(f"the mask excludes action {number[0]}, {ACTIONS[number[0]]}")
        self._batch.step(
            number,
            buffers.planes,
            buffers.stats,
            buffers.mask,
            buffers.rewards,
            buffers.ends,
            buffers.final_planes,
            buffers.final_stats,
            False,
        )
        terminated, truncated, refused = (bool(end) for end in buffers.ends[0])
        info = self._info()
        info["refused"] = refused
        return self._observation(), float(buffers.rewards[0]), terminated, truncated, info

    def action_masks(self) -> np.ndarray:
        """Which actions are possible, in the form that sb3-contrib's MaskablePPO expects."""
        return self._buffers.mask[0].astype(bool)

    def hash(self) -> int:
        """A hash of the whole state, the same on every machine."""
        return self._batch.hash(0)

    def info(self) -> dict[str, Any]:
        """The level, the luck and the state of the episode."""
        return self._batch.info(0)

    def save_replay(self, path: str | PathLike[str]) -> None:
        """Writes the episode so far to a file that `undercroft replay` can show."""
        Path(path).write_bytes(self._batch.replay(0))

    def render(self) -> Any:
        """What the hero sees, as coloured text or as a picture."""
        self._check_open()
        match self.render_mode:
            case "ansi":
                glyphs, colours = self._batch.glyphs(0)
                rows = (
                    "".join(f"\x1b[38;2;{r};{g};{b}m{chr(code)}" for code, (r, g, b) in zip(codes, shades))
                    for codes, shades in zip(glyphs.tolist(), colours.tolist())
                )
                return "\n".join(rows) + "\x1b[0m\n"
            case "rgb_array":
                return self._batch.pixels(0)
            case _:
                return None

    def close(self) -> None:
        """Closes the environment."""
        self._closed = True

    def _observation(self) -> Any:
        buffers = self._buffers
        match self._kind:
            case "symbolic":
                return {
                    "planes": buffers.planes[0].copy(),
                    "stats": buffers.stats[0].copy(),
                    "action_mask": buffers.mask[0].copy(),
                }
            case "glyphs":
                glyphs, colours = self._batch.glyphs(0)
                return {"glyphs": glyphs, "colours": colours, "stats": buffers.stats[0].copy()}
            case "pixels":
                return self._batch.pixels(0)
            case _:
                return self._batch.text(0)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._buffers.mask[0].copy()}

    def _check_open(self) -> None:
        if self._closed:
            raise _undercroft.UndercroftError("this environment is closed; make a new one")


class _Anything(frozenset):
    """The characters of text observations, which may be any. Sampling gives plain letters."""

    def __new__(cls) -> _Anything:
        letters = " ,.-\n0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'()+/:;"
        return super().__new__(cls, letters)
