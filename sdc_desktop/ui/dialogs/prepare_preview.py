"""What the dialog that prepares records lets run: the steps on the real records. No Qt."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv_write import write_key
from sdc_desktop.engine.data.opened import Opened
from sdc_desktop.engine.files import refuse_changed
from sdc_desktop.engine.preparing import prepare
from sdc_desktop.engine.preparing.prepare import Prepared, StepFigures
from sdc_desktop.engine.preparing.prepare_spec import PrepareParams
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.source import Source

_STEP = re.compile(r"params\.steps\[(\d+)\]")


@dataclass(frozen=True)
class Preview:
    """What the steps did as far as they could be taken, and what stopped them."""

    params: PrepareParams
    steps: tuple[StepFigures, ...]
    names: tuple[str, ...]  # of the variables left; empty where a step was refused
    problems: tuple[Problem, ...] = ()


def preview(file: Opened, params: PrepareParams, job: str) -> Callable[[JobContext], Preview]:
    """Work that takes the steps on the file's records, drawing as the job of that name does; where one is
    refused, those before it.
    """

    def work(context: JobContext) -> Preview:
        own = context.of_job(job)
        try:
            done = _taken(file, params, own)
        except Refused as refusal:
            found = _STEP.match(refusal.problems[0].where.key or "")
            number = int(found[1]) if found else 0
            if not number:
                return Preview(params, (), (), refusal.problems)
            before = params.model_copy(update={"steps": params.steps[:number]})
            return Preview(params, _taken(file, before, own).steps, (), refusal.problems)
        return Preview(params, done.steps, done.data.names)

    return work


def key_work(
    file: Opened,
    params: PrepareParams,
    job: str,
    key: str,
    target: Path,
    kept: tuple[Path, ...],
    protected: tuple[str, ...] = (),
) -> Callable[[JobContext], Path]:
    """Work that writes one table of keys to `target`, with the bytes of a batch run; another file that is
    there is never written over. Files of the names `protected` are not to be beside it.
    """

    def work(context: JobContext) -> Path:
        if target.exists() or any(path.resolve() == target.resolve() for path in kept):
            raise Refused(error("prepare.key_exists", Place(file=target.name), path=target.name))
        if any((target.parent / name).exists() for name in protected):
            raise Refused(error("prepare.key_beside_data", Place(file=target.name), path=target.name))
        done = _taken(file, params, context.of_job(job))
        refuse_changed(file.files)
        write_key(target, prepare.further_files(done)[key], context)
        return target

    return work


def _taken(file: Opened, params: PrepareParams, context: JobContext) -> Prepared:
    return prepare.counts(params, Source(file.data, {}, Path(), file.dialect), context)
