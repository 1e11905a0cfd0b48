"""The PCG Benchmark's published criteria, computed by our own code over a thousand outputs of each problem."""

import numpy as np
import pytest

from undercroft import pcg_benchmark

# The example of the benchmark's own documentation.
ZELDA = """
21111111011
11011111111
11101110130
00105110000
11111110141
15111111111
11111511111
"""


def parse(drawing):
    return np.array([[int(tile) for tile in row] for row in drawing.split()])


@pytest.mark.parametrize("problem", ["binary-v0", "zelda-v0"])
def test_a_thousand_outputs_all_meet_the_criteria_and_differ(problem):
    contents = pcg_benchmark.generate(problem, range(1000))
    for seed, content in enumerate(contents):
        assert pcg_benchmark.quality(problem, content) == 1, f"seed {seed}\n{content}"
    assert len({content.tobytes() for content in contents}) == 1000


def test_the_published_example_is_solved_and_spoiling_it_costs_quality():
    good = parse(ZELDA)
    assert pcg_benchmark.quality("zelda-v0", good) == 1
    spoilt = {
        "no key": ("3", "1"),
        "two players": ("5110000", "5110002"),
        "no enemies": ("5", "1"),
        "cut off": ("11011111111\n11101110130", "11011111101\n11101110030"),
        "near the door": ("21111111011\n11011111111\n11101110130", "11111111011\n11011111111\n11101110132"),
    }
    for what, (old, new) in spoilt.items():
        content = parse(ZELDA.replace(old, new))
        assert pcg_benchmark.quality("zelda-v0", content) < 1, what


def test_a_door_on_the_only_path_keeps_the_player_from_the_key():
    corridor = np.zeros((7, 11), int)
    corridor[3] = [2, 5, 5, 5, 1, 1, 4, 1, 1, 1, 3]
    behind = corridor.copy()
    behind[3] = [2, 5, 5, 5, 1, 1, 3, 1, 1, 1, 4]
    assert pcg_benchmark.quality("zelda-v0", corridor) < pcg_benchmark.quality("zelda-v0", behind) < 1


def test_binary_counts_regions_and_the_longest_path():
    spiral = np.ones((14, 14), int)
    spiral[1::4, :-1] = 0
    spiral[3::4, 1:] = 0
    assert pcg_benchmark.quality("binary-v0", spiral) == 1
    spiral[1, -1] = 0
    assert 0.5 < pcg_benchmark.quality("binary-v0", spiral) < 1
    assert pcg_benchmark.quality("binary-v0", np.ones((14, 14), int)) == pytest.approx((1 + 26 / 28) / 2)
    assert pcg_benchmark.quality("binary-v0", np.zeros((14, 14), int)) == 0


def test_mistakes_are_explained():
    with pytest.raises(ValueError, match="binary-v0, zelda-v0"):
        pcg_benchmark.generate("mario", [1])
    with pytest.raises(ValueError, match=r"\(14, 14\)"):
        pcg_benchmark.quality("binary-v0", np.zeros((3, 3)))
