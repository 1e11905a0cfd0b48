"""The game as Gymnasium environments.

Importing this module registers `undercroft/Undercroft-v0`, one environment for each plan, and small tasks:

>>> import gymnasium, undercroft.gym
>>> env = gymnasium.make("undercroft/Descend-v0")
>>> observation, info = env.reset(seed=1)
"""

from gymnasium.envs.registration import register, registry

from ._env import UndercroftEnv
from ._games import ACTIONS, PLANES, REWARDS, STATS
from ._tasks import CONTENT, TASKS, Task
from ._vector import UndercroftVectorEnv, vector

__all__ = [
    "ACTIONS",
    "CONTENT",
    "PLANES",
    "REWARDS",
    "STATS",
    "TASKS",
    "Task",
    "UndercroftEnv",
    "UndercroftVectorEnv",
    "vector",
]

for _task in TASKS.values():
    if _task.id not in registry:
        register(
            id=_task.id,
            entry_point="undercroft.gym:UndercroftEnv",
            vector_entry_point="undercroft.gym:UndercroftVectorEnv",
            kwargs={"task": _task.name},
            # The game itself counts the steps, so that single and vector environments agree.
            max_episode_steps=None,
        )
