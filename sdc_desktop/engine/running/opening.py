"""What a plan names is read: its data and hierarchies, and of every other file of its jobs the SHA-256."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.compare_files import compare
from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
from sdc_desktop.engine.data.opened import Opened
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.output.files import refuse_changed, sha256_of
from sdc_desktop.engine.plan import DataSpec, Plan, inputs_of, plan_problems
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.running.outputs import output_problems
from sdc_desktop.engine.source import Source


@dataclass(frozen=True)
class OpenedPlan:
    """A plan whose inputs have been read: records, hierarchies, and the SHA-256 of every file read."""

    plan: Plan
    base: Path
    opened: Opened | None
    source: Source  # without records where the plan names no data
    inputs: Mapping[str, str]  # path as in the plan -> SHA-256
    notes: tuple[Problem, ...]

    def refuse_changed(self) -> None:
        """Raises :class:`Refused` where a file that was read is no longer what it was."""
        refuse_changed((self.base / path, sha256) for path, sha256 in self.inputs.items())


def open_plan(plan: Plan, base: Path, context: JobContext, *, data: str | None = None) -> OpenedPlan:
    """Read the data and hierarchies of a plan. Paths are relative to `base`. `data` takes the place of the
    plan's data file; it, and a file that is not the one the plan was made with, are compared with what the
    plan expects. Raises :class:`Refused`.
    """
    refuse_errors((*plan_problems(plan), *output_problems(plan)))
    if plan.data is None:
        if data is not None:
            raise Refused(error("plan.no_data", Place(key="data")))
        return OpenedPlan(plan, base, None, Source.without_records(base), _with_digests(plan, base, {}), ())
    differences: tuple[Problem, ...] = ()
    if data is None and not _is_another(plan.data, base):
        opened = open_data(plan.data, base, context)
    else:
        found = compare(plan, data or plan.data.path, base, context)
        differences = refuse_errors(found.problems)
        opened = found.opened
        plan = plan.model_copy(update={"data": opened.spec})
    hierarchies, read = load_hierarchies(opened, base, context)
    inputs = _with_digests(plan, base, {opened.spec.path: opened.sha256, **read})
    notes = (
        *opened.notes,
        *(note for hierarchy in hierarchies.values() for note in hierarchy.notes),
        *differences,
    )
    source = Source(opened.data, hierarchies, base, opened.dialect)
    return OpenedPlan(plan, base, opened, source, inputs, notes)


def _is_another(spec: DataSpec, base: Path) -> bool:
    """Whether the file is known not to be the one that the plan was made with."""
    return spec.sha256 is not None and sha256_of(base / spec.path, spec.path) != spec.sha256


def _with_digests(plan: Plan, base: Path, known: Mapping[str, str]) -> Mapping[str, str]:
    """The SHA-256 of every file that the plan reads; of those that are not yet `known` it is taken here."""
    return {**known, **{path: sha256_of(base / path) for path in inputs_of(plan) if path not in known}}
