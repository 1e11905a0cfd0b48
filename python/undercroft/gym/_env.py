"""One game as an environment."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ._games import ACTIONS, Games

OBSERVATIONS = ("symbolic", "glyphs", "pixels", "text")
_CELL_HEIGHT, _CELL_WIDTH = 16, 10


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
        self._games = Games(task, 1, 1, options)
        self._native, self._buffers, self.radius = self._games.native, self._games.buffers, self._games.radius
        self._kind, self._illegal = observation, illegal
        self.render_mode = render_mode
        self.action_space = self._games.action_space()
        self.observation_space = self._space()

    def _space(self) -> spaces.Space:
        side, symbolic = 2 * self.radius + 1, self._games.symbolic_space()
        match self._kind:
            case "symbolic":
                return symbolic
            case "glyphs":
                return spaces.Dict(
                    {
                        "glyphs": spaces.Box(0, 0x10FFFF, (side, side), np.uint32),
                        "colours": spaces.Box(0, 255, (side, side, 3), np.uint8),
                        "stats": symbolic["stats"],
                    }
                )
            case "pixels":
                return spaces.Box(0, 255, (side * _CELL_HEIGHT, side * _CELL_WIDTH, 3), np.uint8)
            case _:
                return spaces.Text(65_536, min_length=0, charset=_Anything())

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode."""
        options = options or {}
        unknown = options.keys() - {"level", "luck"}
        if unknown:
            raise ValueError(f"options: expected level and luck, not {', '.join(map(repr, sorted(unknown)))}")
        super().reset(seed=seed)
        if seed is not None:
            self._native.seed(seed)
        self._games.reset_one(0, options.get("level"), options.get("luck"))
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Performs an action."""
        buffers = self._buffers
        number = np.asarray(action)
        if number.size != 1 or number.dtype.kind not in "iu":
            raise ValueError(f"action: expected a whole number from 0 to {len(ACTIONS) - 1}, not {action!r}")
        number = number.reshape(1).astype(np.int64)
        if self._illegal == "raise" and 0 <= number[0] < len(ACTIONS) and not buffers.mask[0, number[0]]:
            raise ValueError(f"the mask excludes action {number[0]}, {ACTIONS[number[0]]}")
        self._games.step(number, autoreset=False)
        terminated, truncated, refused = (bool(end) for end in buffers.ends[0])
        info = self._info()
        info["refused"] = refused
        return self._observation(), float(buffers.rewards[0]), terminated, truncated, info

    def action_masks(self) -> np.ndarray:
        """Which actions are possible, in the form that sb3-contrib's MaskablePPO expects."""
        return self._buffers.mask[0].astype(bool)

    def hash(self) -> int:
        """A hash of the whole state, the same on every machine."""
        return self._native.hash(0)

    def info(self) -> dict[str, Any]:
        """The level, the luck and the state of the episode."""
        return self._native.info(0)

    def save_replay(self, path: str | PathLike[str]) -> None:
        """Writes the episode so far to a file that `undercroft replay` can show."""
        Path(path).write_bytes(self._native.replay(0))

    def render(self) -> Any:
        """What the hero sees, as coloured text or as a picture."""
        self._games.check_open()
        match self.render_mode:
            case "ansi":
                glyphs, colours = self._native.glyphs(0)
                rows = (
                    "".join(f"\x1b[38;2;{r};{g};{b}m{chr(code)}" for code, (r, g, b) in zip(codes, shades))
                    for codes, shades in zip(glyphs.tolist(), colours.tolist())
                )
                return "\n".join(rows) + "\x1b[0m\n"
            case "rgb_array":
                return self._native.pixels(0)
            case _:
                return None

    def close(self) -> None:
        """Closes the environment."""
        self._games.is_closed = True

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
                glyphs, colours = self._native.glyphs(0)
                return {"glyphs": glyphs, "colours": colours, "stats": buffers.stats[0].copy()}
            case "pixels":
                return self._native.pixels(0)
            case _:
                return self._native.text(0)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._buffers.mask[0].copy()}


class _Anything(frozenset):
    """The characters of text observations, which may be any. Sampling gives plain letters."""

    def __new__(cls) -> _Anything:
        letters = " ,.-\n0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'()+/:;"
        return super().__new__(cls, letters)
