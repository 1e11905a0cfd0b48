"""The learning tasks: for each, a plan, its rewards, and when an episode ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from .._levels import Content

CONTENT = Path(__file__).parent.parent / "content"
"""The folder of the tasks' plans. `undercroft replay --content` needs it for their replays."""


@dataclass(frozen=True)
class Task:
    """A task. `weights` sets the value of each of `REWARDS`."""

    name: str
    plan: str
    weights: dict[str, float] = field(hash=False)
    max_steps: int
    radius: int = 10
    ends_below: bool = False
    own_content: bool = False

    @property
    def id(self) -> str:
        """The name in Gymnasium's registry."""
        return f"undercroft/{self.name}-v0"

    def content(self) -> Content:
        """The content that the plan comes from."""
        return _content(self.own_content)


@cache
def _content(own: bool) -> Content:
    return Content(CONTENT if own else None)


_SCORE = {"score": 1.0}

TASKS: dict[str, Task] = {
    task.name: task
    for task in [
        Task("Undercroft", "undercroft", _SCORE, 100_000),
        Task("Endless", "endless", _SCORE, 100_000),
        Task("Kobolds", "kobolds", _SCORE, 50_000),
        Task("RoomsAndHalls", "rooms-and-halls", _SCORE, 50_000),
        Task("TwoCaves", "two-caves", _SCORE, 50_000),
        Task("Explore", "task-explore", {"explore": 0.01}, 300, radius=4, own_content=True),
        Task("Descend", "task-descend", {"depth": 1.0, "step": -0.001}, 500, 4, ends_below=True, own_content=True),
        Task("KeyDoor", "task-keydoor", {"depth": 1.0, "step": -0.001}, 500, 4, ends_below=True, own_content=True),
        Task("Survive", "task-survive", {"step": 0.01, "death": -1.0}, 500, radius=4, own_content=True),
        Task("Kick", "task-kick", {"fall": 1.0}, 1_000, radius=4, own_content=True),
    ]
}
