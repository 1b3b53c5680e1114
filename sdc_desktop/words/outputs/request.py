"""The request to a researcher, and the findings as CSV: texts that a run writes and the window shows.

A request names places, rules and what can be done, and the reasons of the checker; no other unsafe or derived
figure is in it.
"""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK, OutputCheckParams
from sdc_desktop.engine.methods.outputs.output_check.result import (
    FileResult,
    FindingResult,
    OutputCheckResult,
    TableResult,
)
from sdc_desktop.engine.plan import params_of
from sdc_desktop.engine.submission.cases import Case
from sdc_desktop.words.outputs.decided import decided_text
from sdc_desktop.words.outputs.findings import finding_name, finding_remedy
from sdc_desktop.words.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.plan_result import PlanResult

_REQUESTED = ("change", "refuse")
_OTHERS = N_("Reveals more together with another output of the project")
_WITH_OTHERS: Mapping[str, str] = {
    "difference_of_few": N_("Suppress the cells, or use the population of the other output."),
    "disclosed_with_earlier": N_("Suppress further cells of the same rows and columns."),
}
_MOST_CELLS = 30  # addresses that a line of a request names


def evidence_texts(result: "PlanResult", words: Words) -> Mapping[str, str]:
    """By path the texts on all output checks of a run."""
    texts: dict[str, str] = {}
    for job in result.jobs:
        params = params_of(result.opened.plan.job(job.name), OUTPUT_CHECK)
        if params is not None:
            texts[f"{job.name}.findings.csv"] = findings_csv(job.result)
            for case in params.by_researcher():
                texts[f"{job.name}.request{case.ending}.txt"] = request_text(params, job.result, words, case)
    return texts


def findings_csv(result: OutputCheckResult) -> str:
    """All findings, a line for each cell: codes and addresses, without figures."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(("file", "sheet", "table", "body", "cell", "finding", "severity", "decision"))
    for file in result.files:
        if file.evidence:
            continue
        for one in (*file.findings, *file.carried):
            for cell in one.cells:
                writer.writerow((file.path, "", file.id, "", cell, one.code, one.severity, file.decision))
        for table in file.tables:
            for one in table.findings:
                for cell in one.cells:
                    writer.writerow(
                        (
                            file.path,
                            table.sheet,
                            table.id,
                            table.body,
                            cell,
                            one.code,
                            one.severity,
                            table.decision,
                        )
                    )
    for one in result.findings:
        writer.writerow(("", "", "", "", "", one.code, one.severity, ""))
    return made.getvalue()


def request_text(
    params: OutputCheckParams, result: OutputCheckResult, words: Words, case: Case | None = None
) -> str:
    """The request to a researcher, by default to the only one, as plain text, without anything of another."""
    return "\n".join(_lines(params, result, words, case or params.by_researcher()[0])) + "\n"


def _lines(params: OutputCheckParams, result: OutputCheckResult, words: Words, case: Case) -> Iterator[str]:
    say = words.say
    yield say(N_("Request for changes to outputs"))
    if params.project:
        yield say(N_("Project: {project}"), project=params.project)
    if case.researcher:
        yield say(N_("Researcher: {name}"), name=case.researcher)
    reasons = {one.table: one.reason for one in params.decisions}
    if params.decisions:
        yield decided_text(result, words, next(o for o in result.by_case if o.researcher == case.researcher))
    number = 0
    for file in result.files:
        if file.evidence or not case.has(file.path):
            continue
        for lines in _of_file(file, reasons, words, shared=bool(params.cases)):
            number += 1
            yield ""
            yield f"{number}. {lines[0]}"
            yield from (f"   {line}" for line in lines[1:])
    yield ""
    if not number:
        yield say(N_("No changes are needed."))
        return
    threshold = params.rules.threshold
    yield say(N_("Each figure needs at least {number} {number:contributor|contributors}."), number=threshold)
    if params.rules.round_base:
        base = params.rules.round_base
        yield say(
            N_("Counts can be rounded instead to base {base}, with totals as sums of the rounded parts."),
            base=base,
        )
    yield say(N_("Submit the changed files again. All of them are checked again."))


def _of_file(
    file: FileResult, reasons: Mapping[str, str], words: Words, *, shared: bool
) -> Iterator[list[str]]:
    """A list of lines for each thing that must change: the rest of a file, and its tables. ``shared``:
    whether other researchers have outputs in the project.
    """
    own = [one for one in file.findings if one.severity in _REQUESTED or file.decision in _REQUESTED]
    carried = [one for one in file.carried if one.severity == "refuse"]
    if own or carried or file.decision in _REQUESTED:
        yield [_headed(file.path, file.decision, words), *_reason(reasons.get(file.id, ""), words)] + [
            line for one in (*own, *carried) for line in _finding(one, words, shared=shared)
        ]
    for table in file.tables:
        if table.not_table or table.decision == "release":
            continue
        found = [one for one in table.findings if one.severity in _REQUESTED or table.decision in _REQUESTED]
        if not found and table.decision not in _REQUESTED:
            continue
        yield [
            _headed(_place(file, table, words), table.decision, words),
            *_reason(reasons.get(table.id, ""), words),
            *(line for one in found for line in _finding(one, words, shared=shared)),
        ]


def _headed(place: str, decision: str, words: Words) -> str:
    if decision == "refuse":
        return words.say(N_("{place}: refused"), place=place)
    return place


def _reason(reason: str, words: Words) -> list[str]:
    return [words.say(N_("Reason: {reason}"), reason=reason)] if reason.strip() else []


def _place(file: FileResult, table: TableResult, words: Words) -> str:
    title = table.title.splitlines()[0] if table.title.strip() else ""
    if table.sheet and title:
        return words.say(
            N_("{file}, sheet {sheet}, table {body} ({title})"),
            file=file.path,
            sheet=table.sheet,
            body=table.body,
            title=title,
        )
    if table.sheet:
        message = N_("{file}, sheet {sheet}, table {body}")
        return words.say(message, file=file.path, sheet=table.sheet, body=table.body)
    return words.say(N_("{file}, table {body}"), file=file.path, body=table.body)


def _finding(one: FindingResult, words: Words, *, shared: bool) -> Iterator[str]:
    """The cells with the name of the finding, then the remedy. Nothing says whose the other output is."""
    named = [cell for cell in one.cells if cell]
    with_others = shared and one.code in _WITH_OTHERS
    name = words.say(_OTHERS) if with_others else finding_name(one.code, words)
    if named:
        shown = ", ".join(named[:_MOST_CELLS]) + (", …" if len(named) > _MOST_CELLS else "")
        yield words.say(N_("{finding}: {cells}"), finding=name, cells=shown)
    else:
        yield words.say(N_("{finding}."), finding=name)
    yield "  " + (words.say(_WITH_OTHERS[one.code]) if with_others else finding_remedy(one.code, words))
