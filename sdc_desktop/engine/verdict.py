"""The verdict on a job and on a plan: one of four grades, and the reasons for it as codes with figures.

The engine judges; window, ``result.json``, ``run.log``, report and command line show what it found. A reason
can only lower the grade: a verdict without any reason is *safe*, and no fact raises a grade again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from sdc_desktop.engine.problems import Param, Problem, Severity

RULES = 5  # by which it is judged: higher where a verdict can have become stricter
NOTHING_REQUIRED = "nothing_required"  # no condition was set for what is released
NOT_CHECKED = "not_checked"  # conditions were set, but not checked on what is released
MEASURED_ONLY = "measured_only"  # the job measures and sets no limit to what it finds
NO_PRODUCT = "no_product"  # the plan writes no file that could be released
INFERENCE_PENDING = "inference_pending"  # the audit of the released values is being made
RULE_NOT_CHECKED = "rule_not_checked"  # as long as a question about it is not answered
RULE_NOT_MET = "rule_not_met"  # a rule of the policy, by what leaves
MISSING_RULE = "missing_rule"  # the figure of a reason that names what a missing key value matches
DISCLOSED_VALUES = "disclosed_values"  # classes with one value of a sensitive variable
DISCLOSED_AT_MOST = 0.1  # share of records, 0 to 1, whose class may disclose a value


class Grade(StrEnum):
    """What a release is judged to be; *open* means that it was not judged."""

    UNSAFE = "unsafe"
    OPEN = "open"
    RESERVATIONS = "reservations"
    SAFE = "safe"


_RANKS = {grade: rank for rank, grade in enumerate(Grade)}

# Warnings that concern the work and its utility but not what an intruder learns. All others count.
HARMLESS = frozenset(
    {
        "anopi.no_points",
        "anopi.override_without_part",
        "anopi.technique_without_part",
        "anopi.utility_missed",
        "data.sheet_digits",
        "data.sheet_errors",
        "data.texts_cut",
        "generalise.all_suppressed",
        "generalise.not_proven",
        "persons.known_without_role",
        "policy.cover",
        "r.as_numbers",
        "r.infinite",
        "r.left_out",
        "r.row_names",
        "r.row_numbers",
        "r.time_zone",
        "r.units",
    }
)


@dataclass(frozen=True)
class Reason:
    """Why a grade is not better: `grade` is the best that is left. ``job`` names the job that it was found
    in where that is another one than the job judged.
    """

    code: str
    grade: Grade
    figures: Mapping[str, Param] = field(default_factory=lambda: MappingProxyType({}))
    job: str = ""


@dataclass(frozen=True)
class Verdict:
    """A grade and its reasons, the gravest first. ``audited``: the released variables were audited too, and
    the file was attacked with itself.
    """

    grade: Grade
    reasons: tuple[Reason, ...] = ()
    audited: bool = False

    def meets(self, required: Grade) -> bool:
        """Whether the grade is at least the one required."""
        return _RANKS[self.grade] >= _RANKS[required]

    @property
    def breaks_policy(self) -> bool:
        """Whether a rule of the policy is not met or not checked."""
        return any(one.code in (RULE_NOT_MET, RULE_NOT_CHECKED) for one in self.reasons)


@dataclass(frozen=True)
class Limits:
    """What the site policy sets for verdicts.

    ``sensitive_disclosed_at_most``: share of people (0 to 1) whose value of a sensitive variable may be
    disclosed; a tenth where the policy sets no other one. ``group_disclosure_allowed``: whether a row or
    column of counts may have all of its count in one cell without a reservation.
    """

    sensitive_disclosed_at_most: float = DISCLOSED_AT_MOST
    group_disclosure_allowed: bool = False


NO_LIMITS = Limits()
_NO_VERDICTS: Mapping[str, Verdict] = MappingProxyType({})


def reason(code: str, grade: Grade, **figures: Param) -> Reason:
    """A reason with its figures."""
    return Reason(code, grade, MappingProxyType(figures))


def failed(code: str, **figures: Param) -> Reason:
    """A condition that was set and is not met."""
    return reason(code, Grade.UNSAFE, **figures)


def unjudged(code: str, **figures: Param) -> Reason:
    """Why something cannot be judged."""
    return reason(code, Grade.OPEN, **figures)


def reserved(code: str, **figures: Param) -> Reason:
    """What has to be weighed before a release."""
    return reason(code, Grade.RESERVATIONS, **figures)


def by_rule(reasons: Iterable[Reason], rule: Param) -> Iterator[Reason]:
    """The reasons with the rule for missing values that their figures follow."""
    for one in reasons:
        yield replace(one, figures=MappingProxyType({**one.figures, MISSING_RULE: rule}))


def worst(grades: Iterable[Grade]) -> Grade:
    """The worst grade in the order unsafe, open, reservations, safe; *safe* where there is none."""
    return min(grades, key=_RANKS.__getitem__, default=Grade.SAFE)


def verdict_of(reasons: Iterable[Reason], *, audited: bool = False) -> Verdict:
    """The verdict that follows from these reasons; equal reasons count once, and their order is kept within a
    grade. ``audited`` as in :class:`Verdict`.
    """
    single: list[Reason] = []
    for one in reasons:
        if one not in single:
            single.append(one)
    single.sort(key=lambda one: _RANKS[one.grade])
    return Verdict(worst(one.grade for one in single), tuple(single), audited)


def overall(
    products: Mapping[str, Verdict],
    others: Iterable[Reason] = (),
    found: Mapping[str, Verdict] = _NO_VERDICTS,
) -> Verdict:
    """The verdict on a plan: the worst of its products, and of what further jobs `found`, such as audits of
    given tables; what these left unjudged does not count. Reasons of steps that are no product's lower *safe*
    to *reservations*. Without any product nothing that leaves was judged.
    """
    reasons = [_found_in(name, one) for name, verdict in products.items() for one in verdict.reasons]
    for name, verdict in found.items():
        reasons += [_found_in(name, one) for one in verdict.reasons if one.grade is not Grade.OPEN]
    if not products:
        return verdict_of([*reasons, unjudged(NO_PRODUCT)])
    reasons += [replace(one, grade=Grade.RESERVATIONS) for one in others]
    return verdict_of(reasons, audited=all(one.audited for one in products.values()))


def _found_in(name: str, found: Reason) -> Reason:
    return found if found.job else replace(found, job=name)


def from_warnings(problems: Iterable[Problem], job: str = "") -> tuple[Reason, ...]:
    """A reservation for each warning that is not declared harmless to disclosure, a failed condition for each
    error; notes give none.
    """
    grades = {Severity.WARNING: Grade.RESERVATIONS, Severity.ERROR: Grade.UNSAFE}
    return tuple(
        Reason(one.code, grades[one.severity], _with_place(one), job)
        for one in problems
        if one.severity in grades and one.code not in HARMLESS
    )


def _with_place(problem: Problem) -> Mapping[str, Param]:
    where = problem.where
    places: dict[str, Param] = {"where_variable": where.variable, "where_file": where.file}
    stated = {name: value for name, value in places.items() if value is not None}
    return MappingProxyType({**problem.params, **stated})


def disclosed_values(share: float, limits: Limits, **figures: Param) -> tuple[Reason, ...]:
    """Records whose sensitive value follows from their class: beyond the limit a failed condition,
    otherwise, where there are any, a reservation. `share` is of all records read, 0 to 1.
    """
    if share <= 0:
        return ()
    most = limits.sensitive_disclosed_at_most
    if share > most + 1e-12:
        return (failed(DISCLOSED_VALUES, share=share, limit=most, **figures),)
    return (reserved(DISCLOSED_VALUES, share=share, **figures),)
