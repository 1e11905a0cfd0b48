"""The examples run, and learning learns."""

import importlib.util
import os
import re
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("gymnasium")

EXAMPLES = Path(__file__).parent.parent / "examples"


def shares_won(example, *arguments):
    """What share of test episodes random play and the trained policy win."""
    ran = subprocess.run(
        [sys.executable, EXAMPLES / example, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    assert ran.returncode == 0, ran.stderr
    shares = [float(share) for share in re.findall(r"([0-9.]+)% of test episodes", ran.stdout)]
    assert len(shares) == 2, ran.stdout
    return shares


def test_learning_beats_random_play_on_levels_never_seen(tmp_path):
    plot = tmp_path / "curve.svg"
    random, trained = shares_won("learn.py", "--steps", "2500000", "--plot", plot)
    assert trained > 3 * random
    assert "<polyline" in plot.read_text()


def test_stable_baselines3_learns(tmp_path):
    pytest.importorskip("stable_baselines3")
    random, trained = shares_won("stable_baselines.py", "--steps", "1200000")
    assert trained > 1.5 * random


class PufferEnv:
    """The part of PufferLib's native environments that matters here: the arrays belong to the caller, if it gives any."""

    def __init__(self, buf=None):
        count, seen = self.num_agents, self.single_observation_space
        if buf is None:
            buf = {
                "observations": np.zeros((count, *seen.shape), seen.dtype),
                "rewards": np.zeros(count, np.float32),
                "terminals": np.zeros(count, bool),
                "truncations": np.zeros(count, bool),
            }
        for name, array in buf.items():
            setattr(self, name, array)


@pytest.fixture
def puffer(monkeypatch):
    """The example, with PufferLib or, where it is not installed, with our stand-in."""
    try:
        import pufferlib  # noqa: F401
    except ImportError:
        monkeypatch.setitem(sys.modules, "pufferlib", types.SimpleNamespace(PufferEnv=PufferEnv))
    found = importlib.util.spec_from_file_location("puffer", EXAMPLES / "puffer.py")
    example = importlib.util.module_from_spec(found)
    found.loader.exec_module(example)
    return example


def test_pufferlibs_games_write_into_the_arrays_that_they_are_given(puffer):
    # Two workers share each array, as in PufferLib's own vectorisation.
    count = 8
    shared = {
        "observations": np.zeros((2 * count, 3, 9, 9), np.uint8),
        "rewards": np.full(2 * count, np.nan, np.float32),
        "terminals": np.zeros(2 * count, bool),
        "truncations": np.zeros(2 * count, bool),
        "masks": np.ones(2 * count, bool),
        "actions": np.zeros(2 * count, np.int32),
    }
    halves = [slice(0, count), slice(count, 2 * count)]
    workers = [puffer.Games("Explore", count, buf={name: array[half] for name, array in shared.items()}) for half in halves]
    alone = puffer.ug.vector("Explore", count, 1)
    expected, _ = alone.reset(seed=5)
    for worker in workers:
        worker.reset(seed=5)
    for step in range(40):
        for half in halves:
            assert (shared["observations"][half] == expected["planes"]).all(), step
        shared["actions"][:] = step % len(puffer.ACTIONS)
        expected, rewards, *_ = alone.step(puffer.ACTIONS[shared["actions"][:count]])
        for worker, half in zip(workers, halves):
            observations, _, _, _, infos = worker.step(shared["actions"][half])
            assert np.shares_memory(observations, shared["observations"]) and isinstance(infos, list)
            assert (shared["rewards"][half] == rewards).all()


def test_pufferlibs_games_tell_which_episodes_ended(puffer):
    games = puffer.Games("Descend", 4, max_steps=6)
    games.reset(seed=1)
    told = []
    for step in range(1, 200):
        *_, truncations, infos = games.step(np.zeros(4, np.int32))
        assert truncations.all() == (step % 6 == 0)
        told += infos
    assert told == [{"won": 0.0}]
