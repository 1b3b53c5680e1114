"""Chapter 6, a published table: cells by status, who can derive what, and the table itself.

The external edition has one sign for every suppressed cell, and no table that is not safe.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from sdc_desktop.engine.methods.tables.table.result import SuppressedTable, TableResult
from sdc_desktop.engine.running.scenarios import derivable
from sdc_desktop.engine.tables.cells import (
    CHANGED,
    SUPPRESSED,
    CellResult,
    as_released,
    counted_once,
    in_row_order,
)
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec
from sdc_desktop.engine.verdict import Grade, Reason, worst
from sdc_desktop.report.model import Section
from sdc_desktop.report.parts import JobReport
from sdc_desktop.report.published_json import layout_of
from sdc_desktop.report.sections.before_after import limited
from sdc_desktop.report.sections.verdict import mark_of_grade
from sdc_desktop.sheets.blocks import (
    Block,
    Cell,
    Column,
    Figure,
    Head,
    Heading,
    Paragraph,
    PublishedCell,
    PublishedPage,
    PublishedTable,
    Share,
    ShareChart,
    Signed,
    Table,
)
from sdc_desktop.sheets.confidential import Names, names_of, numbering_note
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.category_name import category_name
from sdc_desktop.words.tables.figures import decimals_of, value_text
from sdc_desktop.words.verdicts.grades import grade_name
from sdc_desktop.words.words import whole

NOBODY, WITHHELD, UNSAFE, SECONDARY, DERIVED = "–", SUPPRESSED, "x p", "x s", "x p!"
READER = frozenset(
    {
        "not_checked",
        "nothing_required",
        "table.adjusted_not_audited",
        "table.amounts_by_key",
        "table.disclosed",
        "linked.unsafe_differences",
        "table.levels",
        "table.lowest_unknown",
        "table.max_risk",
        "table.no_lowest",
        "table.no_range",
        "table.not_judged",
        "table.overruled",
        "table.lowered",
        "table.small_counts_certain",
        "table.unsafe_published",
        "table.zero_sums",
    }
)
CONTRIBUTOR = frozenset(
    {
        "audit.insider_derives",
        "audit.insider_risk",
        "table.contributors_derive",
        "table.contributors_estimate",
        "table.contributors_not_examined",
        "table.rounded_amounts",
    }
)
BY_KEYS = frozenset({"table.counts_guessed", "table.counts_stay", "table.ratios_by_key", "table.zero_codes"})
SUMS = frozenset({"table.sums_not_examined", "table.unsafe_sums"})


def is_table(job: JobReport) -> bool:
    """Whether a job made a table that has a chapter of its own."""
    return isinstance(job.subject.result.result, TableResult)


def open_cells(jobs: Sequence[JobReport], words: Words) -> Table | None:
    """Before and after protection, the cells of each table that are unsafe and open; None without a table."""
    rows = tuple(
        (one.subject.job.name, one.balance.risk_before, one.balance.risk_after)
        for one in jobs
        if is_table(one) and one.balance is not None
    )
    if not rows:
        return None
    columns = (
        Column(words.say(N_("Table")), share=3),
        Column(words.say(N_("Unsafe before protection")), "right"),
        Column(words.say(N_("Derivable after it")), "right"),
    )
    note = words.say(N_("After: unsafe cells that a reader or a contributor can derive, or too closely."))
    return Table(words.say(N_("Unsafe cells of tables")), columns, rows, note)


def section(job: JobReport, published: PublishedTable | None, words: Words) -> Section:
    """The chapter on a table job whose table is printed, or that is not safe to be shown."""
    result: TableResult = job.subject.result.result
    blocks: list[Block | Heading] = [_shares(job, result, words), _who(job, result, words)]
    blocks += limited(job.risk, words)
    if published is None:
        text = N_("The table is not shown here: it is not safe, or it was not judged.")
        blocks.append(Paragraph(words.say(text)))
    else:
        blocks.append(published)
    return Section(job.title, tuple(blocks), key=f"table-{job.subject.number}", begins="half")


def further(tables: Sequence[tuple[JobReport, PublishedTable | None]], words: Words) -> Section:
    """The chapter on tables that have no room: one row each; the tables themselves are in the twin."""
    internal = all(job.subject.is_internal for job, _ in tables)
    columns = [Column(words.say(N_("Table")), share=2), Column(words.say(N_("Cells")), "right")]
    heads = [N_("Published"), N_("Unsafe"), N_("With them")] if internal else [N_("Published")]
    columns += [Column(words.say(head), "right") for head in heads]
    columns.append(Column(words.say(N_("Verdict")), share=1.4))
    rows = tuple(_row(job, internal, words) for job, _ in tables)
    note = words.say(N_("These tables are in the HTML report and in report.cells.csv."))
    table = Table(words.say(N_("Further tables")), tuple(columns), rows, note)
    whole_ones = (replace(one, paper=(), left_out="") for _, one in tables if one is not None)
    return Section(words.say(N_("Further tables")), (table, *whole_ones), key="further-tables", begins="half")


def _row(job: JobReport, internal: bool, words: Words) -> tuple[Cell, ...]:
    cells = counted_once(job.subject.result.result.cells)
    unsafe = sum(cell.status == "unsafe" for cell in cells)
    withheld = sum(cell.published is None and cell.status != "unsafe" for cell in cells)
    inside = (whole(unsafe), whole(withheld)) if internal else ()
    shown = whole(len(cells) - unsafe - withheld)
    verdict = Signed(job.verdict.mark, job.verdict.mark_name)
    return (job.subject.job.name, whole(len(cells)), shown, *inside, verdict)


def _shares(job: JobReport, result: TableResult, words: Words) -> Figure:
    """Cells by status; they add up to all cells."""
    cells = counted_once(result.cells)
    shares: tuple[Share, ...]
    if result.method in ("rounding", "adjustment", "cell_key"):
        lost = result.losses.cells_changed
        shares = (
            Share(words.say(N_("published unchanged")), len(cells) - lost, "shown"),
            Share(words.say(N_("changed")), lost, "changed"),
        )
        if not job.subject.is_internal:  # how many are true would help an intruder
            shares = (Share(words.say(N_("published, some changed")), len(cells), "shown"),)
    else:
        unsafe = sum(cell.status == "unsafe" for cell in cells)
        empty = sum(cell.status in ("zero", "empty") for cell in cells)
        withheld = sum(cell.status in ("secondary", "suppressed", "merged") for cell in cells)
        shown = Share(words.say(N_("published")), len(cells) - unsafe - empty - withheld, "shown")
        none = Share(words.say(N_("published as 0")), empty, "empty")
        if job.subject.is_internal:
            of_unsafe = N_("unsafe, suppressed") if result.method else N_("unsafe, not protected")
            shares = (
                shown,
                none,
                Share(words.say(of_unsafe), unsafe, "unsafe"),
                Share(words.say(N_("suppressed with them")), withheld, "secondary"),
            )
        else:
            shares = (shown, none, Share(words.say(N_("suppressed")), unsafe + withheld, "withheld"))
    all_cells = words.say_many(N_("{number} cell in all."), N_("{number} cells in all."), len(cells))
    lost_text = ""
    if job.subject.is_internal and result.losses.value_lost:
        share = words.percent(result.losses.value_lost)
        lost_text = words.say(N_("{share} of the sum of the finest cells is not published."), share=share)
    reading = f"{all_cells} {lost_text}".strip()
    return Figure(words.say(N_("Cells by status")), (ShareChart(shares),), reading)


def _who(job: JobReport, result: TableResult, words: Words) -> Table:
    """A reader, a contributor and sums of cells: what was required, found, and the grade."""
    internal = job.subject.is_internal
    reasons = job.subject.result.verdict.reasons
    rows = [_reader(job, result, words)]
    if isinstance(result, SuppressedTable):
        by = len(result.contributors_derive)
        sums = len(result.unsafe_sums)
        if result.by_contributors:
            rows.append(
                (
                    words.say(N_("A contributor, alone in a cell")),
                    words.say(
                        N_("no unsafe cell of others within its protection level")
                        if result.insider_levels
                        else N_("no unsafe cell of others exactly")
                    ),
                    _count(by, result.risks.unsafe, internal, words),
                    _signed(reasons, CONTRIBUTOR, words),
                )
            )
        rows.append(
            (
                words.say(N_("A reader, of sums of suppressed cells")),
                words.say(N_("no sum that is unsafe by rule")),
                _count(sums, None, internal, words),
                _signed(reasons, SUMS, words),
            )
        )
    columns = (
        Column(words.say(N_("Intruder")), share=1.5),
        Column(words.say(N_("Required")), share=2),
        Column(words.say(N_("Found")), share=1.2),
        Column(words.say(N_("Verdict")), share=1.2),
    )
    return Table(words.say(N_("What protects a suppressed cell")), columns, tuple(rows))


def _reader(job: JobReport, result: TableResult, words: Words) -> tuple[str, str, str, Signed]:
    """What a reader derives. Of counts perturbed by cell key the condition is how certain small ones are."""
    who, reasons = words.say(N_("A reader of the table")), job.subject.result.verdict.reasons
    internal, params = job.subject.is_internal, job.subject.job.params
    spec = getattr(params, "protect", None)
    if isinstance(spec, CellKeySpec) and result.method == "cell_key" and params.value is None:
        limit = words.percent(float(spec.most_certain))
        required = words.say(
            N_("no small count that is the true one with a probability above {limit}"), limit=limit
        )
        found = _certainty(result, float(spec.most_certain), internal, words)
        return who, required, found, _signed(reasons, READER | BY_KEYS, words)
    failures = derivable(result, contributors=False)
    signed = _signed(reasons, READER, words)
    if failures is None and signed.mark == mark_of_grade(Grade.SAFE):  # what was not examined is not safe
        signed = Signed(mark_of_grade(Grade.OPEN), grade_name(Grade.OPEN, words))
    required = words.say(N_("no unsafe cell exactly, none within its protection levels"))
    return who, required, _count(failures, result.risks.unsafe, internal, words), signed


def _certainty(result: TableResult, limit: float, internal: bool, words: Words) -> str:
    """The highest probability that a small published count, not 0, is the true one."""
    found = [one.probability for one in result.certain if one.count]
    guessed = None if result.noise is None else result.noise.guessed
    if guessed is not None and guessed.cells:
        found.append(guessed.highest)
    highest = max(found, default=0.0)
    if not internal or not found:
        return words.say(N_("some") if highest > limit else N_("none"))
    return words.say(N_("at most {share}"), share=words.percent(highest))


def _count(number: int | None, of_all: int | None, internal: bool, words: Words) -> str:
    if number is None:
        return words.say(N_("not examined"))
    if not internal:
        return words.say(N_("some") if number else N_("none"))
    if of_all is None:
        return whole(number)
    return words.say(N_("{number} of {all}"), number=whole(number), all=whole(of_all))


def _signed(reasons: Sequence[Reason], codes: frozenset[str], words: Words) -> Signed:
    """The worst grade of the reasons with these codes; without any, what was examined is safe."""
    grade = worst(one.grade for one in reasons if one.code in codes and not one.job)
    unjudged = any(one.grade is Grade.OPEN and one.code in READER for one in reasons)
    if grade is Grade.SAFE and unjudged:
        grade = Grade.OPEN
    return Signed(mark_of_grade(grade), grade_name(grade, words))


def published_table(job: JobReport, words: Words) -> PublishedTable | None:
    """The published table; None in the external edition where it is not safe."""
    subject = job.subject
    result: TableResult = subject.result.result
    if not subject.is_internal and not subject.result.verdict.meets(Grade.RESERVATIONS):
        return None
    cells = in_row_order(result.table, result.cells)
    if not subject.is_internal:
        cells = list(as_released(cells))
    names = names_of(subject.confidential, result.dimensions, cells, subject.total_code)
    by_place = {cell.coordinates: cell for cell in cells}
    derived = frozenset(getattr(result, "contributors_derive", ()))
    dimensions = result.table.dimensions
    row, column, others = _axes(dimensions)
    pages = tuple(
        _page(
            by_place,
            derived,
            dimensions,
            row,
            column,
            dict(zip(others, chosen, strict=True)),
            names,
            subject.is_internal,
            decimals_of(result).published,
            words,
        )
        for chosen in product(*(_labels(dimensions[at]) for at in others))
    )
    corner = dimensions[row].name
    turned = "" if column is None else dimensions[column].name
    made = PublishedTable(
        words.say(N_("{name} as published"), name=subject.job.name),
        corner,
        turned,
        pages,
        (),
        _note(job, result, words),
    )
    return with_paper(made, words)


def _axes(dimensions: Sequence[Dimension]) -> tuple[int, int | None, tuple[int, ...]]:
    """The dimensions that make rows and columns, those with the most categories, and the others."""
    if len(dimensions) == 1:
        return 0, None, ()
    first, second = sorted(range(len(dimensions)), key=lambda at: -len(dimensions[at].rows))[:2]
    return first, second, tuple(at for at in range(len(dimensions)) if at not in (first, second))


def _labels(dimension: Dimension) -> tuple[str, ...]:
    return tuple(dimension.rows[row] for row in dimension.shown_order)


def _page(
    by_place: Mapping[tuple[str, ...], CellResult],
    derived: frozenset[tuple[str, ...]],
    dimensions: Sequence[Dimension],
    row: int,
    column: int | None,
    chosen: Mapping[int, str],
    names: Names,
    internal: bool,
    decimals: int,
    words: Words,
) -> PublishedPage:
    def cell(down: str, across: str | None) -> PublishedCell:
        coordinates = tuple(
            down if at == row else across if at == column else chosen[at] for at in range(len(dimensions))
        )
        return _cell(by_place.get(coordinates), coordinates in derived, internal, decimals, words)  # type: ignore[arg-type]

    rows = _labels(dimensions[row])
    columns: Sequence[str | None] = (None,) if column is None else _labels(dimensions[column])
    total = words.say(N_("Value"))
    return PublishedPage(
        ", ".join(
            f"{dimensions[at].name}: {_named(names, at, label, words)}" for at, label in chosen.items()
        ),
        _heads(dimensions[row], names, row, words),
        (Head(total),) if column is None else _heads(dimensions[column], names, column, words),
        tuple(tuple(cell(down, across) for across in columns) for down in rows),
    )


def _named(names: Names, at: int, label: str, words: Words) -> str:
    known = names.by_dimension[at]
    return category_name(label, words) if known is None else known.get(label, NOBODY)


def _heads(dimension: Dimension, names: Names, at: int, words: Words) -> tuple[Head, ...]:
    depths = [dimension.row_depths[row] for row in dimension.shown_order]
    deepest = max(depths, default=0)
    return tuple(
        Head(_named(names, at, label, words), max(0, depth - 1) if deepest > 1 else depth)
        for label, depth in zip(_labels(dimension), depths, strict=True)
    )


def _cell(
    cell: CellResult | None, derived: bool, internal: bool, decimals: int, words: Words
) -> PublishedCell:
    if cell is None:
        return PublishedCell("", "empty")
    if cell.status in CHANGED:
        return PublishedCell(_number(cell, decimals, words))
    if cell.status == "unsafe":
        return PublishedCell(DERIVED if derived else UNSAFE, "unsafe")
    if cell.published is None:
        return PublishedCell(SECONDARY, "secondary") if internal else PublishedCell(WITHHELD, "withheld")
    if cell.status in ("zero", "empty"):
        return PublishedCell(NOBODY, "empty")
    return PublishedCell(_number(cell, decimals, words))


def _number(cell: CellResult, decimals: int, words: Words) -> str:
    return "" if cell.published is None else value_text(cell.published, decimals, words)


def _note(job: JobReport, result: TableResult, words: Words) -> str:
    parts = []
    kinds = {cell.status for cell in result.cells}
    if not kinds & set(CHANGED):
        if not job.subject.is_internal:
            parts.append(words.say(N_("x: suppressed.")))
        elif "unsafe" in kinds and result.method is None:
            parts.append(words.say(N_("x p: unsafe by rule and not protected, so not shown here.")))
        elif "unsafe" in kinds:
            parts.append(
                words.say(
                    N_("x: suppressed; p: unsafe by rule, s: to protect others. Both are published as x.")
                )
            )
            if getattr(result, "contributors_derive", ()):
                parts.append(words.say(N_("p!: a contributor derives it.")))
        if kinds & {"zero", "empty"}:
            parts.append(words.say(N_("–: no one, published as 0.")))
    parts.append(words.say(N_("Bold: totals and groups.")))
    numbered = numbering_note(
        names_of(job.subject.confidential, result.dimensions, result.cells, job.subject.total_code).hidden,
        words,
    )
    return " ".join([*parts, *(one.text for one in numbered)])


def with_paper(table: PublishedTable, words: Words) -> PublishedTable:
    """The table with what is printed: the block of all totals, whole if it takes four pages at most, else its
    totals and first groups, else a reference.
    """
    first = table.pages[0]
    whole_table = first if layout_of(first, table.corner).fits else _coarse(first)
    if not layout_of(whole_table, table.corner).fits:
        return not_on_paper(table, words)
    left = ""
    if whole_table is not first or len(table.pages) > 1:
        left = words.say(
            N_("Totals and groups. The whole table is in the HTML report and in report.cells.csv.")
        )
    return PublishedTable(
        table.title, table.corner, table.turned_corner, table.pages, (whole_table,), table.note, left
    )


def not_on_paper(table: PublishedTable, words: Words) -> PublishedTable:
    """The table with a reference in its place on paper."""
    text = words.say(N_("{title}: in the HTML report and in report.cells.csv."), title=table.title)
    return PublishedTable(table.title, table.corner, table.turned_corner, table.pages, (), table.note, text)


def _coarse(page: PublishedPage) -> PublishedPage:
    """Totals and the first level of groups."""
    rows = [at for at, head in enumerate(page.rows) if head.depth == 0]
    columns = [at for at, head in enumerate(page.columns) if head.depth == 0]
    return PublishedPage(
        page.title,
        tuple(page.rows[at] for at in rows),
        tuple(page.columns[at] for at in columns),
        tuple(tuple(page.cells[down][at] for at in columns) for down in rows),
    )


def tables_of(jobs: Sequence[JobReport]) -> tuple[JobReport, ...]:
    """The jobs with a published table, those to be released first."""
    return tuple(sorted((one for one in jobs if is_table(one)), key=lambda one: not one.is_product))
