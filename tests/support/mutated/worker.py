"""The process that reads changed files: `python -m tests.support.mutated.worker FORMAT FIRST LAST FOLDER`.

Readers that the program runs in a child are called here in the process itself, with the child's answers to
what they raise, so that thousands of files take seconds.
"""

import faulthandler
import json
import resource
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus.codes import parse_cdl
from sdc_desktop.engine.data.argus.grc import parse_grc
from sdc_desktop.engine.data.argus.places import file_text
from sdc_desktop.engine.data.foreign import load, parquet, reading_child
from sdc_desktop.engine.data.foreign.sheet_extent import sheet_names
from sdc_desktop.engine.data.formats import Dialect
from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.data.hierarchy_files import load_hierarchy
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.plan import read_plan
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.running.arb_import import import_arb
from sdc_desktop.engine.tables.files.apriori import parse_hst, separator_of
from sdc_desktop.engine.tables.files.jj import parse_jj
from sdc_desktop.engine.tables.files.tab_table import open_tab
from tests.support import round_trips
from tests.support.in_process import RowsHere
from tests.support.mutated import mutants

CONTEXT = JobContext()


class InlineRows(RowsHere):
    """What a child would send, read in this process with the child's memory and its answers."""

    def answer(self, call: Callable[..., Any], *given: Any) -> Any:
        """What a call gives. Raises :class:`Refused` as a child does."""
        before = resource.getrlimit(resource.RLIMIT_AS)
        try:
            reading_child.limit_memory(reading_child.reader_memory(self.path))
            return super().answer(call, *given)
        except Refused:
            raise
        except MemoryError:
            raise Refused(error("csv.no_memory", Place(file=self.shown))) from None
        except Exception:  # noqa: BLE001 - as the child does
            raise Refused(error("data.damaged", Place(file=self.shown))) from None
        finally:
            resource.setrlimit(resource.RLIMIT_AS, before)


def answer_inline(reader: str, path: Path, shown: str, context: JobContext) -> Any:
    """What a child would answer, and lines that say when its part begins and ends."""
    rows = InlineRows(reader, path, (), shown, context, "")
    print("child", 0, flush=True)
    found = rows.answer(reading_child._called, reader, str(path), ())
    print("own", 0, flush=True)
    return found


def _opened(folder: Path, name: str, format: str) -> None:
    shown: dict[str, Any] = {"path": name}
    if format == "fixed":
        places = range(len(round_trips.NAMES))
        shown |= {"format": "fixed", "header": False}
        shown["fields"] = [{"name": f"v{n}", "start": 1 + 22 * n, "width": 21} for n in places]
    if format == "rda":
        shown["path"] = "firms.rda"
    if format == "sas7bcat":
        shown |= {"path": "set.sas7bdat", "catalog": "words.sas7bcat"}
    if name.endswith(".RData"):
        shown["sheet"] = "people"
    if format in ("xlsx", "ods"):
        names = sheet_names(folder / name)
        shown |= {"sheet": names[0]} if len(names) > 1 else {}
    opened = open_data(DataSpec.model_validate_json(json.dumps(shown)), folder, CONTEXT)
    for _ in opened.data.batches(CONTEXT):
        pass


def _levels(folder: Path, name: str, format: str) -> None:
    shown: dict[str, Any] = {"kind": "levels", "path": name}
    spec = LevelsSpec.model_validate(shown | ({"lead": "@"} if format == "hrc" else {}))
    load_hierarchy("town", spec, Dialect(delimiter=";"), folder, CONTEXT)


def _text(folder: Path, name: str, format: str) -> None:
    text = file_text(folder / name)
    if format == "cdl":
        parse_cdl(text, name)
    elif format == "grc":
        recoding = parse_grc(text, name)
        for code in ("1", " 3", "zz", ""):
            recoding.code_of(code)
    elif format == "hst":
        parse_hst(text, 2, separator_of(text, 2), name)
    else:
        parse_jj(text, name)


def read(folder: Path, name: str, format: str) -> None:
    """Read a file as the program does. Raises :class:`Refused`."""
    if format in ("hrc", "levels"):
        _levels(folder, name, format)
    elif format in ("cdl", "grc", "hst", "jj"):
        _text(folder, name, format)
    elif format == "arb":
        out = folder / "out"
        try:
            import_arb(folder / "batch.arb", out, CONTEXT)
        except Refused:
            assert not out.exists()
            raise
        finally:
            shutil.rmtree(out, ignore_errors=True)
    elif format == "tab":
        open_tab(folder / "t.tab", folder / "t.rda")
    elif format == "plan":
        read_plan(folder / name)
    else:
        _opened(folder, name, format)


def _peak() -> int:
    """The most memory since the last call, in bytes."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    most = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return most * 1024


def main(format: str, first: int, last: int, folder: Path) -> None:
    """Read the files; a line before each, and one on what came of it."""
    load.ChildRows = InlineRows  # type: ignore[misc]
    load.answer_of_child = answer_inline
    parquet.limit_seconds = lambda most: None  # this process reads many files, each with a limit of its own
    faulthandler.enable()
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    most = 4 * mutants.MOST_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    work = folder / "work"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(folder / "seeds", work)
    files = json.loads((folder / "files.json").read_text(encoding="utf-8"))[format]
    _peak()
    for number in range(first, last):
        print("begin", number, flush=True)
        name, content = mutants.mutant(folder / "seeds", format, files, number)
        (work / name).write_bytes(content)
        signal.setitimer(signal.ITIMER_PROF, mutants.SECONDS)
        said = "read"
        try:
            read(work, name, format)
        except Refused as refusal:
            said = refusal.problems[0].code
        except BaseException as fault:  # noqa: BLE001 - every one is a fault
            text = f"{type(fault).__name__} {fault}"[:200]
            print("fault", number, " ".join(text.split()) or type(fault).__name__, flush=True)
            said = "fault"
        signal.setitimer(signal.ITIMER_PROF, 0)
        print("code", number, said, flush=True)
        peak = _peak()
        print("peak", number, peak, flush=True)
        if peak > mutants.MOST_BYTES:
            print("fault", number, f"took {peak // 2**20} MB", flush=True)
        shutil.copy(folder / "seeds" / name, work / name)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
