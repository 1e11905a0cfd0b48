"""Many games as one environment, stepped on several threads."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._games import Games


class UndercroftVectorEnv(VectorEnv):
    """Many games of a task. When an episode ends, the next begins in the same step.

    The arrays of an observation belong to the environment, and the next step overwrites them, unless `copy=True`.
    The last observations of episodes that ended are in `infos["final_obs"]`, in the rows that `infos["_final_obs"]`
    marks.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self, task: str = "Undercroft", num_envs: int = 1, num_threads: int = 0, copy: bool = False, **options: Any
    ) -> None:
        options.pop("render_mode", None)
        self._games = Games(task, num_envs, num_threads, options)
        self.buffers, self.radius = self._games.buffers, self._games.radius
        self._copy, self.num_envs = copy, num_envs
        self.single_action_space = self._games.action_space()
        self.single_observation_space = self._games.symbolic_space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Starts an episode of every game."""
        if options:
            raise ValueError("options: a vector environment has none; choose levels with start_level and num_levels")
        if seed is not None:
            self._games.native.seed(seed)
        self._games.reset()
        return self._observation(), {}

    def step(
        self, actions: Any
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Performs an action in every game."""
        actions, buffers = np.asarray(actions), self.buffers
        if actions.dtype.kind not in "iu" or actions.ndim != 1:
            raise ValueError(f"actions: expected a whole number for each environment, not {actions!r}")
        self._games.step(np.ascontiguousarray(actions, np.int64), autoreset=True)
        ends = buffers.ends.copy()
        done, infos = ends[:, 0] | ends[:, 1], {}
        if done.any():
            final = {
                "planes": buffers.final_planes,
                "stats": buffers.final_stats,
                "action_mask": buffers.final_mask,
            }
            infos = {"final_obs": {name: array.copy() for name, array in final.items()}, "_final_obs": done}
        return self._observation(), buffers.rewards.copy(), ends[:, 0], ends[:, 1], infos

    def _observation(self) -> dict[str, np.ndarray]:
        buffers = self.buffers
        found = {"planes": buffers.planes, "stats": buffers.stats, "action_mask": buffers.mask}
        return {name: array.copy() for name, array in found.items()} if self._copy else found

    def hash(self, index: int) -> int:
        """A hash of the whole state of a game, the same on every machine."""
        return self._games.native.hash(index)

    def info(self, index: int) -> dict[str, Any]:
        """The level, the luck and the state of a game's episode."""
        return self._games.native.info(index)

    def close_extras(self, **kwargs: Any) -> None:
        """Refuses further steps."""
        # Gymnasium also closes environments whose constructor failed.
        if hasattr(self, "_games"):
            self._games.is_closed = True


def vector(id: str, num_envs: int, num_threads: int = 0, **options: Any) -> UndercroftVectorEnv:
    """The vector environment of a task, by its name or its id in the registry; 0 threads means all cores."""
    task = id.removeprefix("undercroft/").removesuffix("-v0")
    return UndercroftVectorEnv(task, num_envs, num_threads, **options)
