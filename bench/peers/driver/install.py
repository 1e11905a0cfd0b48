"""Installs and builds every program. One that fails is skipped, with the reason."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent
TARGET = HERE / "target"
WORK = HERE / "work"
MAPS = WORK / "maps"
OUT = WORK / "out"
VENV = HERE / "venv"


@dataclass
class Program:
    name: str
    command: list


def say(line):
    print(line, file=sys.stderr, flush=True)


TELLING = ("was not found", "not found", "No such", "error:", "error", "failed")


def telling_line(text):
    """The most informative line of an error message."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    found = [line for sign in TELLING for line in lines if sign in line]
    # A panic quotes the whole message on one line.
    return (found or lines or ["no output"])[0].split("\\n")[0][:200]


def attempt(what, command, folder, **environment):
    """Runs a tool and returns the reason if it fails."""
    say(f"  {what} …")
    try:
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, timeout=1800
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return str(problem)
    return "" if done.returncode == 0 else telling_line(done.stderr or done.stdout)


def cargo(what, folder, *arguments):
    return attempt(what, ["cargo", "build", "--release", "--locked", *arguments], folder, CARGO_TARGET_DIR=str(TARGET))


def everything():
    """The programs that are available, and why others are not."""
    say("getting ready")
    OUT.mkdir(parents=True, exist_ok=True)
    missing = {}
    binary = TARGET / "release"
    rust = HERE / "rust"
    problem = cargo("building ours and the judge", rust, "-p", "peers-ours", "-p", "peers-judge")
    problem = problem or cargo("building the command", ROOT, "-p", "undercroft")
    if problem:
        raise SystemExit(f"cannot build our own side, so there is nothing to compare: {problem}")
    programs = [Program("ours", [str(binary / "peers-ours")])]
    for name, package in (("Rust crates", "peers-peers"), ("tcod (crate)", "peers-tcod")):
        if problem := cargo(f"building {name}", rust, "-p", package):
            missing[name] = problem
        else:
            programs.append(Program(name, [str(binary / package)]))
    if problem := python_packages():
        missing["NumPy, SciPy, tcod (Python)"] = problem
    else:
        programs.append(Program("Python", [str(VENV / "bin/python"), str(HERE / "python/peers.py")]))
    if problem := node_packages():
        missing["rot-js, malwoden"] = problem
    else:
        programs.append(Program("Node", ["node", str(HERE / "node/peers.mjs")]))
    if not (MAPS / "cave-2048x2048.map").exists():
        say("  making the shared maps …")
        subprocess.run([str(binary / "peers-judge"), "maps", str(MAPS)], check=True)
    return programs, missing


def python_packages():
    wanted = HERE / "python/requirements.txt"
    stamp = VENV / "installed.txt"
    if stamp.exists() and stamp.read_text() == wanted.read_text():
        return ""
    problem = attempt("making a Python environment", [sys.executable, "-m", "venv", str(VENV)], HERE)
    pip = [str(VENV / "bin/pip"), "install", "--quiet", "--requirement", str(wanted)]
    problem = problem or attempt("installing NumPy, SciPy and tcod", pip, HERE)
    if not problem:
        stamp.write_text(wanted.read_text())
    return problem


def node_packages():
    if not shutil.which("node"):
        return "Node is not installed"
    if (HERE / "node/node_modules/rot-js").exists() and (HERE / "node/node_modules/malwoden").exists():
        return ""
    install = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund"]
    return attempt("installing rot-js and malwoden", install, HERE / "node")


def versions():
    """Names and versions of everything measured."""
    found = {"undercroft": line_of(["git", "-C", str(ROOT), "describe", "--always", "--dirty"])}
    lock = (HERE / "rust/Cargo.lock").read_text()
    manifest = (HERE / "rust/Cargo.toml").read_text()
    for name in re.findall(r'^([\w-]+) = "=', manifest, re.MULTILINE):
        match = re.search(rf'name = "{name}"\nversion = "([^"]+)"', lock)
        found[name] = match[1] if match else "?"
    for line in (HERE / "python/requirements.txt").read_text().split():
        name, version = line.split("==")
        found[f"{name} (Python)"] = version
    for name, version in re.findall(r'"([\w-]+)": "(\d[\d.]*)"', (HERE / "node/package.json").read_text()):
        found[name] = version
    found["rustc"] = line_of(["rustc", "--version"]).removeprefix("rustc ")
    found["Python"] = sys.version.split()[0]
    found["Node"] = line_of(["node", "--version"])
    return found


def line_of(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=30).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return "not there"
