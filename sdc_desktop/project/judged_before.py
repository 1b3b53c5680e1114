"""What a project remembers of its verdicts, so that it says where a newer version judges differently."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from sdc_desktop.engine import ENGINE_VERSION
from sdc_desktop.engine.problems import Place, Problem, warning
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.project.project import Project

_KEY = "judged"  # under the project's view
BEFORE_VERDICTS = "0.1.0"  # the last version whose projects remember no verdict


@dataclass(frozen=True)
class Earlier:
    """The verdicts that a project was saved with: the version that made them, and the grade by job."""

    version: str
    grades: Mapping[str, str]


def with_verdicts(project: Project, grades: Mapping[str, Grade]) -> Project:
    """The project with the grades of this version, by job."""
    told = {"version": ENGINE_VERSION, "jobs": {name: grade.value for name, grade in sorted(grades.items())}}
    return replace(project, view=MappingProxyType({**project.view, _KEY: told}))


def earlier(project: Project) -> Earlier | None:
    """The verdicts of another version that a project was saved with; None for those of this version."""
    told = project.view.get(_KEY)
    if not isinstance(told, Mapping):
        return Earlier(BEFORE_VERDICTS, {})
    version, jobs = told.get("version"), told.get("jobs")
    if version == ENGINE_VERSION or not isinstance(version, str) or not isinstance(jobs, Mapping):
        return None
    return Earlier(version, {str(name): str(grade) for name, grade in jobs.items()})


def difference(before: Earlier, job: str, grade: Grade) -> Problem | None:
    """Problem about a job that another version judged; None where the grade is the same."""
    where = Place(job=job)
    was = before.grades.get(job)
    if was is None:
        return warning("project.judged_newly", where, job=job, version=before.version, grade_now=grade.value)
    if was == grade.value:
        return None
    figures = {"job": job, "version": before.version, "grade_was": was, "grade_now": grade.value}
    return warning("project.judged_differently", where, **figures)
