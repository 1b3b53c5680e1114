"""What a protection in steps lets run beside the window. No Qt: it only calls the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.policy.policy import Policy

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.data.hierarchies.level_content import LevelContent
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.running.writing import WrittenFile
    from sdc_desktop.engine.strategies.trail import Left, Trail
    from sdc_desktop.ui.tabs.recipients import Recipients


def measured(
    plan: Plan,
    names: Sequence[str],
    base: Path,
    held_to: Policy | None,
    file: Opened | None,
    left: Left | None,
) -> Callable[[JobContext], Trail]:
    """Work that runs the steps of a whole plan without exporting a file, and measures each of them. ``file``:
    the plan's open file; ``left``: of an earlier trail, whose steps are run again from the first changed one.
    """

    def work(context: JobContext) -> Trail:
        from sdc_desktop.engine.strategies.trail import trail_of

        return trail_of(plan, names, base, context, held_to, read=file, left=left)

    return work


def written(
    plan: Plan,
    names: Sequence[str],
    base: Path,
    opened: Opened,
    target: Path,
    held_to: Policy | None,
    recipients: Recipients,
) -> Callable[[JobContext], WrittenFile]:
    """Work that exports the file of the last step and its codebook, the same bytes as the batch command."""

    def work(context: JobContext) -> WrittenFile:
        from sdc_desktop.engine.strategies.trail import write_last

        done = write_last(plan, names, base, target, opened.style, opened.files, context, held_to)
        recipients.write(plan.job(names[-1]), target, done)
        return done

    return work


def level_names(opened: Opened, base: Path) -> Callable[[JobContext], Mapping[str, tuple[LevelContent, ...]]]:
    """Work that gives what the levels of each hierarchy of the data contain."""

    def work(context: JobContext) -> Mapping[str, tuple[LevelContent, ...]]:
        from sdc_desktop.engine.data.hierarchies.level_content import contents_in
        from sdc_desktop.engine.data.hierarchy_files import load_hierarchies

        hierarchies, _ = load_hierarchies(opened, base, context)
        found = {}
        for name, hierarchy in hierarchies.items():
            variable = opened.data.variable(name)
            values, _ = opened.data.relation.frequencies(opened.data.index(name), context)
            found[name] = contents_in(hierarchy, values, variable.missing, variable.order)
        return found

    return work
