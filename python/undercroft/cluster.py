"""Statistics over more levels than one machine can make: the parts of `undercroft stats`, spread over a Ray cluster.

Each part is one run of the command with `--part`, on any machine that Ray chooses. A part that fails is retried,
and parts that already exist are not measured again, so an interrupted run continues where it stopped. All machines
need the command and a shared directory.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from ._undercroft import UndercroftError

RETRIES = 5


def stats(
    recipe: str,
    count: int,
    out: str | os.PathLike[str],
    *,
    seed: int | str = 0,
    parts: int = 100,
    arguments: Sequence[str] = (),
    rows: str = "parquet",
    command: str | None = None,
    ray_address: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Measures `count` levels in parts on Ray, and returns the directory of their rows, a dataset for DuckDB and others.

    `arguments` are further arguments for `undercroft stats`, such as `["--set", "scatter.chance=0.45"]`. `progress` is
    called with the number of finished parts and the number of all parts. `merge` makes tables and plots of the result.
    """
    import ray

    if count < 1 or not 1 <= parts <= count:
        raise ValueError(f"parts: expected 1 to the number of levels, {count}, not {parts}")
    directory = Path(out).resolve()
    directory.mkdir(parents=True, exist_ok=True)
    run = [_command(command), "stats", recipe, "--count", str(count), f"--seed={seed}", "--rows", rows]
    run += [*arguments, "--out", str(directory)]
    if not ray.is_initialized():
        ray.init(address=ray_address, log_to_driver=False)
    # If a worker dies, Ray retries its part elsewhere.
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(_make_part)
    waiting = [task.remote(run, part, parts) for part in range(1, parts + 1)]
    done = 0
    while waiting:
        finished, waiting = ray.wait(waiting, num_returns=1)
        for problem in ray.get(finished):
            if problem:
                for other in waiting:
                    ray.cancel(other)
                raise UndercroftError(problem)
            done += 1
            if progress:
                progress(done, parts)
    return directory


def merge(directory: str | os.PathLike[str], out: str | os.PathLike[str], *, command: str | None = None) -> str:
    """Writes the tables and plots of all parts, as a single run would have, and returns the summary."""
    arguments = [_command(command), "stats", "--merge", os.fspath(directory), "--out", os.fspath(out)]
    ran = subprocess.run(arguments, capture_output=True, text=True)
    if ran.returncode:
        raise UndercroftError(ran.stderr.strip())
    return ran.stdout


def _make_part(run: list[str], part: int, parts: int) -> str | None:
    """Measures a part. Returns the error if the command reports one, because retrying would not help."""
    threads = {**os.environ, "RAYON_NUM_THREADS": "1"}
    ran = subprocess.run([*run, "--part", f"{part}/{parts}"], capture_output=True, text=True, env=threads)
    if ran.returncode in (1, 2):
        return ran.stderr.strip()
    ran.check_returncode()
    return None


def _command(command: str | None) -> str:
    found = command or os.environ.get("UNDERCROFT_COMMAND") or shutil.which("undercroft")
    if not found:
        raise UndercroftError("cannot find the command `undercroft`; pass its path as command=, or set UNDERCROFT_COMMAND")
    return str(Path(found).resolve())
