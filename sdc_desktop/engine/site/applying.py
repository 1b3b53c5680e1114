"""A plan that was decided on counts is applied to the records, where these are.

No figure of the counts file is used: the records are counted again, and where they are not those that were
counted, the plan is refused and no file is saved.
"""

from pathlib import Path

import duckdb

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts.counts_file import open_counts
from sdc_desktop.engine.data.counts.description import Description
from sdc_desktop.engine.data.formats import format_of
from sdc_desktop.engine.data.sampled import refuse_sampled
from sdc_desktop.engine.output.files import sha256_of
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Place, Refused, error, refuse_errors
from sdc_desktop.engine.site.coarse import count_coarsely, finer_problems, values_of
from sdc_desktop.engine.site.counting import Engine, parts_folder, write_joint
from sdc_desktop.engine.site.largest_amounts import Largest, Texts, with_largest_alone

STEP_COMPARE = "counts.compare"


def counts_of(plan: Plan) -> str | None:
    """The path of the counts file that takes the place of a plan's data; None where it names records."""
    if plan.data is None or format_of(plan.data.path, plan.data.format) != "counts":
        return None
    return plan.data.path


def on_records(plan: Plan, data: str | None) -> Plan:
    """The plan with the records at a path instead of its counts file. Raises :class:`Refused` where the plan
    was decided on counts and no path is given.
    """
    if counts_of(plan) is None or plan.data is None:
        return plan
    if data is None:
        raise Refused(error("site.no_data", Place(key="data.path")))
    spec = plan.data.model_copy(update={"path": data, "format": None, "sha256": None})
    return plan.model_copy(update={"data": spec})


def refuse_other_data(path: Path, engine: Engine, out: Path, context: JobContext) -> Description:
    """Count the records again as a counts file says they were counted, and compare. Gives its description.
    Parts lie beside the files of the run at `out` meanwhile, for their owner alone. Raises :class:`Refused`,
    Cancelled.
    """
    counts = open_counts(path, path.name, context.within(0.0, 0.1))
    found, other = counts.description, error("counts.other_data", Place(file=path.name))
    refuse_sampled([one.problem for one in found.notes], path.name)
    if found.data.records != engine.facts.records:
        raise Refused(other)
    names = engine.opened.source.data.names
    assert engine.opened.opened is not None
    refuse_errors(finer_problems(engine.opened.plan, engine.opened.opened.spec.variables, found.coarse))
    connection = duckdb.connect(":memory:")
    with parts_folder(next(one for one in (out, *out.absolute().parents) if one.is_dir())) as folder:
        for place, joint in enumerate(found.joints):
            part = context.within(0.1 + 0.9 * place / len(found.joints), 1.0)
            part.progress(0.0, STEP_COMPARE)
            if not set(joint.variables) <= set(names):
                raise Refused(other)
            entry = folder / joint.entry
            table = engine.combinations(connection, joint.variables, part)
            for one in found.coarse:
                if one.name in joint.variables:
                    values = values_of(connection, table, joint.variables.index(one.name), part)
                    if set(values) != {value for group in one.groups for value in group.values}:
                        raise Refused(other)
            count_coarsely(connection, table, joint.variables, found.coarse, part)
            if joint.amounts is not None:
                alone = Largest(joint.amounts, joint.largest, joint.weight)
                no_weight = () if joint.weight is None else found.variable(joint.weight).missing
                texts = Texts(found.data.decimal, found.variable(joint.amounts).missing, no_weight)
                with_largest_alone(connection, table, joint.variables, alone, texts, part)
            rows = write_joint(connection, table, len(joint.variables), entry, part)
            if rows != joint.rows or sha256_of(entry) != joint.sha256:
                raise Refused(other)
    counts.refuse_changed()
    return found
