"""Roguelike levels as NumPy arrays: fresh, checked, and the same for the same seed on every machine.

>>> import undercroft
>>> level = undercroft.level("caves", seed=42)
>>> level.tiles.shape
(50, 80)

`undercroft.gym` provides the game as Gymnasium environments.
"""

from ._levels import Content, Dungeon, Level, dungeon, endless, level, levels, metrics, plans, recipes
from ._undercroft import (
    GENERATOR_VERSION,
    METRICS,
    InvalidContent,
    OutOfAttempts,
    UndercroftError,
    __version__,
)

__all__ = [
    "GENERATOR_VERSION",
    "METRICS",
    "Content",
    "Dungeon",
    "InvalidContent",
    "Level",
    "OutOfAttempts",
    "UndercroftError",
    "__version__",
    "dungeon",
    "endless",
    "level",
    "levels",
    "metrics",
    "plans",
    "recipes",
]
