"""What a checker sets in the output check of a plan: outputs, decisions, corrections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.methods.outputs.output_check import (
    CaseSpec,
    DecisionSpec,
    ExceptionSpec,
    OutputCheckParams,
)
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.policy.remedy import begun
from sdc_desktop.engine.submission.cases import in_file_names
from sdc_desktop.engine.submission.spec import CorrectionSpec

if TYPE_CHECKING:  # numpy and duckdb are needed only when something is checked
    from sdc_desktop.engine.submission.submission import CheckedTable


def with_outputs(
    params: OutputCheckParams | None,
    paths: Sequence[str],
    policy: Policy | None = None,
    *,
    folders: bool = False,
) -> OutputCheckParams:
    """The params with further outputs; those of a new job are as the site policy has them. Several that come
    first and are all ``folders`` are a case each; where there are cases, so is all that comes later.
    """
    if params is None:
        made = begun(OutputCheckParams(outputs=tuple(paths)), policy)
        return with_cases(made, paths) if folders and len(paths) > 1 else made
    changed = params.model_copy(update={"outputs": tuple(dict.fromkeys((*params.outputs, *paths)))})
    new = [path for path in paths if not any(case.has(path) for case in params.by_researcher())]
    return with_cases(changed, new) if params.cases and new else changed


def with_cases(params: OutputCheckParams, paths: Sequence[str]) -> OutputCheckParams:
    """The params with a case for each of these paths, named after it, beside those that there are."""
    made = list(params.cases)
    for path in paths:
        taken = {in_file_names(one.researcher).casefold() for one in made}
        name = stem = PurePath(path).stem or path
        number = 2
        while in_file_names(name).casefold() in taken:
            name, number = f"{stem} {number}", number + 1
        made.append(CaseSpec(researcher=name, outputs=(path,)))
    return params.model_copy(update={"cases": tuple(made)})


def with_researcher(params: OutputCheckParams, number: int, name: str) -> OutputCheckParams:
    """The params with another name of the researcher of a case."""
    made = list(params.cases)
    made[number] = made[number].model_copy(update={"researcher": name})
    return params.model_copy(update={"cases": tuple(made)})


def with_decisions(
    params: OutputCheckParams, made: Sequence[DecisionSpec], dropped: Iterable[str] = ()
) -> OutputCheckParams:
    """The params with these decisions instead of those on the same items, and without those ``dropped``.
    Another decision lapses an approval that the plan has.
    """
    gone = {one.table for one in made} | set(dropped)
    kept = tuple(one for one in params.decisions if one.table not in gone)
    return params.model_copy(update={"decisions": (*kept, *made), "approval": None})


def decision(
    item: str, verdict: str, reason: str, by: str, excepted: Mapping[str, tuple[str, ...]] | None = None
) -> DecisionSpec:
    """A decision; ``excepted``: the findings that a release is an exception to, whose reason this is then."""
    exception = None
    if excepted:
        exception = ExceptionSpec(reason=reason, findings=dict(excepted))
        reason = ""
    fields: dict[str, Any] = {"table": item, "verdict": verdict, "reason": reason, "by": by}
    return DecisionSpec.model_validate(fields | {"exception": exception})


def with_correction(
    params: OutputCheckParams, path: str, table: CheckedTable, fields: Mapping[str, object]
) -> OutputCheckParams:
    """The params with a table of a file corrected: its correction, or a new one, with these fields changed.
    Fields that are mappings are joined to what they were.
    """
    new = CorrectionSpec(file=path, sheet=table.table.sheet.name, body=table.table.address)
    old = next((one for one in params.tables if _corrects(one, path, table)), new)
    given = old.model_dump(by_alias=True)
    for key, entry in fields.items():
        given[key] = {**given[key], **entry} if isinstance(entry, Mapping) else entry
    made = CorrectionSpec.model_validate(given)
    others = without_correction(params, path, table).tables
    return params.model_copy(update={"tables": (*others, made)})


def without_correction(params: OutputCheckParams, path: str, table: CheckedTable) -> OutputCheckParams:
    """The params without the correction of a table of a file."""
    kept = tuple(one for one in params.tables if not _corrects(one, path, table))
    return params.model_copy(update={"tables": kept})


def _corrects(one: CorrectionSpec, path: str, table: CheckedTable) -> bool:
    """Whether a correction applies to a table: by its detected body, or by the outline drawn instead."""
    found = table.table
    same = (one.file, one.sheet) == (path, found.sheet.name)
    return same and found.address in (one.outline or one.body, one.body)
