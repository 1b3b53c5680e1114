"""What verbs on a plan have in common: the plan with its secrets, the path of its data."""

import argparse
import os
import re
from pathlib import Path
from urllib.parse import unquote

from sdc_desktop.engine.output.files import refuse_address
from sdc_desktop.engine.plan import Plan, read_plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.running.secrets_file import read_secrets
from sdc_desktop.project.project import ReportFields
from sdc_desktop.project.project_file import load_project


def given_plan(arguments: argparse.Namespace) -> tuple[Plan, ReportFields, tuple[Problem, ...]]:
    """The plan of a .sdcplan or .sdcproj file, with the secrets of --secrets before its own, and the warnings
    on these.
    """
    path: Path = arguments.plan
    fields = ReportFields()
    if path.suffix.lower() == ".sdcproj":
        project = load_project(path)
        plan, fields = project.plan, project.decisions
    else:
        plan = read_plan(path)
    if arguments.secrets is None:
        return plan, fields, ()
    found, noted = read_secrets(arguments.secrets)
    return plan.model_copy(update={"secrets": {**plan.secrets, **found}}), fields, noted


def secrets_file(arguments: argparse.Namespace) -> tuple[Path, ...]:
    """The file of --secrets, if given."""
    return () if arguments.secrets is None else (arguments.secrets,)


def _of_address(data: Path) -> Path:
    """The path that an address of this computer names; any other path stays."""
    found = re.fullmatch(r"file:/+(.+)", data.as_posix())
    if found is None:
        return data
    path = unquote(found[1])
    return Path(path if re.match("[A-Za-z]:/", path) else f"/{path}")


def data_path(arguments: argparse.Namespace) -> str | None:
    """The path of --data as the plan would say it: the result then names no folder of this machine. An
    address of this computer (file:///PATH) is its path. Raises :class:`Refused` for one of a network.
    """
    data: Path | None = arguments.data
    if data is None:
        return None
    if not data.exists():
        data = _of_address(data)
        refuse_address(data.as_posix())
    try:
        return Path(os.path.relpath(data.absolute(), arguments.plan.absolute().parent)).as_posix()
    except ValueError:  # on another drive
        return str(data.absolute())
