"""Levels, dungeons and content through Python."""

import json
import multiprocessing
import os
import shutil
import subprocess

import numpy as np
import pytest

import undercroft


def reached(walkable):
    """The cells that a flood fill in four directions reaches from one of them."""
    seen = np.zeros_like(walkable)
    seen[tuple(np.argwhere(walkable)[0])] = True
    while True:
        grown = seen.copy()
        grown[1:] |= seen[:-1]
        grown[:-1] |= seen[1:]
        grown[:, 1:] |= seen[:, :-1]
        grown[:, :-1] |= seen[:, 1:]
        grown &= walkable
        if (grown == seen).all():
            return seen
        seen = grown


@pytest.mark.parametrize("recipe", undercroft.recipes())
def test_arrays_agree_with_the_json_and_every_cell_is_reached(recipe):
    for seed in range(3):
        level = undercroft.level(recipe, seed=seed)
        assert level.tiles.dtype == np.uint8 and level.walkable.dtype == np.bool_ and level.areas.dtype == np.int32
        assert level.tiles.tolist() == level.data["map"]
        assert level.areas.tolist() == level.data["area_map"]
        can_walk = np.array([tile["walkable"] for tile in level.legend])
        assert (level.walkable == can_walk[level.tiles]).all()
        assert (reached(level.walkable) == level.walkable).all(), level
        assert ((level.areas >= 0) == level.walkable).all()


def test_a_level_is_what_the_command_writes():
    command = os.environ.get("UNDERCROFT_COMMAND") or shutil.which("undercroft")
    if not command:
        pytest.skip("no undercroft command; set UNDERCROFT_COMMAND")
    for recipe, seed in [("halls", "42"), ("caves", "a walk in the dark"), ("caves", "-1")]:
        arguments = [command, "generate", recipe, f"--seed={seed}", "--format", "json"]
        written = subprocess.run(arguments, check=True, capture_output=True).stdout
        assert undercroft.level(recipe, seed=seed).json().encode() + b"\n" == written


def test_seeds_are_read_as_the_command_reads_them():
    same = [42, "42", np.int64(42), np.uint8(42)]
    assert len({undercroft.level("caves", seed=seed).json() for seed in same}) == 1
    for seed in [-1, 2**64 - 1, 2**64, 10**30, "moss", "", "ünïcode", "007"]:
        level = undercroft.level("caves", seed=seed)
        assert level.seed == str(seed)
        assert level == undercroft.level("caves", seed=str(seed))
    for seed in [1.5, True, b"42", [1]]:
        with pytest.raises(TypeError, match="an int or a str"):
            undercroft.level("caves", seed=seed)


def test_many_levels_equal_single_ones():
    seeds = [0, 1, "moss", 2**40]
    tiles = undercroft.levels("caves", seeds, size=(40, 30))
    walkable = undercroft.levels("caves", seeds, size=(40, 30), what="walkable")
    assert tiles.shape == (4, 30, 40) and walkable.dtype == np.bool_
    for index, seed in enumerate(seeds):
        level = undercroft.level("caves", seed=seed, size=(40, 30))
        assert (tiles[index] == level.tiles).all() and (walkable[index] == level.walkable).all()
    assert undercroft.levels("caves", []).shape[0] == 0


def test_levels_fill_an_array_of_the_caller():
    out = np.zeros((3, 50, 80), dtype=np.uint8)
    assert undercroft.levels("caves", range(3), size=(80, 50), out=out) is out
    assert (out == undercroft.levels("caves", range(3), size=(80, 50))).all()
    with pytest.raises(ValueError, match="shape"):
        undercroft.levels("caves", range(4), size=(80, 50), out=out)
    with pytest.raises(TypeError, match="uint8"):
        undercroft.levels("caves", range(3), size=(80, 50), out=out.astype(np.int32))
    with pytest.raises(ValueError, match="contiguous"):
        undercroft.levels("caves", range(3), size=(80, 50), out=np.zeros((3, 50, 160), dtype=np.uint8)[:, :, ::2])


def test_parameters_change_levels_and_mistakes_are_explained():
    wide = undercroft.level("caves", seed=1, scatter__chance=0.6)
    assert wide == undercroft.level("caves", seed=1, settings={"scatter.chance": 0.6})
    assert wide != undercroft.level("caves", seed=1)
    for bad in [{"scatter__chanc": 0.6}, {"scatter__chance": "many"}, {"nothing__here": 1}, {"size": (1, 1)}]:
        with pytest.raises(undercroft.UndercroftError):
            undercroft.level("caves", seed=1, **bad)
    with pytest.raises(TypeError, match="STEP__PARAMETER"):
        undercroft.level("caves", seed=1, chance=0.6)
    with pytest.raises(undercroft.UndercroftError, match="did you mean|known"):
        undercroft.level("cavse", seed=1)


def test_dungeons_have_levels_by_depth_and_windows():
    dungeon = undercroft.dungeon("two-caves", seed=7)
    assert len(dungeon) == 2
    down = [stair["at"] for stair in dungeon.level(0).stairs if stair["kind"] == "down"]
    up = [stair["at"] for stair in dungeon.level(1).stairs if stair["kind"] == "up"]
    assert down == up and down
    with pytest.raises(undercroft.UndercroftError, match="deepest|depth"):
        dungeon.level(2)
    plane = undercroft.endless("caves", seed=7)
    left, right = plane.level(0, (-40, 0, 40, 30)), plane.level(0, (0, 0, 40, 30))
    both = plane.level(0, window=(-40, 0, 80, 30))
    assert (np.hstack([left.tiles, right.tiles]) == both.tiles).all()
    assert both.origin == (-40, 0)


def test_recipes_and_content_may_be_texts_or_folders(tmp_path):
    text = 'name = "mine"\ndescription = "Mine."\nsize = "30x20"\n[[step]]\ndo = "scatter"\nchance = 0.5\n[[step]]\ndo = "connect"\n[[step]]\ndo = "start"\n'
    level = undercroft.level(text, seed=1)
    assert level.size == (30, 20) and level.recipe == "mine"
    (tmp_path / "recipes").mkdir()
    (tmp_path / "recipes" / "mine.toml").write_text(text)
    content = undercroft.Content(tmp_path)
    assert "mine" in content.recipes()
    assert undercroft.level("mine", seed=1, content=content) == level
    assert undercroft.level("mine", seed=1, content=undercroft.Content(files={"recipes/mine.toml": text})) == level
    assert undercroft.level(str(tmp_path / "recipes" / "mine.toml"), seed=1) == level
    with pytest.raises(undercroft.InvalidContent, match=r"recipe\.toml:5:6.*scatter"):
        undercroft.level(text.replace('"scatter"', '"scater"'), seed=1)
    with pytest.raises(undercroft.UndercroftError, match="cannot read"):
        undercroft.level("./nowhere.toml", seed=1)


def test_pictures_and_metrics():
    level = undercroft.level("halls", seed=5)
    assert level.to_png().startswith(b"\x89PNG") and level._repr_html_().startswith("<img")
    assert level.metrics["open"] == pytest.approx(level.walkable.mean(), abs=0.2)
    many = undercroft.metrics("halls", [5, 6])
    assert many["path"][0] == level.metrics["path"]
    assert list(many) == undercroft.METRICS
    assert json.loads(level.json()) == level.data
    assert not level.tiles.flags.writeable


def in_another_process(seeds):
    return undercroft.levels("caves", seeds).sum()


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes_that_are_forked_or_spawned_make_levels(method):
    expected = undercroft.levels("caves", range(8)).sum()
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.apply_async(in_another_process, (range(8),)).get(timeout=60) == expected
