"""The requests that a file lists, in its order, as cells."""

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.plan import DataSpec
from sdc_desktop.engine.problems import Place, Refused, error, refuse_errors
from sdc_desktop.engine.release.release_spec import ReleaseParams
from sdc_desktop.engine.release.requested_records import RequestedRecords
from sdc_desktop.engine.release.streams import Cells
from sdc_desktop.engine.source import Source


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
