"""Chapters 3 to 5: what was done, and risk and utility before and after, job by job."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.verdict import MEASURED_ONLY, Grade, Reason
from sdc_desktop.report.budget import PAGE, height_of
from sdc_desktop.report.model import Section
from sdc_desktop.report.parts import JobReport, paragraphs
from sdc_desktop.report.sections import persons
from sdc_desktop.report.sections.comparison import comparison
from sdc_desktop.report.sections.records import (
    class_figures,
    classes_of,
    disclosed_figure,
    kept_figure,
    moved_table,
    sizes_figure,
)
from sdc_desktop.report.sections.released import changed_margins, margins
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.report.sections.verdict import mark_of_grade
from sdc_desktop.sheets.blocks import (
    Block,
    Column,
    Figure,
    Heading,
    KeyFigure,
    KeyFigures,
    Note,
    Paragraph,
    Steps,
    Table,
)
from sdc_desktop.sheets.recoding import ENTROPY_TITLE
from sdc_desktop.sheets.risk import SIZES_TITLE
from sdc_desktop.words import N_, Words
from sdc_desktop.words.risk.inference import HEADS, revealed, rows, sentences
from sdc_desktop.words.verdicts.grades import grade_name
from sdc_desktop.words.verdicts.verdict import reason_text

MOST_JOBS = 6  # that are all described, as far as there is room
_ROOM = 2 * PAGE  # for the figures of a chapter
_HEAD = 34.0  # of a job's title
_LEAST = 1  # jobs with figures, however much room they take
_SENTENCES = ((3, 6), (MOST_JOBS, 4))  # up to so many jobs, paragraphs of each; beyond, one
_MOST_FIGURES = 4
_MOST_NOTES = 4  # of a step, besides its sentences
_MOST_BLOCKS = 2
_IN_A_ROW = 4  # key figures side by side
_MOST_ROWS = 14
Part = tuple[JobReport, Sequence[Block | Heading]]
_ORDER = (Grade.UNSAFE, Grade.OPEN, Grade.RESERVATIONS, Grade.SAFE)


def chosen(jobs: Sequence[JobReport]) -> tuple[Sequence[JobReport], bool]:
    """The jobs of chapters 3 to 5, and whether some jobs are omitted. All up to six, else the products and
    the job with the worst verdict of each kind.
    """
    if len(jobs) <= MOST_JOBS:
        return jobs, False
    worst: dict[str, JobReport] = {}
    for one in sorted(jobs, key=_gravity):
        worst.setdefault(one.subject.job.kind, one)
    kept = [one for one in jobs if one.is_product or worst[one.subject.job.kind] is one]
    return kept, len(kept) < len(jobs)


def _gravity(job: JobReport) -> tuple[bool, int]:
    """Products first, the worst verdict first."""
    return not job.is_product, _ORDER.index(job.subject.result.verdict.grade)


def done(listed: Sequence[JobReport], words: Words) -> Section:
    """Chapter 3: a numbered step a job."""
    sentences = next((most for jobs, most in _SENTENCES if len(listed) <= jobs), 1)
    steps = tuple(_step(one, sentences, words) for one in listed)
    tables = [block for one in listed for block in one.done if isinstance(block, Table)]
    return Section(words.say(N_("What was done")), (Steps(steps), *limited(tables, words)), key="done")


def _step(job: JobReport, sentences: int, words: Words) -> Paragraph:
    note = words.say(N_("Note."))
    found = paragraphs(job.done)
    texts = [_spoken(one) for one in found if one.lead != note][:sentences]
    notes = [_spoken(replace(one, text=_capital(one.text))) for one in found if one.lead == note]
    texts += notes[: _MOST_NOTES if sentences > 1 else 0]
    text = " ".join(texts) or words.say(N_("It changes no records."))
    return Paragraph(text, words.say(N_("{title}."), title=job.title))


def _capital(text: str) -> str:
    """A note as a sentence: most begin in lower case and end without a full stop."""
    return f"{text[:1].upper()}{text[1:]}" if text.endswith(".") else f"{text[:1].upper()}{text[1:]}."


def _spoken(one: Paragraph) -> str:
    return " ".join(part for part in (one.lead, one.text) if part)


def risk(
    jobs: Sequence[JobReport], left_out: bool, words: Words, of_tables: Table | None = None
) -> tuple[Section, tuple[Figure, ...]]:
    """Chapter 4: key figures and figures of each job, and a box for each grade of its reasons. Jobs that have
    no room are rows of a table; their figures are for the annex. ``of_tables``: what is open in tables.
    """
    products = {one.subject.job.name: one for one in jobs if one.is_product}
    parts = [(one, _risk_of(one, products.get(one.subject.job.input), words)) for one in jobs]
    shown, others = _with_room([(one, blocks) for one, blocks in parts if blocks])
    blocks = _headed(shown)
    rows = tuple(
        (one.title, "; ".join(f"{figure.label} {figure.value}" for figure in figures))
        for one in others
        if (figures := _figures_of(one, words))
    )
    if rows:
        columns = (Column(words.say(N_("Step"))), Column(words.say(N_("Risk")), share=2.5))
        title = words.say(N_("Risk of further steps"))
        blocks.append(_shortened(Table(title, columns, rows), words))
    if of_tables is not None:
        blocks.append(of_tables)
    if not blocks:
        blocks.append(Paragraph(words.say(N_("No step of this plan measures a risk."))))
    if left_out:
        blocks.append(_left_out(words))
    title = words.say(N_("Risk before and after"))
    return Section(title, tuple(blocks), key="risk", begins="half"), _figures_in(parts, others)


def _figures_in(parts: Sequence[Part], chosen_ones: Sequence[JobReport]) -> tuple[Figure, ...]:
    """The figures of some jobs."""
    names = {one.subject.job.name for one in chosen_ones}
    return tuple(
        block
        for one, blocks in parts
        if one.subject.job.name in names
        for block in blocks
        if isinstance(block, Figure)
    )


def _risk_of(job: JobReport, product: JobReport | None, words: Words) -> list[Block | Heading]:
    """The blocks of a job. What a step finds in the file of a `product` that contains it is omitted."""
    blocks: list[Block | Heading] = []
    figures = _figures_of(job, words)
    if figures:
        blocks.append(KeyFigures(figures))
    if product is None:
        blocks += persons.risk(job.subject, words)
    has_classes = product is not None and classes_of(product.subject.result.result) is not None
    blocks += sizes_figure(job.subject, words)
    if product is None or not getattr(product.subject.result.result, "one_value", None):
        blocks += disclosed_figure(job.subject, words)
    same = (words.say(SIZES_TITLE.records), words.say(SIZES_TITLE.persons))
    own = (one for one in job.risk if not (has_classes and isinstance(one, Figure) and one.title in same))
    blocks += limited(own, words)
    blocks += _revealed(job.subject, words)
    known = () if product is None else product.subject.result.verdict.reasons
    blocks += _notes(job, known, words)
    return blocks


def _revealed(subject: Subject, words: Words) -> Iterator[Block | Heading]:
    """A table of the variables with protected values, and sentences; nothing of files that have none."""
    found = subject.result.inference
    if found is None or not subject.is_product:
        return
    lead = words.say(N_("Values that others reveal."))
    text = " ".join(sentences(found, words, internal=subject.is_internal))
    if any(line.revealed for line in revealed(found)):
        shown = [at for at in range(len(HEADS)) if subject.is_internal or at != 2]
        columns = tuple(Column(words.say(HEADS[at]), align="right" if at >= 2 else "left") for at in shown)
        listed = (row for row in rows(found, words, internal=subject.is_internal))
        texts = tuple(tuple(row[at] for at in shown) for row in listed)
        yield Table(words.say(N_("What the file reveals")), columns, texts)
    if text:
        yield Paragraph(text, lead)


def _figures_of(job: JobReport, words: Words) -> tuple[KeyFigure, ...]:
    return class_figures(job.subject, words) or job.figures[:_MOST_FIGURES]


def _with_room(
    parts: Sequence[tuple[JobReport, Sequence[Block | Heading]]],
) -> tuple[list[Part], list[JobReport]]:
    """The jobs whose blocks have room, the gravest first chosen, in their order; and the others. One that has
    no room whole is reported by its key figures and its first figure, if it has one.
    """
    room = _ROOM
    chosen_ones: dict[str, Sequence[Block | Heading]] = {}
    for one, blocks in sorted(parts, key=lambda part: _gravity(part[0])):
        for form in (blocks, _brief(blocks)):
            height = height_of(form) + _HEAD
            if form and (height <= room or len(chosen_ones) < _LEAST):
                chosen_ones[one.subject.job.name] = form
                room -= height
                break
    names = [one.subject.job.name for one, _ in parts]
    shown = [
        (one, chosen_ones[name]) for name, (one, _) in zip(names, parts, strict=True) if name in chosen_ones
    ]
    return shown, [one for one, _ in parts if one.subject.job.name not in chosen_ones]


def _brief(blocks: Sequence[Block | Heading]) -> Sequence[Block | Heading]:
    """Key figures and the first figure; nothing where there is no figure."""
    drawn = next((block for block in blocks if isinstance(block, Figure)), None)
    figures = [block for block in blocks if isinstance(block, KeyFigures)]
    return () if drawn is None else (*figures[:1], drawn)


def _headed(parts: Sequence[Part]) -> list[Block | Heading]:
    """The blocks of each job, below its title where there are several."""
    found: list[Block | Heading] = []
    for label, group in groupby(parts, key=_single_figure):
        listed = list(group)
        if label is not None and len(listed) > 1:
            found += _side_by_side(label, listed)
            continue
        for one, blocks in listed:
            if len(parts) > 1:
                found.append(Heading(one.title))
            found += blocks
    return found


def _single_figure(part: Part) -> str | None:
    """The label of the only key figure of a job that has nothing else; None of any other job."""
    _, blocks = part
    only = blocks[0] if len(blocks) == 1 else None
    return only.figures[0].label if isinstance(only, KeyFigures) and len(only.figures) == 1 else None


def _side_by_side(label: str, parts: Sequence[Part]) -> Iterator[Block | Heading]:
    """One kind of figure of several jobs, in rows, each below the name of its job."""
    figures = [
        replace(block.figures[0], label=one.subject.job.name)
        for one, blocks in parts
        for block in blocks
        if isinstance(block, KeyFigures)
    ]
    yield Heading(label)
    for start in range(0, len(figures), _IN_A_ROW):
        yield KeyFigures(tuple(figures[start : start + _IN_A_ROW]))


def limited(blocks: Iterable[Block | Heading], words: Words) -> Iterator[Block | Heading]:
    """The blocks of a job as they have room: tables of 14 rows, two tables and two figures."""
    tables = figures = 0
    for block in blocks:
        if isinstance(block, Table):
            tables += 1
            if tables <= _MOST_BLOCKS:
                yield _shortened(block, words)
        elif isinstance(block, Figure):
            figures += 1
            if figures <= _MOST_BLOCKS:
                yield block
        else:
            yield block


def _shortened(table: Table, words: Words) -> Table:
    left = len(table.rows) - _MOST_ROWS
    if left <= 0:
        return table
    one, many = N_("{number} further row is in result.json."), N_("{number} further rows are in result.json.")
    note = f"{table.note} {words.say_many(one, many, left)}".strip()
    return replace(table, rows=table.rows[:_MOST_ROWS], note=note)


def _boxed(job: JobReport) -> list[Reason]:
    return [one for one in job.subject.result.verdict.reasons if one.code != MEASURED_ONLY and not one.job]


def _notes(job: JobReport, known: Sequence[Reason], words: Words) -> Iterator[Note]:
    """A box for each grade among the reasons that the job itself gives, without those that are ``known``."""
    there = [(one.code, dict(one.figures)) for one in known]
    internal = job.subject.is_internal
    by_grade: dict[Grade, list[str]] = {}
    for one in _boxed(job):
        if (one.code, dict(one.figures)) in there:
            continue
        by_grade.setdefault(one.grade, []).append(reason_text(one, words, internal=internal))
    for grade, texts in by_grade.items():
        lead = words.say(N_("{grade}."), grade=grade_name(grade, words))
        yield Note(mark_of_grade(grade), lead, " ".join(dict.fromkeys(texts)))


def utility(
    jobs: Sequence[JobReport],
    left_out: bool,
    words: Words,
    context: JobContext,
) -> tuple[Section, tuple[Figure, ...]]:
    """Chapter 5: what users keep, job by job, and strategies compared; figures that have no room are for the
    annex.
    """
    parts = [(one, tuple(_utility_of(one, words, context))) for one in jobs]
    shown, others = _with_room([(one, blocks) for one, blocks in parts if blocks])
    blocks = _headed(shown)
    blocks += comparison(jobs, words)
    if not blocks:
        blocks.append(Paragraph(words.say(N_("No step of this plan measures a utility."))))
    if left_out or others:
        blocks.append(_left_out(words))
    title = words.say(N_("Utility before and after"))
    return Section(title, tuple(blocks), key="utility", begins="half"), _figures_in(parts, others)


def _utility_of(job: JobReport, words: Words, context: JobContext) -> Iterator[Block | Heading]:
    found = tuple(changed_margins(margins(job.subject, context))) if job.is_product else ()
    yield from kept_figure(job.subject, found, words)
    yield from moved_table(job.subject, found, words)
    has_margins = any(margin.kept is not None for margin in found)
    entropy_title = words.say(ENTROPY_TITLE)  # tells the same
    for block in limited(job.utility, words):
        if not (has_margins and isinstance(block, Figure) and block.title == entropy_title):
            yield block


def _left_out(words: Words) -> Paragraph:
    return Paragraph(
        words.say(
            N_(
                "This chapter has room for the files to be released and the steps with the worst verdicts. "
                "Chapter 1 has all steps."
            )
        )
    )
