"""The examples of the library: each runs as a script, from any folder, and ends with a verdict."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.py"))


def test_there_are_six_examples() -> None:
    assert len(EXAMPLES) == 6


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_and_states_a_verdict(path, tmp_path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", str(path)], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Verdict:" in done.stdout or "grade" in done.stdout
    assert list(tmp_path.iterdir()) == []
