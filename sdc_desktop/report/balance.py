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
from sdc_desktop.words.words import whole

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
    utility_before: str = NOTHING
    utility_after: str = NOTHING
    point: tuple[float, float] | None = None
    risk_was: float | None = None


Row = Callable[[Subject, Any, Words], Balance | None]


def balance_of(subject: Subject, words: Words) -> Balance | None:
    """The row of a job, of its chapter; None for a kind that measures neither."""
    kind = subject.job.kind
    found = _BALANCES.get(kind) or getattr(chapter_of(kind), "balance", None)
    return None if found is None else cast(Row, found)(subject, subject.result.result, words)


def guess(anonymity: Anonymity) -> float:
    """The average chance of a right guess by somebody who knows the key: classes by records."""
    return anonymity.classes / anonymity.records if anonymity.records else 0.0


def of_classes(
    before: Anonymity, after: Anonymity, utility: str, kept: float | None, words: Words
) -> Balance:
    """The row of a method that makes classes; `kept` is the share of the utility that is left."""
    return Balance(
        words.say(GUESS),
        words.percent(guess(before)),
        words.percent(guess(after)),
        utility,
        NOTHING if kept is None else words.percent(1),
        NOTHING if kept is None else words.percent(kept),
        None if kept is None else (guess(after), kept),
        guess(before),
    )


def entropy_kept(entropies: Mapping[str, tuple[float, float]]) -> float | None:
    """The share of the entropies (before, after) that is left; None where there was none."""
    whole_entropy = sum(before for before, _ in entropies.values())
    kept = sum(after for _, after in entropies.values())
    return min(1.0, kept / whole_entropy) if whole_entropy > 0 else None  # a * for suppressed tells nothing


def _table(subject: Subject, result: Any, words: Words) -> Balance:
    losses, risks = result.losses, result.risks
    lost = (losses.cells_lost + losses.cells_changed) / losses.cells if losses.cells else 0.0
    left = risks.unsafe if result.method is None else max(risks.failures or 0, risks.disclosed)
    left += len(getattr(result, "contributors_derive", ()))
    before, after = whole(risks.unsafe), whole(left)
    if not subject.is_internal:
        some, none = words.say(N_("some")), words.say(N_("none"))
        before, after = (some if count else none for count in (risks.unsafe, left))
    return Balance(
        words.say(N_("cells that tell too much")),
        before,
        after,
        words.say(N_("cells published as they are")),
        words.percent(1),
        words.percent(1 - lost),
    )


def _audit(subject: Subject, result: Any, words: Words) -> Balance:
    bad = result.disclosed
    told = whole(bad) if subject.is_internal else words.say(N_("some") if bad else N_("none"))
    return Balance(words.say(N_("unpublished cells that can be derived exactly")), NOTHING, told)


def _linked_audit(subject: Subject, result: Any, words: Words) -> Balance:
    bad = max(scenario.disclosed for scenario in result.scenarios)
    told = whole(bad) if subject.is_internal else words.say(N_("some") if bad else N_("none"))
    return Balance(words.say(N_("detailed cells disclosed, worst scenario")), NOTHING, told)


_BALANCES: Mapping[str, Row] = {  # of kinds whose chapter has no `balance` yet
    "audit": _audit,
    "linked_audit": _linked_audit,
    "table": _table,
}
