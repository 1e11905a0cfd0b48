"""The examples run, and learning learns."""

import importlib.util
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_few_seconds_of_learning_beat_random_play(tmp_path):
    pytest.importorskip("gymnasium")
    learn = load("learn")
    random_share = learn.play(None, learn.TEST, 300, seed=1)
    network, curve = learn.train(0.2, report=lambda line: None)
    share = learn.play(network, learn.TEST, 300, seed=2)
    assert share > 2 * random_share, (random_share, share, curve)
    learn.plot(curve, random_share, share, tmp_path / "curve.svg")
    assert "<polyline" in (tmp_path / "curve.svg").read_text()
