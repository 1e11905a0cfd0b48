"""Learns `undercroft/Descend-v0` with an actor-critic written in NumPy, in a minute on one core.

    python learn.py [--steps 6000000] [--plot curve.svg]

Trains on a thousand levels and tests on levels it has never seen. The policy sees which of the 9x9 cells around the hero are open, unknown
or stairs, and the cells it has visited lately; one hidden layer, advantages by GAE, the optimiser is Adam.
"""

import argparse
import os
import time

# The matrices are small: threads would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402

import undercroft  # noqa: E402
import undercroft.gym as ug  # noqa: E402

ENVS, STEPS, HIDDEN = 128, 32, 128
GAMMA, LAMBDA, RATE, ENTROPY = 0.99, 0.95, 7e-4, 0.01
TRAINING, TEST = {"start_level": 0, "num_levels": 1_000}, {"start_level": 1_000_000, "num_levels": 1_000}
# Walking in eight directions, and taking the stairs.
ACTIONS = np.array([*range(8), ug.ACTIONS.index("descend")])


class Features:
    """What the policy sees: for every cell nearby, whether it is floor, unknown or stairs down, and how recently the hero was there."""

    def __init__(self, env):
        tiles = {tile["name"]: tile["id"] + 1 for tile in undercroft.level("caves", seed=0).legend}
        self.floor, self.down = tiles["floor"], tiles["stairs-down"]
        self.radius = env.radius
        self.x, self.y, self.turn = (ug.STATS.index(name) for name in ("x", "y", "turn"))
        self.visited = np.zeros((env.num_envs, 64, 64), np.float32)
        self.size = 4 * (2 * self.radius + 1) ** 2

    def __call__(self, observation):
        tiles, stats = observation["planes"][:, 0], observation["stats"]
        x, y = stats[:, self.x] + self.radius, stats[:, self.y] + self.radius
        self.visited[stats[:, self.turn] == 0] = 0
        self.visited *= 0.98
        everyone, side = np.arange(len(x)), np.arange(-self.radius, self.radius + 1)
        self.visited[everyone, y, x] = 1
        trail = self.visited[everyone[:, None, None], (y[:, None] + side)[:, :, None], (x[:, None] + side)[:, None, :]]
        return np.stack([tiles == self.floor, tiles == 0, tiles == self.down, trail], 1).reshape(len(x), -1).astype(np.float32)


class Network:
    """A hidden layer shared by the policy and the value, trained by Adam."""

    def __init__(self, inputs, rng):
        def layer(rows, columns, scale):
            return (rng.standard_normal((rows, columns)) * scale / np.sqrt(rows)).astype(np.float32)

        outputs = len(ACTIONS) + 1
        self.parameters = [layer(inputs, HIDDEN, 1.4), np.zeros(HIDDEN, np.float32)]
        self.parameters += [layer(HIDDEN, outputs, 0.1), np.zeros(outputs, np.float32)]
        self.moments = [[np.zeros_like(p), np.zeros_like(p)] for p in self.parameters]
        self.updates = 0

    def forward(self, features, mask):
        """The hidden layer, the chances of the legal actions, and the value."""
        w1, b1, w2, b2 = self.parameters
        hidden = np.maximum(features @ w1 + b1, 0)
        out = hidden @ w2 + b2
        logits = np.where(mask, out[:, :-1], -1e9)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        return hidden, chances / chances.sum(1, keepdims=True), out[:, -1]

    def learn(self, features, mask, actions, advantages, returns):
        """One step down the gradient of the actor-critic loss."""
        hidden, chances, value = self.forward(features, mask)
        count = len(actions)
        log = np.log(np.maximum(chances, 1e-8))
        entropy = -(chances * log).sum(1, keepdims=True)
        slope = chances * advantages[:, None]
        slope[np.arange(count), actions] -= advantages
        slope += ENTROPY * chances * (log + entropy)
        out = np.concatenate([slope, (value - returns)[:, None]], 1) / count
        w2 = self.parameters[2]
        back = (out @ w2.T) * (hidden > 0)
        gradients = [features.T @ back, back.sum(0), hidden.T @ out, out.sum(0)]
        norm = np.sqrt(sum((g**2).sum() for g in gradients))
        self.updates += 1
        for parameter, gradient, (first, second) in zip(self.parameters, gradients, self.moments):
            gradient = gradient * min(1.0, 0.5 / (norm + 1e-8))
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            step = first / (1 - 0.9**self.updates)
            parameter -= RATE * step / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-5)


def choose(chances, rng):
    """Draws an action in every game."""
    return (chances.cumsum(1) > rng.random((len(chances), 1))).argmax(1)


def play(network, levels, seed, episodes=1_000):
    """The share of episodes that end at the bottom; without a network, actions are random."""
    env, rng = ug.vector("Descend", episodes, 1, **levels), np.random.default_rng(seed)
    features = Features(env)
    observation, _ = env.reset(seed=seed)
    won = ended = np.zeros(episodes, bool)
    # Only the first episode of each game counts: counting all would favour short ones.
    while not ended.all():
        mask = observation["action_mask"][:, ACTIONS] == 1
        if network:
            chances = network.forward(features(observation), mask)[1]
        else:
            chances = mask / mask.sum(1, keepdims=True)
        observation, _, terminated, truncated, _ = env.step(ACTIONS[choose(chances, rng)])
        won, ended = won | (terminated & ~ended), ended | terminated | truncated
    return won.mean()


def train(all_steps, seed=0):
    """Trains for some steps; returns the network and the curve: minutes of CPU, share of training episodes won."""
    env, rng = ug.vector("Descend", ENVS, 1, **TRAINING), np.random.default_rng(seed)
    features = Features(env)
    network = Network(features.size, rng)
    observation, _ = env.reset(seed=seed)
    seen = features(observation)
    begun, steps, curve, results = time.process_time(), 0, [], []
    while steps < all_steps:
        batch = []
        for _ in range(STEPS):
            mask = observation["action_mask"][:, ACTIONS] == 1
            _, chances, value = network.forward(seen, mask)
            action = choose(chances, rng)
            observation, reward, terminated, truncated, _ = env.step(ACTIONS[action])
            batch.append((seen, mask, action, value, reward, terminated, truncated))
            seen = features(observation)
            results += [True] * int(terminated.sum()) + [False] * int(truncated.sum())
            steps += ENVS
        next_value = network.forward(seen, observation["action_mask"][:, ACTIONS] == 1)[2]
        advantage, advantages = np.zeros(ENVS, np.float32), []
        for _, _, _, value, reward, terminated, truncated in reversed(batch):
            # An episode that was cut off ends here too: its last observation is not worth a second pass.
            goes_on = ~(terminated | truncated)
            error = reward + GAMMA * next_value * goes_on - value
            advantage = error + GAMMA * LAMBDA * advantage * goes_on
            advantages.append(advantage)
            next_value = value
        advantages = np.concatenate(advantages[::-1])
        joined = [np.concatenate([step[part] for step in batch]) for part in range(4)]
        returns = advantages + joined[3]
        scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        network.learn(joined[0], joined[1], joined[2], scaled.astype(np.float32), returns)
        if len(results) >= 1_000:
            spent, share = (time.process_time() - begun) / 60, float(np.mean(results))
            curve.append((spent, share))
            print(f"{spent:5.2f} min  {steps:>10,} steps  {share:6.1%} of training episodes won", flush=True)
            results = []
    return network, curve


def plot(curve, random_share, tested_share, path):
    """Writes the curve as an SVG file."""
    width, height, left, top = 640, 320, 60, 20
    last = curve[-1][0]
    points = [(left + (width - 90) * t / last, top + (height - 70) * (1 - share)) for t, share in curve]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    marks = [(share, f"{share:.0%}") for share in (0, 0.25, 0.5, 0.75, 1)]
    rows = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">']
    rows.append(f'<rect width="{width}" height="{height}" fill="white"/>')
    for share, label in marks:
        y = top + (height - 70) * (1 - share)
        rows.append(f'<line x1="{left}" y1="{y}" x2="{width - 30}" y2="{y}" stroke="#ddd"/>')
        rows.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{label}</text>')
    for share, label, colour in [(random_share, "random", "#999"), (tested_share, "test levels", "#c60")]:
        y = top + (height - 70) * (1 - share)
        rows.append(f'<line x1="{left}" y1="{y:.1f}" x2="{width - 30}" y2="{y:.1f}" stroke="{colour}" stroke-dasharray="4"/>')
        rows.append(f'<text x="{width - 34}" y="{y - 4:.1f}" text-anchor="end" fill="{colour}">{label}: {share:.0%}</text>')
    rows.append(f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="2"/>')
    for minute in np.linspace(0, last, 6):
        rows.append(f'<text x="{left + (width - 90) * minute / last:.0f}" y="{height - 32}" text-anchor="middle">{minute:.1f}</text>')
    rows.append(f'<text x="{width / 2}" y="{height - 10}" text-anchor="middle">minutes of CPU</text>')
    rows.append(f'<text x="{left}" y="14">share of episodes that reach the stairs</text></svg>')
    with open(path, "w") as file:
        file.write("\n".join(rows) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=6_000_000, help="steps of training [default: 6000000]")
    parser.add_argument("--plot", help="write the learning curve to this SVG file")
    arguments = parser.parse_args()
    random_share = play(None, TEST, seed=1)
    print(f"random actions: {random_share:.1%} of test episodes won")
    network, curve = train(arguments.steps)
    tested_share = play(network, TEST, seed=2)
    print(f"trained: {tested_share:.1%} of test episodes won, on levels never seen in training")
    if arguments.plot and curve:
        plot(curve, random_share, tested_share, arguments.plot)


if __name__ == "__main__":
    main()
