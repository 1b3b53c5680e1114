"""The chore that sows faults leaves out what is listed as changing nothing."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_found = importlib.util.spec_from_file_location("faults", ROOT / "packaging" / "faults.py")
assert _found is not None
assert _found.loader is not None
faults = sys.modules["faults"] = importlib.util.module_from_spec(_found)
_found.loader.exec_module(faults)


def test_every_fault_listed_without_effect_can_be_sown_and_is_left_out() -> None:
    listed = json.loads(faults.WITHOUT_EFFECT.read_text("utf-8"))
    for file in {one["file"] for one in listed}:
        source = (ROOT / file).read_text("utf-8")
        every = list(faults.faults_of(Path(file), source))
        kept = faults.with_effect(every, {file: source})
        lines = source.splitlines()
        left_out = {(lines[one.line - 1].strip(), one.text) for one in every if one not in kept}
        assert left_out == {(one["line"], one["text"]) for one in listed if one["file"] == file}


def test_a_listed_line_that_is_gone_ends_the_chore() -> None:
    file = json.loads(faults.WITHOUT_EFFECT.read_text("utf-8"))[0]["file"]
    with pytest.raises(SystemExit, match="no longer"):
        faults.with_effect([], {file: "nothing = 1\n"})
