"""What a ``prepare`` job did to the records, step by step. Never a value of a respondent.

How many records a step took away, and how far dates move, is not for the external edition.
"""

from collections.abc import Iterator

from sdc_desktop.engine.methods.preparing.prepare.engine import PrepareResult, after_all
from sdc_desktop.engine.methods.preparing.prepare.outline import after
from sdc_desktop.sheets.blocks import Column, Finding, Heading, KeyFigure, KeyFigures, Paragraph, Table
from sdc_desktop.sheets.confidential import CONFIDENTIAL
from sdc_desktop.sheets.sheet import EVERYONE, EXTERNAL, INSIDE, INTERNAL, PAPER, About, For
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.program.preparing import effect_text, step_text
from sdc_desktop.words.program.variables import level_word, role_word
from sdc_desktop.words.words import N_, Words, listed, whole


def sheet(about: About, words: Words) -> Iterator[For]:
    """What is left, each step with records and variables before and after, the variables."""
    result: PrepareResult = about.result
    yield from _finding(result, words)
    for readers, internal in ((INTERNAL, True), (EXTERNAL, False)):
        yield For(_figures(result, words, internal), readers)
    yield For(Heading(words.say(N_("Method"))), PAPER)
    if result.left_out:
        message = N_("Variables that are not released are removed after the last step: {names}.")
        yield For(Paragraph(words.say(message, names=listed(result.left_out, words))), EVERYONE)
    for problem in result.notes:
        yield For(Paragraph(noted(problem, words), words.say(N_("Note."))), INSIDE)
    for readers, internal in ((INTERNAL, True), (EXTERNAL, False)):
        yield For(_steps(about, words, internal), readers)
    yield For(_variables(about, words), PAPER)


def _finding(result: PrepareResult, words: Words) -> Iterator[For]:
    kept = {"after": whole(result.records), "variables": whole(len(result.variables))}
    text = words.say(
        N_(
            "The records were prepared: {after} of {before} {before:record|records} and "
            "{variables} {variables:variable|variables} were kept. Whether they are safe to "
            "release is not judged here."
        ),
        before=whole(result.steps[0].records_before),
        **kept,
    )
    yield For(Finding(text), INSIDE)
    text = words.say(
        N_(
            "The records were prepared: {after} {after:record|records} and {variables} "
            "{variables:variable|variables} were kept. Whether they are safe to release is "
            "not judged here."
        ),
        **kept,
    )
    yield For(Finding(text), EXTERNAL)


def _figures(result: PrepareResult, words: Words, internal: bool) -> KeyFigures:
    first, before = result.steps[0], N_("before the steps: {number}")
    return KeyFigures(
        (
            KeyFigure(
                words.say(N_("Records")),
                whole(result.records),
                words.say(before, number=whole(first.records_before))
                if internal
                else words.say(N_("after the steps")),
            ),
            KeyFigure(
                words.say(N_("Variables")),
                whole(len(result.variables)),
                words.say(before, number=whole(first.variables_before)),
            ),
            KeyFigure(
                words.say(N_("Steps")), whole(len(result.steps)), words.say(N_("in their order below"))
            ),
        )
    )


def _steps(about: About, words: Words, internal: bool) -> Table:
    counted = (
        Column(words.say(N_("Effect")), share=2.2),
        Column(words.say(N_("Records before")), "right"),
        Column(words.say(N_("after")), "right", share=0.8),
    )
    columns = (
        Column(words.say(N_("Step")), share=3.4),
        *(counted if internal else ()),
        Column(words.say(N_("Variables before")), "right"),
        Column(words.say(N_("after")), "right", share=0.8),
    )
    rows, variables = [], about.read
    for number, (step, given) in enumerate(zip(about.params.steps, about.result.steps, strict=True), start=1):
        hidden = {v.name for v in variables if v.role in CONFIDENTIAL}
        text = step_text(step, words, hidden, protection=internal)
        records = (effect_text(given, words), whole(given.records_before), whole(given.records_after))
        rows.append(
            (
                words.say(N_("{number}. {step}"), number=number, step=text),
                *(records if internal else ()),
                whole(given.variables_before),
                whole(given.variables_after),
            )
        )
        variables = after(step, variables)
    return Table(words.say(N_("The steps")), columns, tuple(rows))


def _variables(about: About, words: Words) -> Table:
    left = {v.name: v for v in after_all(about.params, about.read)}
    columns = (
        Column(words.say(N_("Variable")), share=2),
        Column(words.say(N_("Role")), share=1.5),
        Column(words.say(N_("Level")), share=1.5),
    )
    rows = tuple(
        (name, role_word(left[name].role, words), level_word(left[name].level, words))
        for name in about.result.variables
    )
    return Table(words.say(N_("Variables after preparation")), columns, rows)
