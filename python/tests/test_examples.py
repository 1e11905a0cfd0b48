"""The examples run, and learning learns."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_learning_beats_random_play_on_levels_never_seen(tmp_path):
    pytest.importorskip("gymnasium")
    plot = tmp_path / "curve.svg"
    arguments = [sys.executable, EXAMPLES / "learn.py", "--steps", "2500000", "--plot", plot]
    ran = subprocess.run(arguments, capture_output=True, text=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
    assert ran.returncode == 0, ran.stderr
    shares = [float(share) for share in re.findall(r"([0-9.]+)% of test episodes", ran.stdout)]
    assert len(shares) == 2 and shares[1] > 3 * shares[0], ran.stdout
    assert "<polyline" in plot.read_text()
