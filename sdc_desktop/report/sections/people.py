"""Chapter 2, the data and who might attack them: population and sample, variables, intruders."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.tables.table.result import SuppressedTable, TableResult
from sdc_desktop.engine.microdata.criteria.spec import KAnonymitySpec
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.report_spec import ScenarioMeasure, ScenarioSpec
from sdc_desktop.engine.runner import OpenedPlan
from sdc_desktop.engine.running.judging import measured_products
from sdc_desktop.engine.running.scenarios import Product, derivable, exceeds, reached
from sdc_desktop.engine.spec import IDENTIFYING
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.balance import NOTHING
from sdc_desktop.report.model import Section
from sdc_desktop.report.parts import JobReport
from sdc_desktop.report.sections import persons
from sdc_desktop.report.sections.records import SMALL_COUNT, classes_of, units_of
from sdc_desktop.report.sections.released import Margin, margins, released_as
from sdc_desktop.sheets.blocks import Block, Cell, Column, Heading, Paragraph, Signed, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.counts import ENGINE_NAMES
from sdc_desktop.words.program.report_fields import MEASURES
from sdc_desktop.words.program.variables import role_word
from sdc_desktop.words.words import listed, whole, whole_share

if TYPE_CHECKING:
    from sdc_desktop.engine.data.counts.description import Description

_MOST_PRODUCTS = 2  # whose variables are listed separately
_MOST_VARIABLES = 40


def section(
    result: PlanResult, jobs: Sequence[JobReport], fields: ReportFields, words: Words, context: JobContext
) -> Section:
    """The chapter."""
    opened = result.opened
    number = not _guards_number(jobs)
    blocks: list[Block | Heading] = [*_population(opened, fields, words, with_number=number)]
    internal = all(one.subject.is_internal for one in jobs)
    blocks += persons.unit(opened, internal, words, with_number=number)
    blocks += _variables(opened, jobs, words, context)
    scenarios = _scenarios(jobs, result, fields, words)
    if scenarios is not None:
        blocks += [Heading(words.say(N_("Intruders taken into account"))), scenarios]
    return Section(words.say(N_("The data and who might attack them")), tuple(blocks), key="data")


def _guards_number(jobs: Sequence[JobReport]) -> bool:
    """Whether the exact number of records is not for this edition: beside a table with a privacy budget it
    would reveal whether one person more is in the data.
    """
    return any(method_of(one.subject.job.kind).budgeted and not one.subject.is_internal for one in jobs)


def _population(
    opened: OpenedPlan, fields: ReportFields, words: Words, *, with_number: bool
) -> Iterator[Paragraph]:
    found = opened.opened
    if found is not None:
        data = found.data
        size = N_(
            "The file {file} has {records} {records:record|records} and {variables} "
            "{variables:variable|variables}."
        )
        if not with_number:
            size = N_("The file {file} has {variables} {variables:variable|variables}.")
        parts = [
            words.say(
                size,
                file=found.path.name if found.counted is None else PurePath(found.counted.data.path).name,
                records=whole(data.records),
                variables=whole(len(data.variables)),
            )
        ]
        direct, withheld = len(data.with_role(*IDENTIFYING)), len(data.with_role("not_released"))
        if direct:
            one, many = (
                N_("{number} direct identifier is omitted from every released file."),
                N_("{number} direct identifiers are omitted from every released file."),
            )
            parts.append(words.say_many(one, many, direct))
        if withheld:
            one, many = (
                N_("{number} other variable is not released."),
                N_("{number} other variables are not released."),
            )
            parts.append(words.say_many(one, many, withheld))
        keys = [variable.name for variable in data.with_role("key")]
        parts.append(
            words.say(
                N_("Key variables (quasi-identifiers), known to an intruder: {names}."),
                names=listed(keys, words),
            )
            if keys
            else words.say(N_("No variable has the role key variable (quasi-identifier)."))
        )
        yield Paragraph(" ".join(parts))
    else:
        yield Paragraph(
            words.say(N_("The plan reads no records: its tables are given in the plan or in files."))
        )
    if opened.counted is not None:
        yield _counted_where_they_are(opened.counted, words)
    for label, text in ((N_("Population."), fields.population), (N_("Sample."), fields.sample)):
        if text:
            yield Paragraph(text, words.say(label))
    weighted = found is not None and bool(found.data.with_role("weight"))
    if found is not None and not fields.sample and not weighted:
        yield Paragraph(
            words.say(
                N_(
                    "No sampling weights are given. Every person in the file counts as within reach of the "
                    "intruder, which is the careful assumption."
                )
            )
        )


def _counted_where_they_are(counted: "Description", words: Words) -> Paragraph:
    """What counted the records, and what follows from it."""
    texts = [
        words.say_many(
            N_("The records were counted by {engine} {version} on {number} file."),
            N_("The records were counted by {engine} {version} on {number} files."),
            counted.data.files,
            engine=ENGINE_NAMES[counted.on.engine],
            version=counted.on.version,
        ),
        words.say(
            N_(
                "This report is decided on their counts. No file of records was made here; the site applies "
                "the plan to the records."
            )
        ),
    ]
    for one in counted.coarse:
        given = {"name": one.name, "level": one.level_names[one.level]}
        texts.append(words.say(N_("{name} was counted from level “{level}” on."), **given))
    if counted.policy is not None:
        texts.append(words.say(N_("The site policy of the count: {name}."), name=counted.policy.name))
    return Paragraph(" ".join(texts), words.say(N_("Counts.")))


def _variables(
    opened: OpenedPlan, jobs: Sequence[JobReport], words: Words, context: JobContext
) -> Iterator[Block]:
    found = opened.opened
    if found is None:
        return
    products = [one for one in jobs if one.is_product and one.subject.after is not None][:_MOST_PRODUCTS]
    internal = all(one.subject.is_internal for one in jobs)
    by_product = [
        (one, {margin.name: margin for margin in margins(one.subject, context)}) for one in products
    ]
    columns = [
        Column(words.say(N_("Variable")), share=1.3),
        Column(words.say(N_("Role")), share=1.2),
    ]
    if internal and by_product:
        columns.append(Column(words.say(N_("Categories before")), "right", share=0.8))
    for one, _ in by_product:
        after = N_("Categories after") if len(by_product) == 1 else N_("After {name}")
        columns.append(Column(words.say(after, name=one.subject.job.name), "right", share=0.8))
        how = N_("How released") if len(by_product) == 1 else N_("How released by {name}")
        columns.append(Column(words.say(how, name=one.subject.job.name), share=3))
    names = by_product[0][1] if by_product else {variable.name: None for variable in found.data.variables}
    rows = []
    for name in list(names)[:_MOST_VARIABLES]:
        margin = by_product[0][1][name] if by_product else None
        role = margin.role if margin else found.data.variable(name).role
        row = [name, role_word(role, words)]
        if internal and margin is not None:
            row.append(_number(margin.original))
        for one, by_name in by_product:
            row += _released(one, by_name.get(name), words)
        rows.append(tuple(row))
    left = len(names) - len(rows)
    note = words.say_many(N_("{number} more variable."), N_("{number} more variables."), left) if left else ""
    title = words.say(N_("Variables and how they are released") if by_product else N_("Variables"))
    yield Table(title, tuple(columns), tuple(rows), note)


def _released(job: JobReport, margin: Margin | None, words: Words) -> tuple[str, str]:
    if margin is None:
        return NOTHING, words.say(N_("not released"))
    text = released_as(job.subject, margin, words)
    if margin.role == "sensitive" and job.subject.after is not None:
        required = _required_of(job, margin.name, words)
        text = f"{text}; {required}"
    return _number(margin.after), text


def _number(counts: object) -> str:
    return NOTHING if counts is None else whole(len(counts))  # type: ignore[arg-type]


def _required_of(reported: JobReport, name: str, words: Words) -> str:
    """Whether a criterion of a job of the chain is about a sensitive variable."""
    for job in reported.subject.chain:
        if any(getattr(one, "attribute", None) == name for one in getattr(job.params, "criteria", ())):
            return words.say(N_("protected by a criterion"))
    return words.say(N_("no condition set"))


def _scenarios(
    jobs: Sequence[JobReport], result: PlanResult, fields: ReportFields, words: Words
) -> Table | None:
    products = measured_products(result.opened.plan, result.jobs)
    given = (_given(products, one, jobs, words) for one in fields.scenarios)
    rows = tuple(given) or tuple(_derived(jobs, products, words))
    if not rows:
        return None
    columns = (
        Column(words.say(N_("Scenario")), share=1.4),
        Column(words.say(N_("Knowledge of the intruder")), share=2),
        Column(words.say(N_("Measure")), share=1.7),
        Column(words.say(N_("Tolerated")), "right", share=0.9),
        Column(words.say(N_("Reached")), "right", share=0.9),
    )
    return Table(words.say(N_("Scenarios")), columns, rows)


def _given(
    products: Sequence[Product], one: ScenarioSpec, jobs: Sequence[JobReport], words: Words
) -> tuple[Cell, ...]:
    found, tolerated = reached(one.measure, products), NOTHING
    if one.tolerated is not None:
        is_count = one.measure == "cells"
        tolerated = words.short(float(one.tolerated)) if is_count else words.percent(float(one.tolerated))
    text: Cell = _reached_text(one.measure, found, jobs, words)
    if exceeds(one, found):
        text = Signed("reservations", str(text))
    return (one.name, one.knows or NOTHING, words.say(MEASURES[one.measure]), tolerated, text)


def _derived(jobs: Sequence[JobReport], made: Sequence[Product], words: Words) -> Iterator[tuple[str, ...]]:
    """The scenarios that follow from the plan, where the user gives none."""
    products = [one for one in jobs if one.is_product]
    none = words.say(N_("not set"))

    def row(name: str, knows: str, measure: ScenarioMeasure, tolerated: str) -> tuple[str, ...]:
        text = _reached_text(measure, reached(measure, made), jobs, words)
        return (words.say(name), words.say(knows), words.say(MEASURES[measure]), tolerated, text)

    classes = [one for one in products if classes_of(one.subject.result.result)]
    if classes:
        yield row(
            N_("Acquaintance"), _acquaintance(classes), "highest", _tolerated_class(classes, words) or none
        )
        register = N_("a register with the same key variables")
        yield row(N_("Register match"), register, "average", none)
    if any(getattr(one.subject.result.result, "one_value", None) for one in products):
        knows = N_("the equivalence class of a person")
        yield row(N_("Learning without finding"), knows, "disclosed", none)
    tables = [
        one.subject.result.result for one in products if isinstance(one.subject.result.result, TableResult)
    ]
    cells = words.say(MEASURES["cells"])
    if tables:
        name, knows = words.say(N_("Reader of the table")), words.say(N_("all published cells and totals"))
        numbers = [derivable(one, contributors=False) for one in tables]
        yield (name, knows, cells, "0", _reached_text("cells", _total(numbers), jobs, words))
    if any(isinstance(one, SuppressedTable) for one in tables):
        name, knows = (
            words.say(N_("Contributor to the table")),
            words.say(N_("the same, and the own contribution")),
        )
        numbers = [derivable(one, contributors=True) for one in tables]
        yield (name, knows, cells, "0", _reached_text("cells", _total(numbers), jobs, words))


def _acquaintance(classes: Sequence[JobReport]) -> str:
    """What someone knows who knows a person, in the figures on these classes."""
    found = next((one.subject.result.persons for one in classes if one.subject.of_persons), None)
    if found is None:
        return N_("that the person is in the file, and all key variables")
    if found.known == 1:
        return N_("that the person is in the file, and the key variables of one record")
    if found.known == "all":
        return N_("that the person is in the file, and the key variables of all records")
    return N_("that the person is in the file, and the key variables of several records")


def _total(numbers: Sequence[int | None]) -> int | None:
    known = [one for one in numbers if one is not None]
    return sum(known) if len(known) == len(numbers) else None


def _tolerated_class(classes: Sequence[JobReport], words: Words) -> str:
    """1/k of the k-anonymity that was required. The k of a k-map counts people, not records. Of persons with
    several records k bounds no share of their own, and so no risk.
    """
    found = [classes_of(one.subject.result.result) for one in classes]
    if any(both is not None and both[1].persons is not None for both in found):
        return ""
    required = [
        criterion.k
        for one in classes
        for job in one.subject.chain
        for criterion in getattr(job.params, "criteria", ())
        if isinstance(criterion, KAnonymitySpec)
    ]
    return words.percent(1 / max(required)) if required else ""


def _reached_text(
    measure: ScenarioMeasure, found: float | None, jobs: Sequence[JobReport], words: Words
) -> str:
    """What is reached, as far as this edition has it."""
    internal = all(one.subject.is_internal for one in jobs)
    if found is None:
        return words.say(N_("not measured"))
    if measure == "cells":
        return whole(int(found)) if internal else words.say(N_("some") if found else N_("none"))
    if internal:
        return words.percent(found)
    if measure == "highest" and found > 1 / SMALL_COUNT:
        return words.say(N_("above {share}"), share=words.percent(1 / SMALL_COUNT, 0))
    if measure == "disclosed" and 0 < found * min(units_of(one.subject) for one in jobs) < SMALL_COUNT:
        return words.say(N_("some"))
    return whole_share(found, words)
