"""Files of every format, changed at random: each is read or refused, in little time and memory, and nothing
else happens. 1,100 here, and 21,000 in the nightly part; see `tests/support/mutated`.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.mutated.mutants import MOST_BYTES, UNCHANGED, changed, mutant, seeds, trial

FORMATS = (
    *("csv", "csv.gz", "csv.zst", "zip", "fixed", "xlsx", "ods", "sav", "zsav", "dta", "xpt", "parquet"),
    *("sas7bdat", "sas7bcat", "rda", "arb", "tab", "jj", "hst", "grc", "cdl", "hrc", "levels", "plan"),
    *("arrow", "arrows", "rds"),
)
EACH, NIGHTLY = 40, 804  # 1,080 and 21,708 in all
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's figures are read")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("mutants")
    (path / "seeds").mkdir()
    made = seeds(path / "seeds")
    assert set(made) == set(FORMATS)
    (path / "files.json").write_text(json.dumps(made), encoding="utf-8")
    return path


def files(folder: Path) -> Mapping[str, list[str]]:
    return json.loads((folder / "files.json").read_text(encoding="utf-8"))


def tried(folder: Path, format: str, first: int, count: int) -> None:
    done = trial(format, first, count, folder)
    assert done.faults == []
    assert sum(done.codes.values()) == count
    assert done.peak <= MOST_BYTES  # a file that ends its process has none: its memory is limited there
    assert done.peak > 0 or set(done.codes) == {"died"}


@pytest.mark.parametrize("format", FORMATS)
def test_a_changed_file_is_read_or_refused(folder, format) -> None:
    tried(folder, format, 0, EACH)


FOUND = {  # files that once brought the program down, by format: their numbers
    "parquet": (16, 54, 5605),  # damaged metadata, damaged values, values without end
    "sav": (328, 968),  # a variable without a name, a declared count of a billion
    "dta": (292, 302),
    "zsav": (428,),
    "tab": (28, 3413),  # a number beyond the machine's, a separator of several characters
    "jj": (5047, 5120, 5640),  # numbers that are not whole, not numbers, beyond the machine's
    "zip": (5, 3432),  # NULs by the million, an entry without a name
}


@pytest.mark.parametrize(("format", "number"), [(one, n) for one, found in FOUND.items() for n in found])
def test_a_file_that_once_brought_a_fault_is_read_or_refused(folder, format, number) -> None:
    tried(folder, format, number, 1)


@pytest.mark.nightly
@pytest.mark.parametrize("format", FORMATS)
def test_many_changed_files_are_read_or_refused(folder, format) -> None:
    tried(folder, format, EACH, NIGHTLY)


@pytest.mark.parametrize("format", FORMATS)
def test_files_are_valid_before_they_are_changed_and_most_are_changed(folder, format) -> None:
    """A trial on files that are refused anyway would show nothing."""
    done = trial(format, UNCHANGED, 1, folder)
    assert (done.codes, done.faults) == ({"read": 1}, [])
    different = 0
    for number in range(EACH):
        name, content = mutant(folder / "seeds", format, files(folder)[format], number)
        different += content != (folder / "seeds" / name).read_bytes()
    assert different > EACH * 0.8


def test_changes_are_the_same_in_every_run(folder) -> None:
    import random

    raw = (folder / "seeds" / "survey.sav").read_bytes()
    assert changed(raw, random.Random(7)) == changed(raw, random.Random(7))
