"""Result rows and the pages made from them."""

import json
from datetime import date
from pathlib import Path

from .chart import draw
from .install import HERE
from .measure import figures

PAGE, PICTURE, DATA = HERE / "RESULTS.md", HERE / "results.svg", HERE / "results.json"


def row_of(task, systems):
    """The row of a task: our figure, the best qualifying peer, all peers, and the targets."""
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
        # A search with set-up done beforehand is shown, but it is not the same task.
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
    row |= best(peers) | {"targets": [answer(target, peers) for target in task.targets], "peers": peers}
    return row


def joined(*parts):
    return "; ".join(part for part in parts if part)


def best(peers):
    counting = [peer for peer in peers if peer["counts"] and "value" in peer]
    # If no peer does the whole task, show the fastest that does part of it, with the reason.
    candidates = counting or [peer for peer in peers if "value" in peer]
    if not candidates:
        return {"best_peer": None, "peer": None, "ratio": None, "peer_counts": False}
    first = min(candidates, key=lambda peer: peer["value"])
    return {"best_peer": first["value"], "peer": first["name"], "ratio": first["ratio"], "peer_counts": bool(counting)}


def answer(target, peers):
    """Whether a target is met. Peers named by the target always count; otherwise only those that qualify."""
    chosen = [
        peer for peer in peers if target.covers(peer["name"]) and "ratio" in peer and (target.names or peer["counts"])
    ]
    reached = min((peer["ratio"] for peer in chosen), default=None)
    met = None if reached is None else reached >= target.times
    return {"what": f"{target.times:g} times {target.against}", "times": target.times, "reached": reached, "met": met}


def figure(value):
    """Three significant digits."""
    if value is None:
        return "–"
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def times(ratio):
    return "–" if ratio is None else f"{figure(ratio)}×"


def verdict(targets):
    """Each target and whether it is met."""
    words = []
    for one in targets:
        mark = {True: "yes", False: "**no**", None: "not measured"}[one["met"]]
        reached = "" if one["reached"] is None else f" ({figure(one['reached'])})"
        words.append(f"{one['what']}: {mark}{reached}")
    return "<br>".join(words)


def table(rows):
    """The summary table, for the README and the docs."""
    lines = ["| task | size | ours | best peer | ratio |", "|---|---|---:|---|---:|"]
    for row in rows:
        peer = "–" if row["peer"] is None else f"{row['peer']}: {figure(row['best_peer'])}"
        peer += "" if row.get("peer_counts", True) else " (not the whole task)"
        lines.append(
            f"| {row['title']} | {row['size']} | {figure(row['ours'])} {row['unit']} | {peer} | {times(row['ratio'])} |"
        )
    return "\n".join(lines)


def behind(rows):
    """Where a peer is ahead or a target is missed, in words."""
    lines = []
    for row in rows:
        place, unit = f"**{row['title']}, {row['size']}**", row["unit"]
        for peer in row["peers"]:
            if peer.get("ratio", 1) < 1:
                why = peer.get("reason") or peer.get("note") or "it does the same task"
                found = f"{peer['name']} takes {figure(peer['value'])} {unit}; we take {figure(row['ours'])}"
                lines.append(f"- {place}: {found} ({why}).")
        for one in row["targets"]:
            if one["met"] is False:
                reached = figure(one["reached"]) + (f" {unit}" if row["peer"] is None else "")
                lines.append(f"- {place}: the target is {one['what']}; we reach {reached}.")
            if one["met"] is None:
                lines.append(f"- {place}: the target is {one['what']}; that peer did not run.")
    return lines or ["Nowhere, in this run."]


def ruled_out(rows):
    """Peers that failed, were skipped or do not qualify, each with its tasks."""
    found = {}
    for row in rows:
        for peer in row["peers"]:
            if "reason" in peer:
                found.setdefault(peer["name"], []).append(f"{row['title']} {row['size']}: {peer['reason']}")
    return [f"- {name}: {'; '.join(reasons)}." for name, reasons in sorted(found.items())] or ["Every peer qualified."]


def details(row):
    """The full table of a task."""
    lines = [f"### {row['title'][0].upper()}{row['title'][1:]}, {row['size']}", ""]
    if row.get("note"):
        lines += [row["note"] + ".", ""]
    if not row["peers"]:
        return [*lines, f"{figure(row['ours'])} {row['unit']}. {verdict(row['targets'])}", ""]
    lines += [
        f"| system | {row['unit']} | minimum | mean | ratio | ratio of means | samples | remarks |",
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
    with_targets = [row for row in rows if row["targets"]]
    lines = [
        "# Undercroft beside its peers",
        "",
        f"Measured by `bench/peers/run` on {data['date']}: {data['rounds']} rounds, taking turns on one core of {data['machine']}.",
        f"System load: {data['load']}. Times vary with load; ratios within one run vary less. The method is described in the [README](README.md).",
        "",
        table(rows),
        "",
        "![Speed-up over the best peer](results.svg)",
        "",
        "## Targets",
        "",
        "| task | size | target |",
        "|---|---|---|",
        *(f"| {row['title']} | {row['size']} | {verdict(row['targets'])} |" for row in with_targets),
        "",
        "## Where we are behind",
        "",
        *behind(rows),
        "",
        "## What could not be measured",
        "",
        *([f"- {name}: {why}" for name, why in data["missing"].items()] or ["Nothing."]),
        "",
        "## Peers that did not qualify",
        "",
        *ruled_out(rows),
        "",
        "## All figures",
        "",
        "`ratio` is how many times as long the peer takes. Times are medians over rounds, followed by the minimum and the mean of",
        "all samples. `ratio of means` compares the time for all seeds together, so that rare slow levels count too.",
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
