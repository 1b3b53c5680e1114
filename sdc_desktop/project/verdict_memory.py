"""The verdicts that were shown of the jobs of a project, beside those that it was saved with."""

from collections.abc import Callable, Sequence

from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.verdict import Verdict
from sdc_desktop.project.project import Earlier, Project, difference, earlier, with_verdicts


class VerdictMemory:
    """Keeps the newest verdict of each job; `report` shows problems of a source."""

    def __init__(self, report: Callable[[str, Sequence[Problem]], None]) -> None:
        self._report = report
        self._verdicts: dict[str, Verdict] = {}
        self._of: dict[str, str] = {}  # by job a key of all that its verdict depends on
        self._before: Earlier | None = None

    def begin(self, project: Project, *, from_file: bool) -> None:
        """Another project is open; a new project has no earlier verdicts."""
        self._verdicts.clear()
        self._before = earlier(project) if from_file else None

    def note(self, job: str, verdict: Verdict, of: str = "") -> None:
        """A tab shows this verdict, on what has the key ``of``."""
        self._verdicts[job], self._of[job] = verdict, of
        if self._before is None:
            return
        found = (difference(self._before, name, known.grade) for name, known in self._verdicts.items())
        self._report("verdict", [problem for problem in found if problem is not None])

    def forget(self, job: str) -> None:
        """What its verdict depended on has changed."""
        self._verdicts.pop(job, None)

    def known(self, job: str, of: str | None = None) -> Verdict | None:
        """The verdict that a tab showed last; None where none was shown, and where it was on something else
        than what has the key ``of``.
        """
        return self._verdicts.get(job) if of is None or self._of.get(job) == of else None

    def kept_in(self, project: Project) -> Project:
        """The project in its saved form: with the verdicts of the jobs in its plan. Earlier verdicts stay
        where no tab has shown a newer one.
        """
        names = {job.name for job in project.plan.jobs}
        grades = {name: verdict.grade for name, verdict in self._verdicts.items() if name in names}
        return with_verdicts(project, grades, self._before) if grades else project
