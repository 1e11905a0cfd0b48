"""Learns `undercroft/Descend-v0` with PPO from stable-baselines3.

    pip install stable-baselines3
    python stable_baselines.py [--steps 2000000] [--plot curve.svg]

The policy sees what that of `learn.py` sees, and is tested on the same levels.
"""

import argparse
import time

import numpy as np
import torch
from gymnasium import spaces
from learn import ACTIONS, TEST, TRAINING, Features, play, plot
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

import undercroft.gym as ug


class Games(VecEnv):
    """Our vector environment with the interface of stable-baselines3."""

    def __init__(self, task, count, **options):
        self.games = ug.vector(task, count, 1, **options)
        self.features = Features(self.games)
        super().__init__(count, spaces.Box(0, 1, (self.features.size,), np.float32), spaces.Discrete(len(ACTIONS)))

    def reset(self):
        observation, _ = self.games.reset(seed=self._seeds[0])
        self._reset_seeds()
        return self.features(observation)

    def step_async(self, actions):
        self.actions = ACTIONS[actions]

    def step_wait(self):
        observation, rewards, terminated, truncated, _ = self.games.step(self.actions)
        done = terminated | truncated
        # An episode that was cut off counts as lost: its last observation is not worth a second pass.
        infos = [{"is_success": bool(won)} if over else {} for won, over in zip(terminated, done)]
        return self.features(observation), rewards, done, infos

    def close(self):
        self.games.close()

    def get_attr(self, attr_name, indices=None):
        return [getattr(self, attr_name, None) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name, value, indices=None):
        raise NotImplementedError("the games have no attributes of their own")

    def env_method(self, method_name, *method_args, indices=None, **method_kwargs):
        raise NotImplementedError("the games have no methods of their own")

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False for _ in self._get_indices(indices)]


class Curve(BaseCallback):
    """The share of training episodes that reach the stairs, by minutes of CPU."""

    def __init__(self):
        super().__init__()
        self.begun, self.results, self.points = time.process_time(), [], []

    def _on_step(self):
        self.results += [info["is_success"] for info in self.locals["infos"] if info]
        if len(self.results) >= 1_000:
            spent, share = (time.process_time() - self.begun) / 60, float(np.mean(self.results))
            self.points.append((spent, share))
            print(f"{spent:5.2f} min  {self.num_timesteps:>10,} steps  {share:6.1%} of training episodes won", flush=True)
            self.results = []
        return True


def test(model, episodes=1_000):
    """The share of episodes on test levels that reach the stairs."""
    env = Games("Descend", episodes, **TEST)
    env.seed(2)
    seen, won, ended = env.reset(), np.zeros(episodes, bool), np.zeros(episodes, bool)
    # Only the first episode of each game counts: counting all would favour short ones.
    while not ended.all():
        actions, _ = model.predict(seen)
        seen, _, done, infos = env.step(actions)
        won |= ~ended & np.array([info.get("is_success", False) for info in infos])
        ended |= done
    return won.mean()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=2_000_000, help="steps of training [default: 2000000]")
    parser.add_argument("--plot", help="write the learning curve to this SVG file")
    arguments = parser.parse_args()
    # The matrices are small: threads would only wait for each other.
    torch.set_num_threads(1)
    random_share = play(None, TEST, seed=1)
    print(f"random actions: {random_share:.1%} of test episodes won")
    env, curve = Games("Descend", 128, **TRAINING), Curve()
    model = PPO("MlpPolicy", env, n_steps=64, batch_size=1_024, n_epochs=4, learning_rate=7e-4, ent_coef=0.01, seed=0, device="cpu")
    model.learn(arguments.steps, callback=curve)
    tested_share = test(model)
    print(f"trained: {tested_share:.1%} of test episodes won, on levels never seen in training")
    if arguments.plot and curve.points:
        plot(curve.points, random_share, tested_share, arguments.plot)


if __name__ == "__main__":
    main()
