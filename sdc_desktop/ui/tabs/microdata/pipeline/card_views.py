"""What the cards show, from the plan and what is known of its steps. No widgets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.plan import params_of
from sdc_desktop.engine.plan_rules import size_of
from sdc_desktop.project.chain import chain_of
from sdc_desktop.ui.frame.cards import CardView, Trail
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words import Words
from sdc_desktop.words.microdata import pipeline as phrases
from sdc_desktop.words.microdata.pipeline import CRITERIA, FILE, RELEASE, ROLES
from sdc_desktop.words.microdata.pipeline import PREPARE as PREPARED

if TYPE_CHECKING:
    from sdc_desktop.engine.microdata.classes.first_look import FirstLook

OF_STEP = "step:"  # before the name of a job, in the key of its card
FILE_KEY, PREPARE_KEY, ROLES_KEY, ADD_KEY = "file", "prepare", "roles", "add"
CRITERIA_KEY, RELEASE_KEY = "criteria", "release"


@dataclass(frozen=True)
class Known:
    """What the plan does not state: risk before protection, whether criteria are checked, the grade."""

    look: FirstLook | None = None
    checked: bool = False
    mark: Mark = Mark.NONE
    mark_name: str = ""


def card_views(controller: ProjectController, known: Known, words: Words) -> tuple[CardView, ...]:
    """The cards from above; none while no file is open."""
    file, opened = controller.file_opened, controller.opened
    if file is None:
        return ()
    say = words.say
    prepared = next((job for job in controller.whole_plan.jobs if job.kind == PREPARE.kind), None)
    actions = () if prepared is None else params_of(prepared, PREPARE)
    listed = () if not actions else tuple(actions.steps)
    roles = [] if opened is None else [variable.role for variable in opened.data.variables]
    k = size_of(controller.plan)
    values = 0 if opened is None else opened.data.records * len(opened.data.variables)
    return (
        CardView(FILE_KEY, say(FILE), phrases.file_summary(file, words)),
        CardView(PREPARE_KEY, say(PREPARED), phrases.prepare_summary(listed, words)),
        CardView(
            ROLES_KEY,
            say(ROLES),
            phrases.roles_summary(roles, words),
            _looked(known.look, k),
        ),
        *_steps(controller, values, words),
        CardView(ADD_KEY, say(phrases.ADD), add=True),
        *((CardView(CRITERIA_KEY, say(CRITERIA), say(phrases.CHECKED)),) if known.checked else ()),
        CardView(
            RELEASE_KEY,
            say(RELEASE),
            _release_summary(controller, words),
            mark=known.mark,
            mark_name=known.mark_name,
        ),
    )


def _looked(look: FirstLook | None, k: int) -> Trail | None:
    if look is None:
        return Trail((None, None, None), (1, 1, 1))
    below = next((small.units for small in look.below if small.k == k), None)  # one of before another k
    return Trail((look.uniques, below, None), (look.units, look.units, 1))


def _steps(controller: ProjectController, values: int, words: Words) -> Iterator[CardView]:
    for number, job in enumerate(chain_of(controller.plan), start=1):
        found = controller.steps.figures(job.name)
        trail = Trail((None, None, None), (1, 1, 1))
        if found is not None:
            trail = Trail(
                (found.uniques, found.below, found.changed),
                (found.units, found.units, found.values or values),
            )
        yield CardView(
            OF_STEP + job.name,
            phrases.step_name(job, words),
            phrases.step_summary(job, words),
            trail,
            str(number),
            not job.off,
        )


def _release_summary(controller: ProjectController, words: Words) -> str:
    steps = controller.steps.steps
    output = steps[-1].output if steps else None
    if not steps:
        return words.say(phrases.NOT_PROTECTED)
    return words.say(phrases.NOT_EXPORTED) if output is None else output.path
