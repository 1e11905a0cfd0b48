"""Parts of statistics on a local Ray cluster, with a worker killed in mid-run."""

import os
import shutil
import signal
import subprocess
import threading
import time

import pytest

ray = pytest.importorskip("ray")

from undercroft import UndercroftError, cluster  # noqa: E402

COMMAND = os.environ.get("UNDERCROFT_COMMAND") or shutil.which("undercroft")

pytestmark = pytest.mark.skipif(not COMMAND, reason="no undercroft command; set UNDERCROFT_COMMAND")


@pytest.fixture(scope="module", autouse=True)
def local_cluster():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def kill_a_worker(killed):
    """Kills one of this cluster's Ray workers as soon as one runs the command."""
    for _ in range(600):
        listed = subprocess.run(["ps", "-ewwo", "pid,ppid,args"], capture_output=True, text=True).stdout.splitlines()
        rows = [line.split(None, 2) for line in listed[1:]]
        workers = {pid for pid, _, arguments in rows if arguments.startswith("ray::_make_part")}
        busy = [ppid for _, ppid, arguments in rows if " --part " in arguments and ppid in workers]
        if busy:
            os.kill(int(busy[0]), signal.SIGKILL)
            killed.append(busy[0])
            return
        time.sleep(0.05)


def test_a_killed_worker_loses_nothing_and_doubles_nothing(tmp_path):
    arguments = ["--size", "60x40"]
    killed, seen = [], []
    killer = threading.Thread(target=kill_a_worker, args=(killed,))
    killer.start()
    cluster.stats(
        "caves", 12_000, tmp_path / "parts", seed=1, parts=6, arguments=arguments, rows="csv",
        progress=lambda done, parts: seen.append((done, parts)),
    )
    killer.join()
    assert killed and seen[-1] == (6, 6)
    cluster.merge(tmp_path / "parts", tmp_path / "merged")
    single = [COMMAND, "stats", "caves", "--count", "12000", "--seed", "1", *arguments, "--out", str(tmp_path / "single")]
    subprocess.run(single, check=True, capture_output=True)
    for file in ["table.csv", "levels.csv", "histograms.svg"]:
        assert (tmp_path / "merged" / file).read_bytes() == (tmp_path / "single" / file).read_bytes(), file


def test_a_mistake_is_reported_and_not_tried_again(tmp_path):
    with pytest.raises(UndercroftError, match="cavse"):
        cluster.stats("cavse", 10, tmp_path, parts=2)
