"""The prepared records that are shown instead of the file's, and what they follow from."""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.methods.preparing.prepare import PrepareParams
from sdc_desktop.engine.methods.preparing.prepare.engine import counts
from sdc_desktop.engine.methods.preparing.prepare.outline import declared
from sdc_desktop.engine.output.files import file_stamp
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import placed
from sdc_desktop.engine.running.preparation import prepare_job
from sdc_desktop.engine.source import Source


@dataclass(frozen=True)
class PreparedRecords:
    """``key`` is what they were made from; ``variables`` as the steps leave them, declared by none."""

    key: str
    data: Microdata
    variables: tuple[Variable, ...]

    def opened(self, file: Opened, whole: Plan, seen: Plan) -> Opened:
        """The records as an opened file: the same file by name, distinguished by its digest. ``seen`` is the
        plan from the view of these records.
        """
        job = prepare_job(whole)
        assert job is not None
        assert seen.data is not None
        left = declared(self.variables, job.params.variables)
        digest = hashlib.sha256(self.key.encode("utf-8")).hexdigest()
        data = self.data.with_variables(left)
        return replace(file, data=data, spec=seen.data, sha256=digest)


def key_of(file: Opened, plan: Plan, base: Path) -> str:
    """What the prepared records follow from: the file, its declarations, the steps with the files they read,
    and the secret. ``base`` is the folder of the plan's paths.
    """
    job = prepare_job(plan)
    assert job is not None
    steps = job.params.model_dump_json(include={"steps"})
    persons = None if file.data.persons is None else file.data.persons.stated
    stated = file.data.variables, file.data.decimal, persons
    read = tuple(file_stamp(base / path) for step in job.params.steps for path in step.files())
    return repr((file.sha256, stated, steps, read, plan.own_secrets.mark(job.name)))


def prepared(file: Opened, plan: Plan, base: Path, key: str, context: JobContext) -> PreparedRecords:
    """The records that the plan's prepare job makes of a file's. Raises :class:`Refused`."""
    job = prepare_job(plan)
    assert job is not None
    source = Source(file.data, {}, base, file.dialect)
    try:
        made = counts(PrepareParams(steps=job.params.steps), source, context.of_job(job.name)).data
    except Refused as refusal:
        index = plan.jobs.index(job)
        raise Refused([placed(one, job, index) for one in refusal.problems]) from None
    return PreparedRecords(key, made, made.variables)
