"""Checks each system's results, then times all systems in turns on one core."""

import json
import os
import shutil
import subprocess
from statistics import median

from .install import MAPS, OUT, TARGET, say
from .tasks import problem, remark

SLOW = 4e9
"""A system slower than this, in nanoseconds, is timed only once, during the check."""


def on_one_core():
    """Pins to the last core: the driver and everything else tend to run on the first."""
    return ["taskset", "-c", str((os.cpu_count() or 1) - 1)] if shutil.which("taskset") else []


def lines(program, words, timeout, **environment):
    """The JSON lines that a program printed, and what went wrong, if anything."""
    command = [*on_one_core(), *program.command, *words]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=timeout, env={**os.environ, **environment}
        )
        text, trouble = done.stdout, done.stderr.strip()[-300:] if done.returncode else ""
    except subprocess.TimeoutExpired as late:
        text = (late.stdout or b"").decode(errors="replace")
        trouble = f"no answer within {timeout} s"
    return list(parsed(text)), trouble


def parsed(text):
    for line in text.splitlines():
        try:
            answer = json.loads(line)
        except ValueError:
            continue
        if isinstance(answer, dict) and "system" in answer:
            yield answer


def judged(task, path):
    """The judge's report on a file."""
    command = [str(TARGET / "release/peers-judge"), "look", task.name, path, str(MAPS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise ValueError(done.stderr.strip())
    return json.loads(done.stdout)


def check(task, program, chosen, timeout):
    """Runs each system of a program once and has the result judged."""
    answers, trouble = lines(program, ["check", task.name, str(MAPS), str(OUT), chosen], timeout)
    systems = {}
    for answer in answers:
        system = {"name": answer["system"], "program": program.name, "note": answer["note"], "rounds": []}
        systems[answer["system"]] = system
        if "error" in answer:
            system["error"] = answer["error"]
            continue
        try:
            seen = judged(task, answer["file"])
        except (ValueError, OSError, subprocess.TimeoutExpired) as unreadable:
            system["error"] = f"the judge cannot read the result: {unreadable}"
            continue
        finally:
            os.remove(answer["file"])
        system |= {"seen": seen, "once": answer["ns"], "problem": problem(task, seen), "remark": remark(task, seen)}
    return systems, trouble


def run(task, programs, rounds, budget, everything, timeout):
    """All systems of a task, with their samples by round."""
    systems, troubles = {}, {}
    left_out = {} if everything else task.left_out
    chosen = "!" + ",".join(left_out) if left_out else "all"
    for program in programs:
        found, trouble = check(task, program, chosen, timeout)
        systems |= found
        if trouble:
            troubles[program.name] = trouble
            say(f"  {task.name}: {program.name}: {trouble}")
    for turn in range(rounds):
        # Rotate which program goes first.
        order = programs[turn % len(programs) :] + programs[: turn % len(programs)]
        for program in order:
            names = [system["name"] for system in systems.values() if is_due(system, program, turn)]
            if not names:
                continue
            words = ["time", task.name, str(MAPS), str(budget), str(task.samples)]
            words += [str(1 + turn * (task.samples + 1)), ",".join(names)]
            answers, trouble = lines(program, words, timeout)
            if trouble:
                troubles[program.name] = trouble
            for answer in answers:
                if "samples" in answer:
                    systems[answer["system"]]["rounds"].append(answer["samples"])
                else:
                    systems[answer["system"]]["error"] = answer.get("error", "no samples")
    for system in systems.values():
        if not system["rounds"] and "once" in system:
            system["rounds"] = [[system["once"]]]
    for name, why in left_out.items():
        systems[name] = {"name": name, "program": "", "note": "", "rounds": [], "error": f"skipped: {why}"}
    return systems, troubles


def is_due(system, program, turn):
    """Slow systems run in the first two rounds only, very slow ones never again."""
    if system["program"] != program.name or "error" in system or system["once"] > SLOW:
        return False
    return system["once"] < SLOW / 8 or turn < 2


def figures(system, scale):
    """The median of the rounds' medians, the minimum and the mean, in the task's unit."""
    if "error" in system or not system["rounds"]:
        return {}
    everything = [sample for one in system["rounds"] for sample in one]
    return {
        "value": median(median(one) for one in system["rounds"]) / scale,
        "least": min(everything) / scale,
        "mean": sum(everything) / len(everything) / scale,
        "samples": len(everything),
        "rounds": len(system["rounds"]),
    }
