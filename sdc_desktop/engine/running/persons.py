"""What is wrong with the persons of a plan, and which jobs cannot work on persons with several records."""

from collections.abc import Iterator

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.persons import PersonRecords
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.source import Source

_KEY = "data.persons"


def persons_problems(plan: Plan, source: Source, context: JobContext) -> tuple[Problem, ...]:
    """What is wrong with the persons of the plan's own records."""
    if source.data.persons is None:
        return ()
    try:
        records = _records(source.data, context)
    except Refused as refusal:
        return refusal.problems
    return tuple(_of_records(source.data, records))


def _of_records(data: Microdata, records: PersonRecords) -> Iterator[Problem]:
    assert data.persons is not None
    stated = data.persons.stated
    if records.without and stated.missing == "refuse":
        yield error("persons.missing", Place(key=f"{_KEY}.missing"), records=records.without)
    if records.without and data.known != 1:
        yield error("persons.without_and_known", Place(key=f"{_KEY}.known"), records=records.without)
    if stated.one_record_each and records.repeating:
        where = Place(key=f"{_KEY}.one_record_each")
        yield error("persons.not_one_record_each", where, persons=records.repeating, most=records.most)


def job_problems(job: Job, source: Source | None, context: JobContext) -> tuple[Problem, ...]:
    """Whether a job would count records where some persons have several. Raises :class:`Refused`."""
    if source is None or source.data.persons is None or not method_of(job.kind).needs_data(job.params):
        return ()
    method = method_of(job.kind)
    if method.counts_persons(job.params) or _records(source.data, context).is_one_each:
        return ()
    return (error("persons.not_yet", Place(key="kind"), title=method.title),)


def _records(data: Microdata, context: JobContext) -> PersonRecords:
    assert data.persons is not None
    return data.persons.records(data.relation, context)
