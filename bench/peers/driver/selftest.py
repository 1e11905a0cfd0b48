"""Tests of the driver itself, in less than a second and without any peer: `run --self-test`."""

import json
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

from . import chart, results
from .install import Program, telling_line
from .measure import figures, is_due, parsed
from .tasks import TASKS, Target, Task, problem, remark

CAVE = {"width": 80, "height": 50, "open": 1800, "parts": 1, "parts_eight": 1, "roughness": 0.1}


def system(name, rounds, **more):
    return {"name": name, "program": "p", "note": "", "rounds": rounds, "once": 1.0, "problem": "", **more}


def canned(task=None):
    """A task with a peer ahead, one behind, one that fails and one that does not do the task."""
    task = task or Task("cave-80x50", "cave", "µs per level", 1e3, 9, targets=(Target(5), Target(15, "slow", ("slow",))))
    systems = {
        "undercroft": system("undercroft", [[2e3, 2e3, 8e3], [4e3], [2e3]]),
        "slow": system("slow", [[90e3]]),
        "quick": system("quick", [[12e3]]),
        "loose": system("loose", [[1e3]], problem="not connected: 9 parts"),
        "gone": system("gone", [], error="it panicked: <oh>"),
    }
    return results.row_of(task, systems)


class Figures(unittest.TestCase):
    def test_the_median_is_over_the_medians_of_rounds(self):
        found = figures(system("a", [[1, 2, 100], [4], [3, 3]]), 1)
        self.assertEqual((found["value"], found["least"], found["samples"]), (3, 1, 6))
        self.assertEqual(found["mean"], 113 / 6)

    def test_a_system_that_failed_has_no_figures(self):
        self.assertEqual(figures(system("a", [[1]], error="no"), 1), {})

    def test_slow_systems_have_fewer_turns(self):
        program = Program("p", [])
        turns = [(1e3, 4), (1e9, 1), (1e9, 2), (9e9, 0)]
        due = [is_due(system("a", [], once=once), program, turn) for once, turn in turns]
        self.assertEqual(due, [True, True, False, False])


class Rows(unittest.TestCase):
    def test_the_best_peer_is_the_fastest_that_does_the_task(self):
        row = canned()
        self.assertEqual((row["peer"], row["ratio"], row["ours"]), ("quick", 6, 2))
        self.assertEqual([peer["name"] for peer in row["peers"]], ["quick", "slow", "loose", "gone"])

    def test_what_was_asked_is_answered_for_each_peer_it_names(self):
        first, second = canned()["targets"]
        self.assertEqual((first["reached"], first["met"]), (6, True))
        self.assertEqual((second["reached"], second["met"]), (45, True))
        missing = results.answer(Target(2, "nobody", ("nobody",)), [])
        self.assertIsNone(missing["met"])

    def test_peers_ahead_of_us_and_failures_are_told(self):
        row = canned()
        text = "\n".join(results.behind([row]))
        self.assertIn("loose takes 1 µs per level; we take 2 (not connected: 9 parts)", text)
        self.assertIn("it panicked", "\n".join(results.details(row)))
        self.assertEqual(len(results.ruled_out([row, row])), 2)

    def test_a_row_without_a_peer_has_a_table_row(self):
        row = {"title": "start", "size": "1", "ours": 3, "unit": "ms", "peer": None, "best_peer": None, "ratio": None}
        self.assertIn("| start | 1 | 3 ms | – | – |", results.table([row]))


class Judging(unittest.TestCase):
    def test_maps_of_another_size_and_in_parts_do_not_count(self):
        task = TASKS[[task.name for task in TASKS].index("cave-80x50")]
        self.assertEqual(problem(task, CAVE), "")
        self.assertIn("81×50", problem(task, CAVE | {"width": 81}))
        self.assertIn("3 components", problem(task, CAVE | {"parts_eight": 3}))
        self.assertIn("four-way", remark(task, CAVE | {"parts": 2}))

    def test_lines_that_are_not_answers_are_passed_over(self):
        text = 'noise\n{"system": "a", "samples": [1]}\n[1]\n{"half": '
        self.assertEqual([answer["system"] for answer in parsed(text)], ["a"])

    def test_the_reason_why_a_build_failed_is_the_telling_line(self):
        text = "  Compiling a\nerror: failed to run b\n  The system library `c` was not found.\n"
        self.assertEqual(telling_line(text), "The system library `c` was not found.")

    def test_tasks_have_names_that_programs_can_read(self):
        for task in TASKS:
            self.assertRegex(task.name, r"^[a-z]+-\d+x\d+$")


class Pages(unittest.TestCase):
    def test_all_pages_are_written_and_the_chart_is_well_formed(self):
        data = {"rows": [canned()], "date": "2000-01-01", "rounds": 3, "machine": "a machine", "load": "1.00"}
        data |= {"missing": {"tcod (crate)": "no SDL2"}, "versions": {"rustc": "1"}}
        with tempfile.TemporaryDirectory() as folder:
            results.write(data, folder)
            rows = json.loads((Path(folder) / "results.json").read_text())
            ElementTree.parse(Path(folder) / "results.svg")
            page = (Path(folder) / "RESULTS.md").read_text()
        self.assertLessEqual({"task", "size", "ours", "best_peer", "peer", "ratio", "unit", "targets"}, rows[0].keys())
        self.assertIn("tcod (crate): no SDL2", page)

    def test_bars_of_slower_tasks_go_left(self):
        row = canned() | {"ratio": 0.5}
        self.assertIn('class="behind"', chart.draw([row]))


def run():
    loader = unittest.defaultTestLoader.loadTestsFromModule(__import__(__name__, fromlist=["*"]))
    return unittest.TextTestRunner().run(loader).wasSuccessful()
