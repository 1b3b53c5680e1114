"""What a job did to risk and to utility, before and after: the rows of the summary and of the comparison.

Kinds measure different things; each row names its measures. Only jobs that hide records in groups, or change
values, have a point (risk, utility) that can be compared with another strategy's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from sdc_desktop.engine.microdata.recoding import Anonymity
from sdc_desktop.report.sections import chapter_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words

NOTHING = "–"
GUESS = N_("average re-identification risk")
ENTROPY = N_("entropy of the variables")


@dataclass(frozen=True)
class Balance:
    """Measures in words, figures as texts; ``point`` is (risk, utility) after, as shares of 1."""

    risk: str
    risk_before: str
    risk_after: str
    utility: str = ""
    utility_after: str = NOTHING
    point: tuple[float, float] | None = None
    risk_was: float | None = None


Row = Callable[[Subject, Any, Words], Balance | None]


def balance_of(subject: Subject, words: Words) -> Balance | None:
    """The row of a job, of its chapter; None for a kind that measures neither."""
    found = getattr(chapter_of(subject.job.kind), "balance", None)
    return None if found is None else cast(Row, found)(subject, subject.result.result, words)


def guess(anonymity: Anonymity) -> float:
    """The average re-identification risk by a person who knows the key."""
    return anonymity.average


def of_classes(
    before: Anonymity, after: Anonymity, utility: str, kept: float | None, words: Words
) -> Balance:
    """The row of a method that makes classes; `kept` is the share of the utility that is left."""
    return Balance(
        words.say(GUESS),
        words.percent(guess(before)),
        words.percent(guess(after)),
        utility,
        NOTHING if kept is None else words.percent(kept),
        None if kept is None else (guess(after), kept),
        guess(before),
    )


def entropy_kept(entropies: Mapping[str, tuple[float, float]]) -> float | None:
    """The share of the entropies (before, after) that is left; None where there was none."""
    whole_entropy = sum(before for before, _ in entropies.values())
    kept = sum(after for _, after in entropies.values())
    return min(1.0, kept / whole_entropy) if whole_entropy > 0 else None  # a * for suppressed tells nothing
