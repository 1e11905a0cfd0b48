"""The README's examples work."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


@pytest.mark.parametrize("program", re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL))
def test_a_program_of_the_readme_runs(program, tmp_path, monkeypatch, capsys):
    if "gymnasium" in program:
        pytest.importorskip("gymnasium")
    monkeypatch.chdir(tmp_path)
    exec(compile(program, str(README), "exec"), {})
