"""Where the report's fields come from: the plan, the project, a fields file and options; and its date."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sdc_desktop.engine.json_text import load_json, read_text
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note
from sdc_desktop.engine.report_spec import FieldsSpec, PlanReportSpec, fields_from_json
from sdc_desktop.engine.spec import spec_problems
from sdc_desktop.project.project import Project, ReportFields

SOURCE_DATE = "SOURCE_DATE_EPOCH"
_LATEST = datetime(9999, 12, 31, tzinfo=UTC).timestamp()


def with_fields(fields: ReportFields, changed: Mapping[str, Any]) -> ReportFields:
    """The fields with others in their place. Raises :class:`Refused` with the field as the key."""
    data = fields.model_dump() | dict(changed)
    try:
        return ReportFields.model_validate(data)
    except ValidationError as failure:
        raise Refused(spec_problems(failure, data)) from None


def read_fields(path: Path) -> FieldsSpec:
    """Read a fields file: a JSON object. Raises :class:`Refused` with the path of each key that is wrong."""
    try:
        data = load_json(read_text(path))
        if not isinstance(data, dict):
            raise Refused(error("report.not_fields"))
        return fields_from_json(data)
    except Refused as refusal:
        raise Refused([_in_file(problem, path) for problem in refusal.problems]) from None


def _in_file(problem: Problem, path: Path) -> Problem:
    where = problem.where
    placed = Place(key=where.key, file=path.name, line=where.line, column=where.column)
    return Problem(problem.code, placed, problem.params, problem.severity)


def combined(
    plan: Plan,
    project: ReportFields,
    file: FieldsSpec | None = None,
    options: FieldsSpec | None = None,
) -> ReportFields:
    """The fields of a report. Those of the plan give way to those of the project, these to a fields file, and
    all to the options; a key that the file or an option gives counts even if its text is empty.
    """
    found: dict[str, Any] = {**plan.report.given, **project.given, "edition": project.edition}
    for given in (file, options):
        if given is not None:
            found |= {name: getattr(given, name) for name in given.model_fields_set}
    return ReportFields.model_validate(found)


def dated(
    fields: ReportFields, environment: Mapping[str, str], today: date
) -> tuple[ReportFields, tuple[Problem, ...]]:
    """The fields with the date of the report, and a note where it is today's: then no second run gives the
    same bytes. Without a date in the fields it is the day of SOURCE_DATE_EPOCH (in UTC), else `today`.

    Raises :class:`Refused` where SOURCE_DATE_EPOCH is not a number of seconds.
    """
    if fields.date is not None:
        return fields, ()
    seconds = environment.get(SOURCE_DATE, "")
    if seconds:
        return with_fields(fields, {"date": _day(seconds).isoformat()}), ()
    notice = note("report.dated_today", Place(key="date"), date=today.isoformat())
    return with_fields(fields, {"date": today.isoformat()}), (notice,)


def _day(seconds: str) -> date:
    if seconds.isascii() and seconds.isdigit() and int(seconds) <= _LATEST:
        return datetime.fromtimestamp(int(seconds), UTC).date()
    raise Refused(error("report.source_date", Place(key=SOURCE_DATE), value=seconds[:40]))


def with_plans_fields(project: Project) -> Project:
    """A project made from a plan: the fields of the plan become those of the project, which the form shows;
    what the plan says of released files stays in it.
    """
    step = project.step
    if not step.plan.report.given:
        return project
    plan = step.plan.model_copy(update={"report": PlanReportSpec(products=step.plan.report.products)})
    fields = combined(step.plan, step.decisions)
    return replace(project, history=(replace(step, plan=plan, decisions=fields),))


def plan_with_fields(plan: Plan, project: ReportFields) -> Plan:
    """The plan to export: with the fields of its project."""
    fields = combined(plan, project).given
    if fields == plan.report.given:
        return plan
    report = PlanReportSpec.model_validate({**fields, "products": plan.report.products})
    return plan.model_copy(update={"report": report})
