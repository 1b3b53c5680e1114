"""A live release of the records of a file: its setup, and requests by key, one or a file of them."""

from collections.abc import Sequence

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.methods.release.release import ReleaseParams, Test
from sdc_desktop.engine.methods.release.release.engine import counts, rules_of
from sdc_desktop.engine.problems import Place, Refused, error, refuse_errors
from sdc_desktop.engine.release.live import Request
from sdc_desktop.engine.release.live_setup import LiveSetup
from sdc_desktop.engine.release.requested_records import named
from sdc_desktop.engine.source import Source


def setup_of_file(
    params: ReleaseParams, source: Source, name: str, sha256: str, context: JobContext
) -> LiveSetup:
    """All tests that are named must hold; targets are drawn by their shares in the file. `name` and `sha256`
    are those of the file. Raises :class:`Refused`.
    """
    counted = counts(params.model_copy(update={"stream": "random"}), source, context)
    seed = context.seed if params.seed is None else params.seed
    tests: Sequence[Test] = tuple(dict.fromkeys(one.upper() for one in named(params)))  # type: ignore[misc]
    rules = rules_of(params, counted, seed)
    return LiveSetup(params.attribute, params.target, rules, tuple(tests), params.policy, name, sha256)


def requests_by_key(
    keys: Sequence[str], data: Microdata, key: str | None, setup: LiveSetup, context: JobContext
) -> tuple[Request, ...]:
    """The requests for these records of the file: by the variable `key`, or by their numbers (from 1) where
    it is None. Raises :class:`Refused` where a record is not there, or two have the key.
    """
    if key is None:
        return tuple(_by_number(one, data, setup) for one in keys)
    columns = [data.index(name) for name in (key, setup.target, setup.attribute)]
    wanted, found = set(keys), dict[str, list[Request]]()
    for rows in data.batches(context):
        for row in rows:
            if row[columns[0]] in wanted:
                found.setdefault(row[columns[0]], []).append(Request(*(row[place] for place in columns)))
    problems = []
    for one in keys:
        where = Place(variable=key)
        if one not in found:
            problems.append(error("release.no_such_record", where, key=one))
        elif len(found[one]) > 1:
            problems.append(error("release.key_of_several", where, key=one, number=len(found[one])))
    refuse_errors(problems)
    return tuple(found[one][0] for one in keys)


def _by_number(key: str, data: Microdata, setup: LiveSetup) -> Request:
    number = int(key) if key.isascii() and key.isdigit() and len(key) < 16 else 0
    if not 1 <= number <= data.records:
        raise Refused(error("release.no_such_record", key=key))
    (row,) = data.window(number - 1, number)
    return Request(str(number), row[data.index(setup.target)], row[data.index(setup.attribute)])


def requests_of(
    data: Microdata, key: str, target: str, attribute: str, context: JobContext
) -> tuple[Request, ...]:
    """The requests of a file in its order, by the names of its variables. Raises :class:`Refused`."""
    names: Sequence[str] = (key, target, attribute)
    unknown = [name for name in names if name not in data.names]
    refuse_errors(error("plan.unknown_variable", Place(variable=name), name=name) for name in unknown)
    places = [data.index(name) for name in names]
    return tuple(Request(*(row[place] for place in places)) for rows in data.batches(context) for row in rows)
