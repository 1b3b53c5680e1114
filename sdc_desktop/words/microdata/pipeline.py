"""The cards of a file of records in words: from the file to its release."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.methods.grouping.microaggregate import MICROAGGREGATE
from sdc_desktop.engine.methods.perturbation.top_code import TOP_CODE
from sdc_desktop.engine.methods.recoding.anopi import ANOPI
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE
from sdc_desktop.engine.methods.recoding.recode import RECODE
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.suppression.local_suppression import LOCAL_SUPPRESSION
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.spec import Role
from sdc_desktop.project.chain import MASKING, chain_of
from sdc_desktop.words.counted import UNIQUE
from sdc_desktop.words.setting_words import summary_line
from sdc_desktop.words.words import N_, NN_, Words, whole

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.strategies.trail import StepFigures

CAPTIONS = N_("unique"), N_("below {k}"), N_("changed")
FILE, PREPARE, ROLES, RELEASE = N_("File"), N_("Prepare"), N_("Roles"), N_("Release")
CRITERIA = N_("Criteria")
ADD = N_("+ Add step")
CHECKED = N_("what an intruder could find")
NOT_PROTECTED = N_("not protected yet")
NOT_EXPORTED = N_("not exported yet")
_SHORT: Mapping[Role, tuple[str, str]] = {
    "key": NN_(N_("{number} key"), N_("{number} key")),
    "sensitive": NN_(N_("{number} sensitive"), N_("{number} sensitive")),
    "direct_identifier": NN_(N_("{number} direct identifier"), N_("{number} direct identifiers")),
}


@dataclass(frozen=True)
class Purpose:
    """What a step is added for: its name, what it does, and the methods that do it, the usual one first."""

    name: str
    meaning: str
    kinds: tuple[str, ...]


_SYNTHETIC = tuple(kind for kind in MASKING if method_of(kind).synthetic)
_SUPPRESSING = tuple(kind for kind in MASKING if kind == LOCAL_SUPPRESSION.kind)
PURPOSES = (
    Purpose(
        N_("Recode"),
        N_("Coarser values: bands, groups, top and bottom coding"),
        (RECODE.kind, TOP_CODE.kind),
    ),
    Purpose(
        N_("Find best recoding"),
        N_("Levels found for you: ANOPI, or a search by criteria"),
        (ANOPI.kind, GENERALISE.kind),
    ),
    Purpose(N_("Suppress"), N_("Rare records lose single values"), _SUPPRESSING),
    Purpose(
        N_("Perturb"),
        N_("Values that cannot be taken at face value: PRAM, swapping, noise, rounding"),
        tuple(kind for kind in MASKING if kind not in (*_SYNTHETIC, *_SUPPRESSING, TOP_CODE.kind)),
    ),
    Purpose(N_("Microaggregate"), N_("Values become means of groups of k records"), (MICROAGGREGATE.kind,)),
    Purpose(N_("Synthesise"), N_("New records from a model of the old ones"), _SYNTHETIC),
)


def purpose_of(kind: str) -> Purpose:
    """The purpose that a method serves. Raises StopIteration for what is no step."""
    return next(one for one in PURPOSES if kind in one.kinds)


def step_name(job: Job, words: Words) -> str:
    """What a step is called on its card."""
    return words.say(purpose_of(job.kind).name)


def step_titles(plan: Plan, words: Words) -> dict[str, str]:
    """By name the steps as people see them: `step 2 Top and bottom coding`. One with a name of its own
    is shown by it.
    """
    return {
        job.name: words.say(
            N_("step {number} {name}"), number=number, name=words.say(method_of(job.kind).title)
        )
        for number, job in enumerate(chain_of(plan), start=1)
        if re.fullmatch(rf"{job.kind}(_\d+)?", job.name)
    }


def step_summary(job: Job, words: Words) -> str:
    """What a step does, in a line."""
    return summary_line(method_of(job.kind), job.params, words)


def file_summary(opened: Opened, words: Words) -> str:
    """The file in a line: `survey.csv, 20 002 × 20`."""
    size = f"{whole(opened.data.records)} × {whole(len(opened.data.variables))}"
    return words.say(N_("{name}, {size}"), name=opened.path.name, size=size)


def roles_summary(roles: Sequence[Role], words: Words) -> str:
    """The roles in a line: `7 key, 2 sensitive, 3 direct identifiers`."""
    counted = [(text, roles.count(role)) for role, text in _SHORT.items()]
    shown = [words.say_many(*text, number) for text, number in counted if number]
    return ", ".join(shown) or words.say(N_("no key variable yet"))


def prepare_summary(kinds: Collection[Any], words: Words) -> str:
    """The actions that prepare the records in a line."""
    if not kinds:
        return words.say(N_("nothing"))
    return words.say_many(N_("{number} action"), N_("{number} actions"), len(kinds))


def bar_figures(
    first: StepFigures | None, last: StepFigures | None, words: Words
) -> tuple[tuple[str, str, str], ...]:
    """The figures of the bar: caption, before and after; of the original and after the last step."""
    if first is None or last is None or first.uniques is None:
        return ()
    unique = words.say(UNIQUE.of(first.persons))
    left = "–" if last.uniques is None else whole(last.uniques)
    changed = words.say(N_("Values changed"))
    share = "–"
    if last.changed is not None:
        portion = words.percent(last.changed / max(last.values, 1))
        share = words.say(N_("{number} ({share})"), number=whole(last.changed), share=portion)
    before = whole(first.uniques)
    return (unique, before, left), (changed, "0", share)
