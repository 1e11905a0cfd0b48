"""Rows of results, and the pages they go to."""

import json
from datetime import date
from pathlib import Path

from .chart import draw
from .install import HERE
from .measure import figures

PAGE, PICTURE, DATA = HERE / "RESULTS.md", HERE / "results.svg", HERE / "results.json"


def row_of(task, systems):
    """A task's row: ours, the best peer that does the task, all peers, and what was asked."""
    ours = systems["undercroft"]
    scale = task.scale or ours["seen"]["reached"]
    mine = figures(ours, scale)
    if not mine:
        raise RuntimeError(f"{task.name}: our own side failed: {ours.get('error')}")
    peers = []
    for system in systems.values():
        if system is ours:
            continue
        peer = {"name": system["name"], "note": joined(system["note"], system.get("remark")), **figures(system, scale)}
        reason = system.get("error") or system.get("problem")
        # A way that was prepared before is shown, but it is not the same task.
        peer["counts"] = not reason and not system["name"].endswith("set up")
        if reason:
            peer["reason"] = reason
        if "value" in peer:
            peer["ratio"] = peer["value"] / mine["value"]
            peer["ratio_of_means"] = peer["mean"] / mine["mean"]
        peers.append(peer)
    peers.sort(key=lambda peer: (not peer["counts"], peer.get("value", float("inf"))))
    row = {"task": task.name, "title": task.title, "size": task.size, "ours": mine["value"], "unit": task.unit}
    row |= {
        "ours_least": mine["least"],
        "ours_mean": mine["mean"],
        "samples": mine["samples"],
        "rounds": mine["rounds"],
    }
    row |= best(peers) | {"asked": [answer(asked, peers) for asked in task.asked], "peers": peers}
    return row


def joined(*parts):
    return "; ".join(part for part in parts if part)


def best(peers):
    counting = [peer for peer in peers if peer["counts"] and "value" in peer]
    # Where nobody does the whole task, the fastest that does a part of it stands in; its reason is shown.
    candidates = counting or [peer for peer in peers if "value" in peer]
    if not candidates:
        return {"best_peer": None, "peer": None, "ratio": None, "peer_counts": False}
    first = min(candidates, key=lambda peer: peer["value"])
    return {"best_peer": first["value"], "peer": first["name"], "ratio": first["ratio"], "peer_counts": bool(counting)}


def answer(asked, peers):
    """Whether what was asked is reached. Who is named is taken as it is; else only peers that do the task count."""
    chosen = [
        peer for peer in peers if asked.covers(peer["name"]) and "ratio" in peer and (asked.names or peer["counts"])
    ]
    reached = min((peer["ratio"] for peer in chosen), default=None)
    met = None if reached is None else reached >= asked.times
    return {"what": f"{asked.times:g} times {asked.against}", "times": asked.times, "reached": reached, "met": met}


def figure(value):
    """Three digits that matter."""
    if value is None:
        return "–"
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def times(ratio):
    return "–" if ratio is None else f"{figure(ratio)}×"


def verdict(asked):
    """What was asked, and whether it is so."""
    words = []
    for one in asked:
        mark = {True: "yes", False: "**no**", None: "not measured"}[one["met"]]
        reached = "" if one["reached"] is None else f" ({figure(one['reached'])})"
        words.append(f"{one['what']}: {mark}{reached}")
    return "<br>".join(words)


def table(rows):
    """The short table, for README and docs."""
    lines = ["| task | size | ours | best peer | times |", "|---|---|---:|---|---:|"]
    for row in rows:
        peer = "–" if row["peer"] is None else f"{row['peer']}: {figure(row['best_peer'])}"
        peer += "" if row.get("peer_counts", True) else " (not the whole task)"
        lines.append(
            f"| {row['title']} | {row['size']} | {figure(row['ours'])} {row['unit']} | {peer} | {times(row['ratio'])} |"
        )
    return "\n".join(lines)


def behind(rows):
    """In words, where a peer is ahead of us or a figure that was asked for is not reached."""
    lines = []
    for row in rows:
        place, unit = f"**{row['title']}, {row['size']}**", row["unit"]
        for peer in row["peers"]:
            if peer.get("ratio", 1) < 1:
                why = peer.get("reason") or peer.get("note") or "it does the same task"
                found = f"{peer['name']} takes {figure(peer['value'])} {unit}, we {figure(row['ours'])}"
                lines.append(f"- {place}: {found} ({why}).")
        for one in row["asked"]:
            if one["met"] is False:
                reached = figure(one["reached"]) + (f" {unit}" if row["peer"] is None else "")
                lines.append(f"- {place}: asked was {one['what']}; it is {reached}.")
            if one["met"] is None:
                lines.append(f"- {place}: asked was {one['what']}; that peer did not run here.")
    return lines or ["Nowhere, in this run."]


def ruled_out(rows):
    """Peers that failed, were left out, or do not do the task; each once, with its tasks."""
    found = {}
    for row in rows:
        for peer in row["peers"]:
            if "reason" in peer:
                found.setdefault(peer["name"], []).append(f"{row['title']} {row['size']}: {peer['reason']}")
    return [f"- {name}: {'; '.join(reasons)}." for name, reasons in sorted(found.items())] or ["All count."]


def details(row):
    """All figures of a task."""
    lines = [f"### {row['title'][0].upper()}{row['title'][1:]}, {row['size']}", ""]
    if row.get("note"):
        lines += [row["note"] + ".", ""]
    if not row["peers"]:
        return [*lines, f"{figure(row['ours'])} {row['unit']}. {verdict(row['asked'])}", ""]
    lines += [
        f"| system | {row['unit']} | least | mean | times ours | by means | samples | remarks |",
        "|---|---:|---:|---:|---:|---:|---:|---|",
    ]
    own = [figure(row.get(key)) for key in ("ours", "ours_least", "ours_mean")]
    lines.append(f"| **undercroft** | {' | '.join(own)} | 1 | 1 | {row.get('samples', '–')} | |")
    for peer in row["peers"]:
        remarks = joined(peer.get("reason") and f"**{peer['reason']}**", peer["note"])
        cells = [figure(peer.get(key)) for key in ("value", "least", "mean")]
        cells += [times(peer.get("ratio")), times(peer.get("ratio_of_means")), str(peer.get("samples", "–"))]
        lines.append(f"| {peer['name']} | {' | '.join(cells)} | {remarks} |")
    return [*lines, ""]


def page(data):
    rows = data["rows"]
    asked = [row for row in rows if row["asked"]]
    lines = [
        "# Beside the peers",
        "",
        f"Made by `bench/peers/run` on {data['date']}: {data['rounds']} rounds, ours and theirs in turns on one core of {data['machine']}.",
        f"The load of the machine was {data['load']}. Times move with it; ratios of one run move less. How it is measured: [README](README.md).",
        "",
        table(rows),
        "",
        "![How many times as fast as the best peer](results.svg)",
        "",
        "## What was asked",
        "",
        "| task | size | asked, and reached |",
        "|---|---|---|",
        *(f"| {row['title']} | {row['size']} | {verdict(row['asked'])} |" for row in asked),
        "",
        "## Where we are behind",
        "",
        *behind(rows),
        "",
        "## What could not be measured",
        "",
        *([f"- {name}: {why}" for name, why in data["missing"].items()] or ["Nothing."]),
        "",
        "## Who does not count, and why",
        "",
        *ruled_out(rows),
        "",
        "## All figures",
        "",
        "`times ours` is how many times as long the peer takes. Medians over rounds; the least and the mean of all samples",
        "beside them. `by means` compares the time for all seeds together, so that rare slow levels count too.",
        "",
    ]
    for row in rows:
        lines += details(row)
    lines += ["## Versions", "", ", ".join(f"{name} {version}" for name, version in data["versions"].items()) + ".", ""]
    return "\n".join(lines)


def write(data, folder=HERE):
    folder = Path(folder)
    (folder / DATA.name).write_text(json.dumps(data["rows"], indent=1, ensure_ascii=False) + "\n")
    (folder / PICTURE.name).write_text(draw(data["rows"]))
    (folder / PAGE.name).write_text(page(data))


def today():
    return date.today().isoformat()
