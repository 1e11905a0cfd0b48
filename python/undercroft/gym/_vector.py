"""Many games as one environment, stepped on several threads."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .. import _undercroft
from ._env import ACTIONS, Buffers, make_batch, symbolic_space


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
        self._batch, self.radius = make_batch(task, num_envs, num_threads, dict(options))
        self.buffers = Buffers(num_envs, self.radius)
        self._copy, self.num_envs = copy, num_envs
        self.single_action_space = spaces.Discrete(len(ACTIONS))
        self.single_observation_space = symbolic_space(self.radius)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Starts an episode of every game."""
        self._check_open()
        if seed is not None:
            self._batch.seed(seed)
        self._batch.reset(self.buffers.planes, self.buffers.stats, self.buffers.mask)
        return self._observation(), {}

    def step(
        self, actions: Any
    ) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Performs an action in every game."""
        self._check_open()
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise ValueError(f"actions: expected whole numbers, not {actions.dtype}")
        buffers = self.buffers
        self._batch.step(
            np.ascontiguousarray(actions, np.int64),
            buffers.planes,
            buffers.stats,
            buffers.mask,
            buffers.rewards,
            buffers.ends,
            buffers.final_planes,
            buffers.final_stats,
            True,
        )
        ends = buffers.ends.copy()
        done, infos = ends[:, 0] | ends[:, 1], {}
        if done.any():
            final = {"planes": buffers.final_planes, "stats": buffers.final_stats}
            infos = {"final_obs": {name: array.copy() for name, array in final.items()}, "_final_obs": done}
        return self._observation(), buffers.rewards.copy(), ends[:, 0], ends[:, 1], infos

    def _observation(self) -> dict[str, np.ndarray]:
        buffers = self.buffers
        found = {"planes": buffers.planes, "stats": buffers.stats, "action_mask": buffers.mask}
        return {name: array.copy() for name, array in found.items()} if self._copy else found

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is left to close."""

    def _check_open(self) -> None:
        if getattr(self, "closed", False):
            raise _undercroft.UndercroftError("this environment is closed; make a new one")


def vector(id: str, num_envs: int, num_threads: int = 0, **options: Any) -> UndercroftVectorEnv:
    """The vector environment of a task, by its name or its id in the registry; 0 threads means all cores."""
    task = id.removeprefix("undercroft/").removesuffix("-v0")
    return UndercroftVectorEnv(task, num_envs, num_threads, **options)
