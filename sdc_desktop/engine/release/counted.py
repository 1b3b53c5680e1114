"""What a release queue counts in the records, and the rules it follows."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.release.requested_records import (
    Cells,
    RequestedRecords,
    baseline_problem,
    requested_records,
)
from sdc_desktop.engine.release.rules import Rules
from sdc_desktop.engine.release.spec import TESTS, ReleaseParams, Test
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import NEVER_RELEASED

DEFAULT_ALPHA = 0.2


def check(params: ReleaseParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is read."""
    return tuple(_problems(params, source.data))


def _problems(params: ReleaseParams, data: Microdata) -> Iterator[Problem]:
    for key in ("attribute", "target"):
        name = getattr(params, key)
        where = Place(key=f"params.{key}", variable=name)
        if name not in data.names:
            yield error("plan.unknown_variable", where, name=name)
        elif data.variable(name).role in NEVER_RELEASED:
            yield error("release.direct_identifier", where, name=name)
    if params.attribute == params.target:
        yield error("release.same_variable", Place(key="params.target"), name=params.target)
    for number, entry in enumerate(params.tests):
        names = [] if isinstance(entry, str) else [name.upper() for name in entry]
        if not entry or len(set(names)) < len(names):
            yield error("release.tests_of_a_run", Place(key=f"params.tests[{number}]"))
    if params.stream == "listed" and params.requests_file is None:
        yield error("release.no_requests_file", Place(key="params.requests_file"))
    problem = baseline_problem(params)
    if problem is not None:
        yield problem


def counts(params: ReleaseParams, source: Source, context: JobContext) -> RequestedRecords:
    """One pass over the records. Raises :class:`Refused`."""
    refuse_errors(check(params, source))
    counted = requested_records(params, source.data, context)
    if params.stream == "listed" and not params.assess_only:
        counted = replace(counted, as_filed=listed_requests(params, counted, source, context))
    strange = [name for name in params.rates if name not in counted.targets]
    if strange:
        raise Refused([error("release.rate_of_nobody", Place(key="params.rates"), name=n) for n in strange])
    return counted


def listed_requests(
    params: ReleaseParams, counted: RequestedRecords, source: Source, context: JobContext
) -> Cells:
    """The file has a column named as the attribute and one named as the target; a line is a request.

    Values as the records have them. Raises :class:`Refused` where it cannot be read, is empty, or names a
    target that no record has.
    """
    assert params.requests_file is not None
    data = open_data(DataSpec(path=params.requests_file), source.base, context).data
    where = Place(key="params.requests_file", file=params.requests_file)
    names = (params.attribute, params.target)
    refuse_errors(
        error("release.requests_lack", where, name=name) for name in names if name not in data.names
    )
    texts, codes = zip(*(_column(data, name, context) for name in names), strict=True)
    if not len(codes[0]):
        raise Refused(error("release.no_requests", where))
    strange = [text for text in texts[1] if text not in counted.targets]
    refuse_errors(error("release.unknown_target", where, name=name) for name in strange)
    values = np.array([_place(text, counted.values) for text in texts[0]], dtype=np.int64)[codes[0]]
    targets = np.array([_place(text, counted.targets) for text in texts[1]], dtype=np.int64)[codes[1]]
    cells: Cells = np.where(values >= 0, targets * len(counted.values) + values, -1 - targets)
    return cells


def _column(data: Microdata, name: str, context: JobContext) -> tuple[tuple[str, ...], Cells]:
    """The different texts of a variable, and the place of each record's text among them."""
    column = data.index(name)
    return data.relation.frequencies(column, context)[0], data.relation.codes(column, context)


def _place(text: str, among: tuple[str, ...]) -> int:
    return among.index(text) if text in among else -1


def rules_of(params: ReleaseParams, counted: RequestedRecords, seed: int) -> Rules:
    """The rules of a job: targets are drawn by their shares in the file."""
    by_target = counted.counts.sum(axis=1) + counted.unknown
    return Rules(
        values=counted.values,
        targets=counted.targets,
        baseline=counted.baseline,
        shares=by_target / by_target.sum(),
        alpha=significance(params),
        degrees=params.degrees,
        draws=params.draws,
        seed=seed,
        dixon_on=params.dixon_on,
        join=params.join,
    )


def significance(params: ReleaseParams) -> dict[Test, float]:
    """Alpha of every test; DEFAULT_ALPHA for tests that are missing from a table of them."""
    if not isinstance(params.alpha, Mapping):
        return dict.fromkeys(TESTS, params.alpha)
    alpha = {name.upper(): value for name, value in params.alpha.items()}
    return {test: alpha.get(test, DEFAULT_ALPHA) for test in TESTS}
