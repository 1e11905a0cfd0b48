"""The game as environments."""

import os
import shutil
import subprocess
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import undercroft  # noqa: E402
import undercroft.gym as ug  # noqa: E402

SMALL = ["Explore", "Descend", "KeyDoor", "Survive", "Kick", "TwoCaves"]


def random_action(rng, observation):
    return rng.choice(np.flatnonzero(observation["action_mask"]))


@pytest.mark.parametrize("task", list(ug.TASKS))
def test_environments_pass_gymnasiums_checks_without_warnings(task):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(ug.TASKS[task].id, disable_env_checker=True).unwrapped
        check_env(env, skip_render_check=True)


@pytest.mark.parametrize("kind", ["glyphs", "pixels", "text"])
def test_other_observations_are_in_their_spaces(kind):
    env = ug.UndercroftEnv("Descend", observation=kind)
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation), observation
    assert env.observation_space.contains(env.step(8)[0])


def test_rendering():
    env = ug.UndercroftEnv("Descend", render_mode="ansi")
    env.reset(seed=1)
    assert "@" in env.render()
    env = ug.UndercroftEnv("Descend", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8 and picture.shape[2] == 3 and picture.max() > 0


@pytest.mark.parametrize("task", SMALL)
def test_the_same_seed_and_actions_give_the_same_episode(task):
    hashes = []
    for _ in range(2):
        env, rng = ug.UndercroftEnv(task), np.random.default_rng(3)
        observation, _ = env.reset(seed=5)
        for _ in range(200):
            observation, _, terminated, truncated, _ = env.step(random_action(rng, observation))
            if terminated or truncated:
                break
        hashes.append(env.hash())
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize("task", SMALL)
def test_what_the_mask_excludes_is_refused(task):
    env, rng = ug.UndercroftEnv(task), np.random.default_rng(1)
    observation, _ = env.reset(seed=2)
    for _ in range(60):
        accepted = env._native.tried(0)
        wrong = np.flatnonzero(accepted & (observation["action_mask"] == 0))
        assert not wrong.size, [ug.ACTIONS[number] for number in wrong]
        observation, _, terminated, truncated, _ = env.step(random_action(rng, observation))
        if terminated or truncated:
            observation, _ = env.reset()


def test_every_seed_has_a_level_even_if_its_ground_has_no_place_for_a_locked_door():
    # The first few seeds for which the plan itself has none.
    for seed in ["136", 161, 198]:
        env = ug.UndercroftEnv("KeyDoor")
        env.reset(options={"level": seed, "luck": 1})
        found = env.info()["level"]
        assert found == f"{seed}, attempt 2"
        again = ug.UndercroftEnv("KeyDoor")
        again.reset(options={"level": found, "luck": 1})
        assert again.hash() == env.hash()
    # All levels of a range are played, and no others.
    env = ug.vector("KeyDoor", 64, 1, start_level=130, num_levels=10)
    env.reset(seed=1)
    levels = {env.info(index)["level"] for index in range(64)}
    assert levels == {"136, attempt 2"} | {str(seed) for seed in range(130, 140) if seed != 136}


def path(walkable, start, end):
    """The cells after the first on a shortest path in four directions."""
    came_from, queue = {start: None}, [start]
    for at in queue:
        for near in [(at[0] + 1, at[1]), (at[0] - 1, at[1]), (at[0], at[1] + 1), (at[0], at[1] - 1)]:
            if walkable[near[1], near[0]] and near not in came_from:
                came_from[near] = at
                queue.append(near)
    cells = [end]
    while came_from[cells[-1]]:
        cells.append(came_from[cells[-1]])
    return cells[-2::-1]


def test_the_door_of_keydoor_opens_with_the_key_only():
    content = undercroft.Content(ug.CONTENT)
    turns = {(0, -1): "walk north", (1, 0): "walk east", (0, 1): "walk south", (-1, 0): "walk west"}
    for seed in range(20):
        level = undercroft.dungeon("task-keydoor", seed, content=content).level(0)
        mission = level.mission
        key, lock, goal = (tuple(place) for place in (mission["keys"][0]["at"], mission["locks"][0]["at"], mission["goal"]))
        for takes_key in [False, True]:
            env = ug.UndercroftEnv("KeyDoor")
            env.reset(options={"level": seed, "luck": 0})
            x, y, ended = *level.start, False
            allowed = level.walkable.copy()
            # Stepping on a key takes it.
            forbidden = lock if takes_key else key
            allowed[forbidden[1], forbidden[0]] = False
            try:
                route = path(allowed, (x, y), key if takes_key else goal)
            except KeyError:
                assert not takes_key, f"seed {seed}\n{level}"
                continue
            if takes_key:
                route += path(level.walkable, key, goal)
            for cell in route:
                # Opening a door takes a turn of its own.
                for _ in range(3):
                    at = tuple(env._buffers.stats[0, [ug.STATS.index("x"), ug.STATS.index("y")]])
                    if at == cell:
                        break
                    turn = turns.get((cell[0] - at[0], cell[1] - at[1]))
                    if turn is None:
                        break
                    env.step(ug.ACTIONS.index(turn))
                if cell == key and env.action_masks()[ug.ACTIONS.index("pick-up")]:
                    env.step(ug.ACTIONS.index("pick-up"))
            reward, ended = env.step(ug.ACTIONS.index("descend"))[1:3]
            assert ended == takes_key and (reward > 0.9) == takes_key, f"seed {seed}\n{level}"


def test_level_and_luck_are_chosen_apart():
    env = ug.UndercroftEnv("TwoCaves")
    env.reset(options={"level": 7, "luck": 1})
    one, planes = env.hash(), env.reset(options={"level": 7, "luck": 2})[0]["planes"]
    assert env.hash() != one
    assert (env.reset(options={"level": 7, "luck": 1})[0]["planes"] == planes).all()
    assert env.hash() == one
    assert env.info()["level"] == "7"


def test_levels_come_from_the_chosen_range():
    env = ug.UndercroftEnv("Descend", start_level=100, num_levels=3)
    env.reset(seed=1)
    seen = {env.info()["level"] for _ in range(40) if env.reset()}
    assert seen == {"100", "101", "102"}


def test_mistakes_are_exceptions():
    env = ug.UndercroftEnv("Descend")
    with pytest.raises(undercroft.UndercroftError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    for action in [-1, len(ug.ACTIONS), 1.5, "north", [1, 2]]:
        with pytest.raises(ValueError):
            env.step(action)
    strict = ug.UndercroftEnv("Descend", illegal="raise")
    observation, _ = strict.reset(seed=1)
    with pytest.raises(ValueError, match="mask"):
        strict.step(np.flatnonzero(observation["action_mask"] == 0)[0])
    env.close()
    with pytest.raises(undercroft.UndercroftError, match="closed"):
        env.step(0)
    for options in [{"radius": 0}, {"weights": {"gold": 1.0}}, {"max_steps": 0}]:
        with pytest.raises(ValueError):
            ug.UndercroftEnv("Descend", **options)
    with pytest.raises(ValueError, match="unknown task"):
        ug.UndercroftEnv("Fly")


def test_a_vector_of_environments_does_what_single_ones_do():
    for threads in [1, 2]:
        many, rng = ug.vector("undercroft/Descend-v0", 4, threads), np.random.default_rng(7)
        observation, _ = many.reset(seed=9)
        episodes = [many.info(index) for index in range(4)]
        single = ug.UndercroftEnv("Descend")
        alone, _ = single.reset(options={"level": episodes[2]["level"], "luck": episodes[2]["luck"]})
        assert (observation["planes"][2] == alone["planes"]).all()
        for _ in range(100):
            actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in observation["action_mask"]])
            observation, rewards, terminated, truncated, infos = many.step(actions)
            alone, reward, ended, cut, _ = single.step(actions[2])
            assert (reward, ended, cut) == (pytest.approx(rewards[2]), terminated[2], truncated[2])
            if ended or cut:
                assert infos["_final_obs"][2]
                for name, last in infos["final_obs"].items():
                    assert (last[2] == alone[name]).all(), name
                break
            assert (observation["planes"][2] == alone["planes"]).all()


def test_episodes_follow_each_other_in_the_same_step():
    many = ug.vector("Explore", 3, 1, max_steps=5)
    many.reset(seed=1)
    for step in range(1, 16):
        observation, _, terminated, truncated, _ = many.step(np.full(3, 8))
        assert truncated.all() == (step % 5 == 0) and not terminated.any()
        assert many.observation_space.contains(observation)
    assert gymnasium.make_vec("undercroft/Explore-v0", num_envs=2).num_envs == 2


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs /proc")
def test_memory_stays_flat_over_many_resets():
    def pages():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1])

    many = ug.vector("Descend", 64, 1)
    many.reset(seed=1)
    for _ in range(50):
        many.reset()
    before = pages()
    for _ in range(300):
        many.reset()
    grown = (pages() - before) * os.sysconf("SC_PAGE_SIZE")
    assert grown < 4 << 20, f"{grown:,} bytes more after 19,200 resets"


def test_a_callers_own_arrays_are_filled():
    one, other = ug.vector("Explore", 2, 1), ug.vector("Explore", 2, 1)
    other.buffers.planes = np.full((3, *one.buffers.planes.shape[1:]), 7, np.uint8)[:2]
    assert (one.reset(seed=1)[0]["planes"] == other.reset(seed=1)[0]["planes"]).all()
    assert (one.step([0, 1])[0]["planes"] == other.step([0, 1])[0]["planes"]).all()
    assert (other.buffers.planes.base[2] == 7).all()


def test_a_replay_is_verified_by_the_command(tmp_path):
    command = os.environ.get("UNDERCROFT_COMMAND") or shutil.which("undercroft")
    env, rng = ug.UndercroftEnv("TwoCaves", record=True), np.random.default_rng(1)
    observation, _ = env.reset(seed=1)
    for _ in range(300):
        observation, _, terminated, truncated, _ = env.step(random_action(rng, observation))
        if terminated or truncated:
            break
    env.save_replay(tmp_path / "game.replay")
    with pytest.raises(undercroft.UndercroftError, match="record=True"):
        silent = ug.UndercroftEnv("TwoCaves")
        silent.reset(seed=1)
        silent.save_replay(tmp_path / "none.replay")
    if not command:
        pytest.skip("no undercroft command; set UNDERCROFT_COMMAND")
    arguments = [command, "replay", str(tmp_path / "game.replay"), "--verify"]
    shown = subprocess.run(arguments, capture_output=True, text=True)
    assert shown.returncode == 0 and f"{env.hash():016x}" in shown.stdout, shown.stderr
