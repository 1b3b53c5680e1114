"""The options of the batch command that fill in the fields of a report."""

import argparse
from pathlib import Path

from sdc_desktop.engine.problems import Place, Problem, Refused
from sdc_desktop.engine.report_spec import ACCESS, DECISIONS, FieldsSpec, fields_from_json

_TEXTS = {
    "officer": "who prepared the report",
    "reviewer": "who reviewed it",
    "head": "head of department",
    "organisation": "organisation that releases",
    "title": "title of the report",
    "reference": "reference number or name",
    "purpose": "purpose of the release",
    "recipient": "who receives the files",
    "reason": "reason for the decision",
}


def add_field_options(parser: argparse.ArgumentParser) -> None:
    """Add `--fields` and an option for each field that a line can hold. Options win over the file, the file
    over project and plan.
    """
    group = parser.add_argument_group("fields of the report")
    group.add_argument("--fields", type=Path, metavar="FILE", help="JSON file with fields of the report")
    for name, text in _TEXTS.items():
        group.add_argument(f"--{name}", metavar="TEXT", help=text)
    group.add_argument("--access", choices=ACCESS, help="how the recipient gets the files")
    group.add_argument("--decision", choices=DECISIONS, help="decision on the release")
    group.add_argument(
        "--date", metavar="YYYY-MM-DD", help="date of the report; else SOURCE_DATE_EPOCH, else today"
    )


def given_options(arguments: argparse.Namespace) -> FieldsSpec:
    """The fields that options give. Raises :class:`Refused` with the option as the place."""
    names = (*_TEXTS, "access", "decision", "date")
    given = {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}
    try:
        return fields_from_json(given)
    except Refused as refusal:
        raise Refused([_of_option(problem) for problem in refusal.problems]) from None


def _of_option(problem: Problem) -> Problem:
    where = Place(key=f"--{problem.where.key}")
    return Problem(problem.code, where, problem.params, problem.severity)
