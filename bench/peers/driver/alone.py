"""Figures without a peer: growth, memory, two cores, writing, the endless window, start-up."""

import json
import os
import resource
import subprocess
from statistics import median

from .install import TARGET, say
from .measure import on_one_core

OURS = str(TARGET / "release/peers-ours")
COMMAND = str(TARGET / "release/undercroft")

# Runs on one core and on two, alternating.
CORE_TURNS = 7


def bound(task, title, size, value, unit, target, limit, met, note=""):
    """A row compared with a bound instead of a peer."""
    row = {"task": task, "title": title, "size": size, "ours": value, "best_peer": None, "peer": None, "ratio": None}
    check = {"what": target, "times": limit, "reached": value, "met": met}
    return row | {"unit": unit, "targets": [check], "note": note, "peers": []}


def grow(side, threads):
    """Builds one cave of this side in a separate process."""
    command = [*(on_one_core() if threads == 1 else []), OURS, "growth", str(side)]
    environment = {**os.environ, "RAYON_NUM_THREADS": str(threads)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=900, check=True)
    return json.loads(done.stdout)


def growth(rounds, quick):
    largest = 4096 if quick else 16384
    sides = [side for side in (256, 1024, 4096, 16384) if side <= largest]
    say(f"growth: caves of {', '.join(f'{side}²' for side in sides)}")
    turns = {side: 1 if side == 16384 else rounds for side in sides}
    once = {side: [grow(side, 1) for _ in range(turns[side])] for side in sides}
    costs = {side: median(one["ns"] for one in runs) / side**2 for side, runs in once.items()}
    ratio = max(costs.values()) / costs[256]
    text = ", ".join(f"{side}²: {cost:.2f}" for side, cost in costs.items())
    size = f"256² to {largest}²"
    rows = [
        bound(
            "growth",
            "cost per cell as a cave grows",
            size,
            ratio,
            "times",
            "within 3 times",
            3,
            ratio <= 3,
            f"ns per cell: {text}",
        )
    ]
    peak = max(one["peak_bytes"] for one in once[largest]) / largest**2
    rows.append(
        bound(
            "memory",
            "peak memory of a connected cave",
            f"{largest}×{largest}",
            peak,
            "bytes per cell",
            "under 4",
            4,
            peak < 4,
        )
    )
    if (os.cpu_count() or 1) > 1:
        say("  the same on two cores")
        # Alternating, best of each: other load slows two cores more than one.
        pairs = [[grow(largest, cores)["ns"] for cores in (1, 2)] for _ in range(CORE_TURNS)]
        one, both = (min(times) for times in zip(*pairs))
        gain = one / both
        rows.append(
            bound(
                "cores",
                "a connected cave on two cores",
                f"{largest}×{largest}",
                gain,
                "times",
                "1.6 times one core",
                1.6,
                gain >= 1.6,
            )
        )
    return rows


def drained(command):
    """The CPU seconds a command needs to write everything to a pipe, and the number of bytes."""
    before, size = processor_seconds(), 0
    with subprocess.Popen([*on_one_core(), *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as running:
        while block := running.stdout.read(1 << 20):
            size += len(block)
    if running.returncode:
        raise subprocess.CalledProcessError(running.returncode, command)
    return processor_seconds() - before, size


def processor_seconds():
    """The CPU seconds of all child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def batch(rounds, quick):
    count = 1_000 if quick else 10_000
    say(f"writing {count} caves to a pipe")
    commands = {
        "ours": [COMMAND, "generate", "caves", "--count", str(count), "--format", "json"],
        "rows": [OURS, "rows", str(count)],
        "made": [OURS, "batch", str(count)],
    }
    runs = {name: [] for name in commands}
    for _ in range(min(rounds, 3)):
        for name, command in commands.items():
            runs[name].append(drained(command))
    seconds = {name: median(run[0] for run in some) for name, some in runs.items()}
    megabytes = {name: some[0][1] / 1e6 for name, some in runs.items()}
    value, rows, made = (seconds[name] / count * 1e6 for name in ("ours", "rows", "made"))
    # Both sides generate the same levels and divide them into areas, so the rest is writing. Below a fiftieth it is noise.
    writing = max(value - made, made / 50)
    ratio, share = (rows - made) / writing, writing / made
    return [
        {
            "task": "batch",
            "title": f"{count:,} caves as JSON to a pipe",
            "size": "80×50",
            "ours": value,
            "best_peer": rows,
            "peer": "serde_json rows",
            "ratio": rows / value,
            "unit": "µs of CPU per level",
            "targets": [
                {
                    "what": "writing twice as fast as serde_json",
                    "times": 2,
                    "reached": ratio,
                    "met": ratio >= 2,
                },
                {"what": "writing costs at most 3 times generating", "times": 3, "reached": share, "met": share <= 3},
            ],
            "note": f"generating and dividing alone {made:.1f} µs; {megabytes['ours']:.0f} MB against {megabytes['rows']:.0f} MB",
            "peers": [
                {
                    "name": "serde_json rows",
                    "value": rows,
                    "ratio": rows / value,
                    "counts": True,
                    "note": "the same map, areas and links, as small arrays",
                },
                {
                    "name": "generating and dividing alone",
                    "value": made,
                    "counts": False,
                    "note": "nothing is written",
                },
            ],
        }
    ]


def start(runs=50):
    say("the command's start-up")
    before = processor_seconds()
    for _ in range(runs):
        subprocess.run(
            [*on_one_core(), COMMAND, "generate", "caves"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )
    spent = (processor_seconds() - before) / runs * 1e3
    return [
        bound(
            "start",
            "`undercroft generate caves` to /dev/null",
            "80×50",
            spent,
            "ms of CPU",
            "under 10",
            10,
            spent < 10,
        )
    ]


def endless(figures):
    """The window compared with twice the noise of its size plus the cost of connecting a bounded level."""
    window, noise, level = (figures[name]["value"] for name in ("undercroft", "bounded noise", "bounded level"))
    allowed = 2 * noise + (level - noise)
    row = bound(
        "endless",
        "window of an endless shallow cave",
        "1024×1024",
        window,
        "ms per window",
        f"at most twice the noise plus connecting: {allowed:.0f} ms",
        allowed,
        window <= allowed,
        f"the terrain alone, bounded: {noise:.1f} ms; a bounded level with all checks: {level:.1f} ms",
    )
    return [row]
