"""The annex files of a report: their content by name, the table of their checksums, and their place.

The external edition has no `result.json`, and nothing that an external report would not state.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from sdc_desktop.engine.output.files import write_problem
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.runner import result_text
from sdc_desktop.engine.running.outputs import RESULT_FILE, move_into, temporary_folder
from sdc_desktop.report.annex.cells import cells_text
from sdc_desktop.report.annex.figures import figures_text
from sdc_desktop.report.annex.settings import settings_text
from sdc_desktop.report.model import Edition, Report
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Column, Table
from sdc_desktop.words import N_, Words

SETTINGS, CELLS, FIGURES = "report.settings.json", "report.cells.csv", "report.figures.csv"
NAMES = (CELLS, FIGURES, SETTINGS, RESULT_FILE)


def annex_folder(report: Path) -> Path:
    """The folder beside a report for its annex files, by default."""
    return report.with_name(f"{report.stem}-annex")


def annex_files(result: PlanResult, report: Report, words: Words) -> Mapping[str, bytes]:
    """The content of the annex files by name, in the edition of the report, UTF-8 with LF. A report without
    tables has no file of cells, one without figures none of figures.
    """
    subjects = _subjects(result, report.edition)
    texts = {
        CELLS: cells_text(subjects),
        FIGURES: figures_text(report),
        SETTINGS: settings_text(subjects, report.edition, words),
    }
    if report.edition == "internal":
        texts[RESULT_FILE] = result_text(result)
    empty = {name for name in (CELLS, FIGURES) if texts[name].count("\n") < 2}
    return {name: texts[name].encode("utf-8") for name in sorted(texts) if name not in empty}


def _subjects(result: PlanResult, edition: Edition) -> tuple[Subject, ...]:
    plan = result.opened.plan
    numbered = enumerate(result.jobs, start=1)
    return tuple(Subject(n, plan.job(done.name), done, result.opened, edition) for n, done in numbered)


def with_annex(report: Report, files: Mapping[str, bytes], words: Words) -> Report:
    """The report with the checksums of its annex files at its end."""
    rows = tuple((name, hashlib.sha256(content).hexdigest()) for name, content in files.items())
    columns = (
        Column(words.say(N_("Annex file")), share=1.75),
        Column(words.say(N_("SHA-256")), share=4.5, code=True),
    )
    table = Table(words.say(N_("Annex files")), columns, rows)
    *before, last = report.sections
    return replace(report, sections=(*before, replace(last, blocks=(*last.blocks, table))))


def write_with_annex(files: Mapping[str, bytes], folder: Path, write_report: Callable[[], None]) -> None:
    """Write the annex files into a folder and then the report, all or none. An annex file of an earlier
    report that is not among the new ones is removed.

    Raises :class:`Refused`, also where the folder holds the `result.json` of a run.
    """
    if folder.exists() and not folder.is_dir():
        raise Refused(error("file.not_a_folder", Place(file=str(folder))))
    if (folder / RESULT_FILE).exists() and not (folder / SETTINGS).exists():
        raise Refused(error("report.annex_over_result", Place(file=folder.name)))
    is_new = not folder.exists()
    with temporary_folder(folder) as made:
        try:
            for name, content in files.items():
                (made / name).write_bytes(content)
        except OSError as failure:
            raise Refused(write_problem(folder, failure)) from None
        with temporary_folder(folder) as before, _set_aside(folder, before, files):
            try:
                move_into((made, folder), last=write_report)
            except BaseException:
                if is_new:
                    _remove_if_empty(folder)
                raise


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


@contextmanager
def _set_aside(folder: Path, before: Path, files: Mapping[str, bytes]) -> Iterator[None]:
    """Moves aside the annex files that only an earlier report has; restores them if the block raises."""
    earlier = [name for name in NAMES if name not in files and (folder / name).is_file()]
    try:
        for name in earlier:
            (folder / name).replace(before / name)
        yield
    except BaseException as failure:
        for name in earlier:
            if (before / name).exists():
                (before / name).replace(folder / name)
        if isinstance(failure, OSError):
            raise Refused(write_problem(folder, failure)) from None
        raise
