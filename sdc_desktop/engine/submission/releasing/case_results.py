"""How far the case of each researcher is: its items, what was decided on them, and its package."""

from collections.abc import Sequence
from dataclasses import dataclass

from sdc_desktop.engine.submission.cases import Case
from sdc_desktop.engine.submission.releasing.decisions import Decision, Item, items_of
from sdc_desktop.engine.submission.releasing.packaging import Package
from sdc_desktop.engine.submission.submission import Submission


@dataclass(frozen=True)
class CaseResult:
    """How far a case is: its items and what was decided on them, and its package."""

    researcher: str
    files: int
    items: int
    release: int
    change: int
    refuse: int
    exceptions: int
    package: Package | None = None

    @property
    def decided(self) -> int:
        """How many of its items are decided."""
        return self.release + self.change + self.refuse


def items_of_case(case: Case, submission: Submission) -> tuple[Item, ...]:
    """What of a submission is decided on for a researcher."""
    return tuple(one for one in items_of(submission) if case.has(submission.files[one.file].path))


def case_result(case: Case, submission: Submission, decisions: Sequence[Decision]) -> CaseResult:
    """How far the case of a researcher is."""
    own = [one.id for one in items_of_case(case, submission)]
    given = {one.item: one for one in decisions}
    made = [given[id] for id in own if id in given]
    verdicts = [one.verdict for one in made]
    return CaseResult(
        case.researcher,
        sum(case.has(file.path) for file in submission.submitted),
        len(own),
        sum(one.verdict == "release" for one in made),
        verdicts.count("change"),
        verdicts.count("refuse"),
        sum(one.exception is not None and one.verdict == "release" for one in made),
    )
