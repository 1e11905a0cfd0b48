"""Bad input: an exception or the right result, never a crash of the interpreter."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import undercroft  # noqa: E402
import undercroft.gym as ug  # noqa: E402


def small_vector(**options):
    return ug.vector("Explore", 3, 2, **options)


@pytest.mark.parametrize(
    "actions",
    [[1, 2], [1, 2, 3, 4], [[1, 2, 3]], [1.0, 2.0, 3.0], ["a", "b", "c"], [0, 0, -1], [0, 0, len(ug.ACTIONS)], 1, None],
)
def test_actions_of_a_wrong_shape_or_dtype_are_refused_and_change_nothing(actions):
    env = small_vector()
    env.reset(seed=1)
    before = [env.hash(index) for index in range(3)]
    with pytest.raises(ValueError, match="actions"):
        env.step(actions)
    assert [env.hash(index) for index in range(3)] == before
    env.step([8, 8, 8])


@pytest.mark.parametrize("name", ["planes", "stats", "mask", "rewards", "ends", "final_planes", "final_stats", "final_mask"])
def test_buffers_of_a_wrong_shape_or_dtype_are_refused(name):
    env = small_vector()
    env.reset(seed=1)
    good = getattr(env.buffers, name)
    read_only = good.copy()
    read_only.setflags(write=False)
    bad = {
        "too few rows": good[:2].copy(),
        "another dtype": good.astype(np.float64),
        "read-only": read_only,
        "with gaps": np.repeat(good, 2, axis=-1)[..., ::2],
        "another dimension": good[..., None],
        "not an array": good.tolist(),
    }
    for what, array in bad.items():
        setattr(env.buffers, name, array)
        with pytest.raises((TypeError, ValueError)):
            env.step([8, 8, 8])
            pytest.fail(f"{name}: {what} was accepted")
    setattr(env.buffers, name, good)
    env.step([8, 8, 8])


def test_overlapping_buffers_are_refused():
    env = small_vector()
    env.reset(seed=1)
    env.buffers.final_planes = env.buffers.planes
    with pytest.raises(TypeError, match="borrowed"):
        env.step([8, 8, 8])


def test_arrays_to_fill_are_checked():
    for out in [np.zeros((2, 50, 80)), [[[0]]], np.zeros((2, 80, 50), np.uint8), np.zeros((2, 50, 80, 1), np.uint8)]:
        with pytest.raises((TypeError, ValueError)):
            undercroft.levels("caves", range(2), size=(80, 50), out=out)
    read_only = np.zeros((2, 50, 80), np.uint8)
    read_only.setflags(write=False)
    with pytest.raises(TypeError, match="not writeable"):
        undercroft.levels("caves", range(2), size=(80, 50), out=read_only)


@pytest.mark.parametrize("seed", [0, -1, 2**63, -(2**70), 10**200, "", "moss", "\0", "🕯", " 42 ", "-0"])
def test_every_int_and_str_is_a_seed(seed):
    level = undercroft.level("caves", seed=seed, size=(20, 20))
    assert level == undercroft.level("caves", seed=seed, size=(20, 20))
    assert (undercroft.levels("caves", [seed], size=(20, 20))[0] == level.tiles).all()
    env = ug.UndercroftEnv("Explore")
    env.reset(options={"level": seed, "luck": 0})
    first = env.hash()
    env.reset(options={"level": seed, "luck": 0})
    assert env.hash() == first


@pytest.mark.parametrize("seed", [1.0, None, True, b"moss", (1,), np.float64(1), object(), "\ud800"])
def test_nothing_else_is_a_seed(seed):
    with pytest.raises((TypeError, ValueError)):
        undercroft.levels("caves", [seed])


def test_options_of_reset_are_checked():
    env = ug.UndercroftEnv("Explore")
    for options in [{"levle": 7}, {"luck": -1}, {"luck": 2**40}, {"luck": 1.5}, {"level": 1.5}]:
        with pytest.raises((TypeError, ValueError, OverflowError)):
            env.reset(options=options)
    with pytest.raises(ValueError, match="options"):
        small_vector().reset(options={"level": 7})


def test_options_of_environments_are_checked():
    bad = [
        {"radius": 64},
        {"radius": -1},
        {"num_levels": -1},
        {"num_levels": 2**40},
        {"start_level": "moss"},
        {"weights": {"step": "much"}},
        {"plan": "nowhere"},
        {"content": "nowhere"},
        {"unknown": 1},
    ]
    for options in bad:
        with pytest.raises((TypeError, ValueError, OverflowError)):
            ug.UndercroftEnv("Explore", **options)
        with pytest.raises((TypeError, ValueError, OverflowError)):
            small_vector(**options)
    for count in [0, -1, 10**9]:
        with pytest.raises((ValueError, OverflowError)):
            ug.vector("Explore", count)


def test_a_million_threads_are_refused_instead_of_started():
    with pytest.raises(ValueError, match="num_threads"):
        ug.vector("Explore", 2, 10**6)


def test_sizes_are_pairs_and_one_seed_is_not_several():
    small = undercroft.level("caves", 1, size=(40, 30))
    assert small == undercroft.level("caves", 1, size=[40, 30]) == undercroft.level("caves", 1, size=np.array([40, 30]))
    for size in ["80x50", (80,), (80, 50, 2), (1.5, 3), 80, (-1, 2), (0, 9), (2**40, 9)]:
        with pytest.raises((TypeError, ValueError), match="size"):
            undercroft.level("caves", 1, size=size)
    for seeds in [3, "moss"]:
        with pytest.raises(TypeError, match="several"):
            undercroft.levels("caves", seeds)


def test_nothing_steps_before_reset_or_after_close():
    single, many = ug.UndercroftEnv("Explore", render_mode="ansi"), small_vector()
    for call in [lambda: single.step(8), single.render, single.hash, lambda: many.step([8, 8, 8])]:
        with pytest.raises(undercroft.UndercroftError, match="reset"):
            call()
    for env in [single, many]:
        env.reset(seed=1)
        env.close()
        env.close()
    for call in [lambda: single.step(8), single.reset, single.render, lambda: many.step([8, 8, 8]), many.reset]:
        with pytest.raises(undercroft.UndercroftError, match="closed"):
            call()


def test_an_episode_that_is_over_takes_no_further_steps():
    env = ug.UndercroftEnv("Explore", max_steps=2)
    env.reset(seed=1)
    assert not env.step(8)[3] and env.step(8)[3]
    with pytest.raises(undercroft.UndercroftError, match="reset"):
        env.step(8)


def test_an_action_that_the_mask_excludes_takes_no_time():
    env = ug.UndercroftEnv("Explore")
    observation, _ = env.reset(seed=1)
    excluded = np.flatnonzero(observation["action_mask"] == 0)
    turn = ug.STATS.index("turn")
    for action in excluded:
        after, _, _, _, info = env.step(action)
        assert info["refused"] and after["stats"][turn] == 0, ug.ACTIONS[action]


def play_in_child(env, results):
    observation, *_ = env.step([8, 8, 8])
    results.put(int(observation["planes"].sum()))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_goes_on_with_its_parents_environment():
    env, context = small_vector(), multiprocessing.get_context("fork")
    env.reset(seed=1)
    results = context.Queue()
    child = context.Process(target=play_in_child, args=(env, results))
    child.start()
    found = results.get(timeout=60)
    child.join(60)
    assert child.exitcode == 0
    assert found == int(env.step([8, 8, 8])[0]["planes"].sum())


def make_and_play(results):
    env = small_vector()
    env.reset(seed=1)
    play_in_child(env, results)


def test_a_spawned_process_plays_the_same_episodes():
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    child = context.Process(target=make_and_play, args=(results,))
    child.start()
    found = results.get(timeout=120)
    child.join(60)
    here = context.SimpleQueue()
    make_and_play(here)
    assert child.exitcode == 0 and found == here.get()


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize(
    "call",
    [
        'undercroft.levels("caves", range(10**6), size=(20, 20))',
        'undercroft.metrics("caves", range(10**6))',
        "[env.step(actions) for _ in range(10**9)]",
    ],
)
def test_ctrl_c_ends_long_calls(call):
    program = f"""
        import numpy, undercroft, undercroft.gym
        env, actions = undercroft.gym.vector("Explore", 64, 2), numpy.full(64, 8)
        env.reset(seed=1)
        print("ready", flush=True)
        try:
            {call}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    """
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "ready\n", child.stderr.read()
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(1)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert out == "interrupted\n" and child.returncode == 0, err
