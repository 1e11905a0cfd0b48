"""The games of a task, and the arrays that they write to: what single and vector environments have in common."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

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


class Buffers:
    """The arrays that the games write to, one row for each game."""

    def __init__(self, count: int, radius: int) -> None:
        side = 2 * radius + 1
        self.planes = np.zeros((count, len(PLANES), side, side), np.uint8)
        self.stats = np.zeros((count, len(STATS)), np.int32)
        self.mask = np.zeros((count, len(ACTIONS)), np.uint8)
        self.rewards = np.zeros(count, np.float32)
        self.ends = np.zeros((count, 3), np.bool_)
        """Whether an episode was terminated or truncated, and whether the action was refused."""
        self.final_planes = np.zeros_like(self.planes)
        self.final_stats = np.zeros_like(self.stats)
        self.final_mask = np.zeros_like(self.mask)


class Games:
    """Native games of a task, with their buffers and spaces."""

    def __init__(self, task: str, num_envs: int, num_threads: int, options: dict[str, Any]) -> None:
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
        self.native = _undercroft.Batch(
            content._native, plan or found.plan, num_envs=num_envs, num_threads=num_threads, **chosen
        )
        self.radius: int = chosen["radius"]
        self.buffers = Buffers(num_envs, self.radius)
        self.is_closed = False

    def action_space(self) -> spaces.Discrete:
        """The actions, by number."""
        return spaces.Discrete(len(ACTIONS))

    def symbolic_space(self) -> spaces.Dict:
        """The space of symbolic observations."""
        limits = np.iinfo(np.int32)
        return spaces.Dict(
            {
                "planes": spaces.Box(0, 255, self.buffers.planes.shape[1:], np.uint8),
                "stats": spaces.Box(limits.min, limits.max, self.buffers.stats.shape[1:], np.int32),
                "action_mask": spaces.Box(0, 1, self.buffers.mask.shape[1:], np.uint8),
            }
        )

    def reset(self) -> None:
        """Starts an episode of every game."""
        self.check_open()
        self.native.reset(self.buffers.planes, self.buffers.stats, self.buffers.mask)

    def reset_one(self, index: int, level: int | str | None, luck: int | None) -> None:
        """Starts an episode of one game, on this level and with this luck if they are given."""
        self.check_open()
        self.native.reset_one(index, level, luck, self.buffers.planes, self.buffers.stats, self.buffers.mask)

    def step(self, actions: NDArray[np.int64], autoreset: bool) -> None:
        """Performs an action in every game."""
        self.check_open()
        buffers = self.buffers
        self.native.step(
            actions,
            buffers.planes,
            buffers.stats,
            buffers.mask,
            buffers.rewards,
            buffers.ends,
            buffers.final_planes,
            buffers.final_stats,
            buffers.final_mask,
            autoreset,
        )

    def check_open(self) -> None:
        """Raises an exception once the environment is closed."""
        if self.is_closed:
            raise _undercroft.UndercroftError("this environment is closed; make a new one")
