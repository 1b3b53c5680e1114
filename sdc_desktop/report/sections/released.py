"""The effect on each variable of the records: its categories before and after, and how it is released.

Values of sensitive variables and of direct identifiers are never shown; a category that no longer occurs is
counted and not named.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import codings
from sdc_desktop.engine.data.hierarchies.level_content import MASKED, LevelContent, contents_in
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.information.distribution import entropy
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.running.variables_used import variables_used
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.confidential import CONFIDENTIAL
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.hierarchies import level_title
from sdc_desktop.words.words import listed, whole

MOST_CATEGORIES = 2000  # of a variable whose categories are counted one by one
_MOST_NAMED = 6
_NAMED_OF_MANY = 3
Counts = Mapping[str, int]


@dataclass(frozen=True)
class Change:
    """What a job of the chain did to a variable: its kind, and how many steps of its hierarchy it went up."""

    kind: str
    steps: int = 0


@dataclass(frozen=True)
class Margin:
    """A variable of the records before and after. ``original``, ``after``: records by category;
    ``recoded``: the original ones by the category that is released, None where these cannot be compared;
    ``suppressed``: records without a value of it. None instead of counts: too many categories.
    """

    name: str
    role: str
    original: Counts | None
    recoded: Counts | None
    after: Counts | None
    suppressed: int
    changes: tuple[Change, ...]

    @property
    def confidential(self) -> bool:
        """Whether no value of it may be shown."""
        return self.role in CONFIDENTIAL

    @property
    def kept(self) -> float | None:
        """The share of its entropy that is left among the records with a value; None where it had none."""
        if self.original is None or self.after is None:
            return None
        before = _entropy(self.original)
        return _entropy(self.after) / before if before > 0 else None

    @property
    def moved(self) -> tuple[str, float, float] | None:
        """The category whose share moved most, with its share before and after."""
        if self.recoded is None or self.after is None or not self.after:
            return None
        there, left = sum(self.recoded.values()), sum(self.after.values())
        shares = [
            (name, number / there, self.after.get(name, 0) / left) for name, number in self.recoded.items()
        ]
        return max(shares, key=lambda one: abs(one[2] - one[1]), default=None)


def _entropy(counts: Counts) -> float:
    return float(entropy(np.array(list(counts.values()), dtype=np.int64)))


def margins(subject: Subject, context: JobContext) -> tuple[Margin, ...]:
    """Every variable that the first job of the chain read; none where no records are at hand."""
    before, after = subject.before, subject.after
    if before is None or after is None:
        return ()
    changes = _changes(subject)
    return tuple(
        _margin(subject, name, changes.get(name, ()), before.data, after.data, context)
        for name in before.data.names
    )


def _margin(
    subject: Subject,
    name: str,
    changes: tuple[Change, ...],
    before: Microdata,
    after: Microdata,
    context: JobContext,
) -> Margin:
    context.checkpoint()
    variable = before.variable(name)
    original = _counted(before, name, context)
    found = _counted(after, name, context)
    suppressed = 0
    is_new = original is None or SUPPRESSED not in original
    # a variable of nothing else has the one category of the top level
    if found is not None and SUPPRESSED in found and is_new and len(found) > 1:
        suppressed = found[SUPPRESSED]
        found = {category: number for category, number in found.items() if category != SUPPRESSED}
    recoded = _recoded(subject, name, original, found, changes)
    return Margin(name, variable.role, original, recoded, found, suppressed, changes)


def _counted(data: Microdata, name: str, context: JobContext) -> dict[str, int] | None:
    if name not in data.names:
        return None
    column = data.index(name)
    if not data.relation.holds(column):  # not among what was counted
        return None
    distinct = int(data.relation.multiplicities(column, context)[:, 1].sum())
    if distinct > MOST_CATEGORIES:
        return None
    categories, frequencies = data.relation.frequencies(column, context)
    return dict(zip(categories, frequencies.tolist(), strict=True))


def _recoded(
    subject: Subject, name: str, original: Counts | None, after: Counts | None, changes: tuple[Change, ...]
) -> Counts | None:
    """The original records by released category; None where categories do not follow from the levels."""
    if original is None or after is None:
        return None
    steps = sum(change.steps for change in changes)
    labels: Mapping[str, str] = {category: category for category in original}
    before = subject.before
    if steps and before is not None and name in before.hierarchies:
        missing = before.data.variable(name).missing
        found = codings(before.hierarchies[name], tuple(original), missing)
        labels = dict(zip(original, found.labels[steps], strict=True))
    sums: dict[str, int] = {}
    for category, number in original.items():
        sums[labels[category]] = sums.get(labels[category], 0) + number
    return sums if set(after) <= set(sums) else None


def _changes(subject: Subject) -> Mapping[str, tuple[Change, ...]]:
    """What the jobs of the chain did, by variable."""
    found: dict[str, tuple[Change, ...]] = {}
    for job in subject.chain:
        done = subject.results.get(job.name, subject.result)
        for name, steps in _changed_by(subject, job, done.result).items():
            found[name] = (*found.get(name, ()), Change(job.kind, steps))
    return found


def _changed_by(subject: Subject, job: Any, result: Any) -> Mapping[str, int]:
    """The variables that a job changed, with the number of steps up their hierarchies. Where the result does
    not state them, every variable that the job uses counts as changed.
    """
    steps: dict[str, int] = {}
    known = False
    for levels in (getattr(result, "levels", None), getattr(result, "codings", None)):
        for name, level in levels.items() if isinstance(levels, Mapping) else ():
            number = level if isinstance(level, int) else getattr(level, "steps", None)
            if number is not None:
                known = True
                if number:
                    steps[name] = number
    for attribute in ("changed", "variables"):
        named = getattr(result, attribute, None)
        if isinstance(named, Mapping):
            known = True
            steps |= dict.fromkeys(named, 0)
    for block in getattr(result, "blocks", ()):
        if hasattr(block, "variables"):
            known = True
            steps |= dict.fromkeys(block.variables, 0)
    if known or getattr(result, "suppression", None) is not None:
        return steps
    data = subject.opened.plan.data
    return {} if data is None else dict.fromkeys(variables_used(job, data.variables), 0)


def released_as(subject: Subject, margin: Margin, words: Words) -> str:
    """How a variable is released, in categories: `bands of 20: 0-19, 20-39`."""
    after = subject.after
    if after is None or margin.name not in after.data.names:
        return words.say(N_("not released"))
    parts = [_changed_text(subject, margin, words)]
    if margin.suppressed:
        parts.append(words.say(N_("some values suppressed")))
    gone = _gone(margin)
    if gone:
        parts.append(
            words.say_many(
                N_("{number} category no longer occurs"), N_("{number} categories no longer occur"), gone
            )
        )
    return "; ".join(parts)


def _changed_text(subject: Subject, margin: Margin, words: Words) -> str:
    titles = dict.fromkeys(
        words.say(method_of(change.kind).title) for change in margin.changes if not change.steps
    )
    recoded = _categories_text(subject, margin, words) if any(c.steps for c in margin.changes) else ""
    changed = words.say(N_("changed by: {methods}"), methods=", ".join(titles)) if titles else ""
    joined = "; ".join(text for text in (recoded, changed) if text)
    return joined or words.say(
        N_("original categories") if margin.after is not None else N_("original values")
    )


def _categories_text(subject: Subject, margin: Margin, words: Words) -> str:
    if margin.after is None:
        return words.say(N_("recoded"))
    if margin.confidential:
        return words.say_many(N_("{number} group"), N_("{number} groups"), len(margin.after))
    if list(margin.after) == [SUPPRESSED] or len(margin.after) == 1:
        return words.say(N_("one category for all"))
    names = [name or words.say(N_("missing")) for name in margin.after]
    content = _content(subject, margin)
    if content is not None:
        return level_title(content, words)
    if len(names) <= _MOST_NAMED:
        return ", ".join(names)
    return words.say(
        N_("{number} {number:group|groups}, for example {names}"),
        number=whole(len(names)),
        names=listed(names[:_NAMED_OF_MANY], words),
    )


def _content(subject: Subject, margin: Margin) -> LevelContent | None:
    """What the released level of a recoded variable contains, of the categories that are released; None
    where its hierarchy was not read, or its categories are not of that level.
    """
    steps, before = sum(change.steps for change in margin.changes), subject.before
    if before is None or margin.original is None or margin.after is None:
        return None
    hierarchy = before.hierarchies.get(margin.name)
    if hierarchy is None or not 0 < steps < hierarchy.levels:
        return None
    variable = before.data.variable(margin.name)
    found = contents_in(hierarchy, tuple(margin.original), variable.missing, variable.order)[steps]
    rest = set(margin.after) - set(variable.missing)
    if found.kind in ("prefix", "suffix"):
        rest = {one.strip(MASKED) for one in rest}
    released = tuple(one for one in found.categories if one in rest)
    return replace(found, categories=released) if len(released) == len(rest) else None


def _gone(margin: Margin) -> int:
    """How many of the categories that could occur do not."""
    if margin.recoded is None or margin.after is None or margin.confidential:
        return 0
    return len(set(margin.recoded) - set(margin.after))


def changed_margins(found: tuple[Margin, ...]) -> Iterator[Margin]:
    """The counted categories of the key variables and of those that were changed."""
    for margin in found:
        if margin.role == "key" or any(margin.changes):
            yield margin
