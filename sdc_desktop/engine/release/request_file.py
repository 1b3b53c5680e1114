"""A batch of requests from a file: which record, of which target, with which value."""

from collections.abc import Sequence

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.problems import Place, error, refuse_errors
from sdc_desktop.engine.release.live import Request


def requests_of(
    data: Microdata, key: str, target: str, attribute: str, context: JobContext
) -> tuple[Request, ...]:
    """The requests of a file in its order, by the names of its variables. Raises :class:`Refused`."""
    names: Sequence[str] = (key, target, attribute)
    unknown = [name for name in names if name not in data.names]
    refuse_errors(error("plan.unknown_variable", Place(variable=name), name=name) for name in unknown)
    places = [data.index(name) for name in names]
    return tuple(Request(*(row[place] for place in places)) for rows in data.batches(context) for row in rows)
