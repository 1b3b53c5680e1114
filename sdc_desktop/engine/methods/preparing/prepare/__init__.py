"""Preparing the records: its settings and facts."""

from collections.abc import Callable, Iterator
from typing import Annotated, Self

from pydantic import Field

from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.methods.preparing.prepare.steps import (
    JoinSpec,
    KeepHouseholdsSpec,
    KeepOneSpec,
    KeepPersonsSpec,
    PseudonymiseSpec,
    ShiftDatesSpec,
    StepSpec,
)
from sdc_desktop.engine.setting import Setting, Settings
from sdc_desktop.engine.spec import VariableSpec
from sdc_desktop.marks import N_


class PrepareParams(Settings):
    """Steps in their order, and facts of the variables they leave, which precede what follows from
    the file's own.
    """

    steps: Annotated[
        tuple[StepSpec, ...],
        Field(min_length=1),
        Setting(
            label=N_("Steps"),
            help=N_("what is done, one after the other; the order matters."),
            secrecy="counted",
        ),
    ]
    variables: Annotated[
        dict[str, VariableSpec],
        Setting(
            label=N_("Variables of which more is said after the steps"),
            short=N_("Variables afterwards"),
            help=N_(
                "descriptions of variables that the steps left, as for the variables of a file; else "
                "it follows from the file's own. A new one has the role other where its source is "
                "neither a key variable nor sensitive."
            ),
            secrecy="counted",
            place="plan",
        ),
    ] = Field(default_factory=dict)
    hierarchies: Annotated[
        dict[str, HierarchySpec],
        Setting(
            label=N_("Hierarchies of their own after the steps"),
            short=N_("Hierarchies afterwards"),
            help=N_(
                "how values of such variables can be grouped, see [Hierarchies](hierarchies.md); else those "
                "of the file, under the names that their variables have now."
            ),
            secrecy="counted",
            place="plan",
        ),
    ] = Field(default_factory=dict)

    def files(self) -> Iterator[str]:
        """The second files, and those of the hierarchies."""
        for step in self.steps:
            yield from step.files()
        for spec in self.hierarchies.values():
            path = getattr(spec, "path", None)
            if path is not None:
                yield path

    def with_files(self, moved: Callable[[str], str]) -> Self:
        """The params with every path changed by `moved`."""
        hierarchies = {
            name: spec.model_copy(update={"path": moved(path)})
            if (path := getattr(spec, "path", None)) is not None
            else spec
            for name, spec in self.hierarchies.items()
        }
        steps = tuple(step.with_files(moved) for step in self.steps)
        return self.model_copy(update={"steps": steps, "hierarchies": hierarchies})

    def needs_secret(self) -> bool:
        """Whether any step depends on chance."""
        return any(
            isinstance(step, ShiftDatesSpec | PseudonymiseSpec)
            or (isinstance(step, KeepOneSpec) and step.keep_one.by == "random")
            for step in self.steps
        )


def key_files(params: PrepareParams) -> tuple[str, ...]:
    """The files of keys that the steps name, in their order."""
    return tuple(step.pseudonymise.key for step in params.steps if isinstance(step, PseudonymiseSpec))


def by_record(params: PrepareParams) -> bool:
    """Whether a step holds something for every single person, identifier or household in memory."""
    held = (ShiftDatesSpec, PseudonymiseSpec, KeepHouseholdsSpec, KeepPersonsSpec, KeepOneSpec, JoinSpec)
    return any(isinstance(step, held) for step in params.steps)


PREPARE = Method(
    kind="prepare",
    counts_persons=always,
    params=PrepareParams,
    title=N_("Preparing the records"),
    released=N_("Values are prepared before protection."),
    source=(
        "Records made fit for the work: variables dropped, renamed and derived, records filtered, and so on."
    ),
    package=__name__,
    chance=N_(
        "the days by which dates are shifted, the numbers that replace identifiers, and the record "
        "of each person that stays"
    ),
    measures=("prepared",),
    draws=PrepareParams.needs_secret,
    further=key_files,
    by_record=by_record,
)
