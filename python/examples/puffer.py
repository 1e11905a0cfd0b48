"""Learns `undercroft/Descend-v0` with the trainer of PufferLib 3. The games write into PufferLib's own arrays.

    pip install pufferlib
    python puffer.py [--steps 2000000]

The policy sees which of the 9x9 cells around the hero are floor, unknown or stairs down.
"""

import argparse

import gymnasium
import numpy as np
import pufferlib

import undercroft
import undercroft.gym as ug

# Walking in eight directions, and taking the stairs.
ACTIONS = np.array([*range(8), ug.ACTIONS.index("descend")])
TRAINING, TEST = {"start_level": 0, "num_levels": 1_000}, {"start_level": 1_000_000, "num_levels": 1_000}


class Games(pufferlib.PufferEnv):
    """Many games of a task as one native environment."""

    def __init__(self, task="Descend", num_envs=128, buf=None, seed=0, **options):
        self.games = ug.vector(task, num_envs, 1, **options)
        self.single_observation_space = self.games.single_observation_space["planes"]
        self.single_action_space = gymnasium.spaces.Discrete(len(ACTIONS))
        self.num_agents, self.won = num_envs, []
        super().__init__(buf)
        self.games.buffers.planes, self.games.buffers.rewards = self.observations, self.rewards

    def reset(self, seed=0):
        self.games.reset(seed=seed)
        return self.observations, []

    def step(self, actions):
        _, _, self.terminals[:], self.truncations[:], _ = self.games.step(ACTIONS[actions])
        self.won += [True] * int(self.terminals.sum()) + [False] * int(self.truncations.sum())
        infos = []
        if len(self.won) >= 100:
            infos, self.won = [{"won": float(np.mean(self.won))}], []
        return self.observations, self.rewards, self.terminals, self.truncations, infos

    def close(self):
        self.games.close()


def policy(env):
    """A network with one hidden layer, in the form that PufferLib's trainer expects."""
    import torch

    legend = undercroft.level("caves", seed=0).legend
    shown = torch.tensor([0] + [tile["id"] + 1 for tile in legend if tile["name"] in ("floor", "stairs-down")])

    class Policy(torch.nn.Module):
        def __init__(self):
            super().__init__()
            inputs = len(shown) * int(np.prod(env.single_observation_space.shape[1:]))
            self.body = torch.nn.Sequential(torch.nn.Linear(inputs, 128), torch.nn.ReLU())
            self.action = torch.nn.Linear(128, env.single_action_space.n)
            self.value = torch.nn.Linear(128, 1)

        def forward_eval(self, observations, state=None):
            tiles = observations.reshape(-1, *env.single_observation_space.shape)[:, :1]
            hidden = self.body((tiles == shown[None, :, None, None]).float().flatten(1))
            return self.action(hidden), self.value(hidden)

        def forward(self, observations, state=None):
            return self.forward_eval(observations, state)

    return Policy()


def play(act, episodes=1_000):
    """The share of episodes on test levels that reach the stairs, if `act` chooses the actions."""
    env = Games(num_envs=episodes, **TEST)
    env.reset(seed=2)
    won = ended = np.zeros(episodes, bool)
    # Only the first episode of each game counts: counting all would favour short ones.
    while not ended.all():
        env.step(act(env.observations))
        won, ended = won | (env.terminals & ~ended), ended | env.terminals | env.truncations
    return won.mean()


def main():
    import torch
    from pufferlib import pufferl

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=2_000_000, help="steps of training [default: 2000000]")
    arguments = parser.parse_args()
    rng = np.random.default_rng(1)
    print(f"random actions: {play(lambda seen: rng.integers(0, len(ACTIONS), len(seen))):.1%} of test episodes won")
    torch.set_num_threads(1)
    env = pufferlib.vector.make(Games, env_kwargs={"num_envs": 128, **TRAINING})
    network = policy(env)
    config = pufferl.load_config("default")["train"]
    config.update(env="descend", device="cpu", optimizer="adam", learning_rate=7e-4, ent_coef=0.01, total_timesteps=arguments.steps)
    trainer = pufferl.PuffeRL(config, env, network)
    while trainer.global_step < arguments.steps:
        trainer.evaluate()
        trainer.train()

    def trained(seen):
        with torch.no_grad():
            logits, _ = network(torch.as_tensor(seen))
            return torch.distributions.Categorical(logits=logits).sample().numpy()

    print(f"trained: {play(trained):.1%} of test episodes won, on levels never seen in training")
    trainer.close()


if __name__ == "__main__":
    main()
