"""Chapters 7 to 9: limits of the report, conditions of release, checklist and sign-off."""

from collections.abc import Iterator, Sequence

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.spec import IDENTIFYING
from sdc_desktop.engine.submission.cases import Case
from sdc_desktop.engine.submission.releasing.trail import is_packaged
from sdc_desktop.engine.verdict import RULE_NOT_CHECKED, RULE_NOT_MET, Grade, Reason, worst
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.balance import NOTHING
from sdc_desktop.report.decision import is_meant
from sdc_desktop.report.model import Edition, Section
from sdc_desktop.report.parts import JobReport, paragraphs
from sdc_desktop.report.sections import persons
from sdc_desktop.report.sections import policy as policy_section
from sdc_desktop.report.sections.before_after import MOST_JOBS
from sdc_desktop.report.sections.checklist import FOR_OFFICER, FOR_REVIEWER, READ_BY_ANOTHER, checklist_block
from sdc_desktop.report.sections.output_questions import are_outputs, output_questions
from sdc_desktop.report.sections.published import CONTRIBUTOR, READER, SUMS, is_table
from sdc_desktop.report.sections.records import SMALL_COUNT, classes_of
from sdc_desktop.report.sections.verdict import mark_of_grade, measures_of
from sdc_desktop.sheets import rules
from sdc_desktop.sheets.blocks import (
    Block,
    Bullets,
    Cell,
    Column,
    CoverField,
    Heading,
    Options,
    Paragraph,
    Question,
    Signed,
    SignOff,
    Table,
)
from sdc_desktop.sheets.output_decisions import examined
from sdc_desktop.sheets.sheet import read_by
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.report_fields import DECISIONS, LABELS, value_text
from sdc_desktop.words.risk.inference import limits_text
from sdc_desktop.words.risk.measures import MEASURES
from sdc_desktop.words.verdicts.verdict import reason_text
from sdc_desktop.words.words import listed, whole

_MOST_LIMITS = 14
_CONDITIONS = ("recipient", "access", "safeguards", "keep_until", "next_review")
_ACCESS = {
    "public": N_("Anyone can obtain the files: no condition protects them after release."),
    "scientific": N_("Researchers sign a contract: they may not identify a person or pass the files on."),
    "secure": N_("The files stay in a secure environment. Results are checked before they leave it."),
    "internal": N_("The files stay within the organisation, under its duty of secrecy."),
}

_QUESTIONS = 10
INFERRED = frozenset(
    {
        "inference_not_audited",
        "inferred_by_order",
        "inferred_classes",
        "inferred_criterion",
        "inferred_numbers",
        "inferred_unique",
        "inferred_values",
        "recoded_in_order",
    }
)
_OPEN = frozenset({"not_checked", "nothing_required", "table.not_judged"})
_UNEXAMINED = frozenset({"table.adjusted_not_audited", "table.sums_not_examined"})
_LAST = (
    N_("The files were compared with one another and with earlier releases."),
    N_("Recipient and access agree with the conditions of release."),
)
_MORE = (
    N_("The variables that an intruder can know are those stated in chapter 2."),
    N_("The limits set suit the recipient and the access."),
    N_("Every released variable is needed for the purpose."),
    N_("No text or rare value in another variable identifies a person."),
    N_("Population and sample are described correctly."),
    N_("Secrets, seeds and key files are kept apart from the released files."),
)


def limits(jobs: Sequence[JobReport], words: Words) -> Section:
    """Chapter 7: what does not follow from the figures."""
    items: dict[tuple[str, str], Paragraph] = {}
    for one in jobs:
        for paragraph in paragraphs(one.limits):
            items.setdefault((paragraph.lead, paragraph.text), paragraph)
    found_persons = any(one.subject.of_persons for one in jobs)
    for name in dict.fromkeys(name for one in jobs for name in measures_of(one.subject)):
        measure = MEASURES[name]
        lead = words.say(N_("{name}."), name=words.say(measure.name))
        text = (found_persons and measure.persons) or measure.limits
        items.setdefault((lead, ""), Paragraph(words.say(text), lead))
    audited = [one for one in jobs if one.is_product and one.subject.result.inference is not None]
    if audited:
        lead = words.say(N_("Values that others reveal."))
        items.setdefault((lead, ""), Paragraph(limits_text(words), lead))
    found = list(items.values())
    if sum(one.is_product for one in jobs) > 1:
        found.append(
            Paragraph(
                words.say(N_("Each file was judged separately, except for what the verdict names.")),
                words.say(N_("Several files.")),
            )
        )
    most = _MOST_LIMITS if len(jobs) <= MOST_JOBS else _MOST_LIMITS // 2
    left = len(found) - most
    blocks: list[Block | Heading] = [Bullets(tuple(found[:most]))] if found else []
    if left > 0:
        one_left, many = (
            N_("{number} further limit of a measure is in the guide."),
            N_("{number} further limits of measures are in the guide."),
        )
        blocks.append(Paragraph(words.say_many(one_left, many, left)))
    return Section(words.say(N_("Limits of this report")), tuple(blocks), key="limits")


def conditions(
    result: PlanResult,
    jobs: Sequence[JobReport],
    fields: ReportFields,
    held_to: Policy | None,
    edition: Edition,
    words: Words,
) -> Section:
    """Chapter 8: conditions as given, whose the records are, accepted reservations, and the policy's."""
    blocks: list[Block | Heading] = []
    if fields.access is not None:
        blocks.append(Paragraph(words.say(_ACCESS[fields.access])))
    rows = tuple(
        (words.say(LABELS[name]), value_text(name, getattr(fields, name), words) or NOTHING)
        for name in _CONDITIONS
    )
    columns = (Column(words.say(N_("Condition"))), Column(words.say(N_("As given")), share=3))
    blocks.append(Table(words.say(N_("Conditions")), columns, rows))
    blocks += persons.conditions(result.opened, jobs, words)
    accepted = tuple(_accepted(result, fields, edition, words))
    if accepted:
        heads = (
            Column(words.say(N_("Accepted reservation")), share=2),
            Column(words.say(N_("Reason")), share=2),
        )
        blocks.append(Table(words.say(LABELS["accepted"]), heads, accepted))
    blocks += policy_section.blocks(result.opened.plan, held_to, edition, words)
    for one in result.jobs:
        blocks += read_by(edition, rules.sheet(one.rules, words))
    return Section(words.say(N_("Conditions of release")), tuple(blocks), key="conditions")


def _accepted(
    result: PlanResult, fields: ReportFields, edition: Edition, words: Words
) -> Iterator[tuple[str, str]]:
    for one in fields.accepted:
        for reason in result.verdict.reasons:
            if is_meant(one, reason):
                yield reason_text(reason, words, internal=edition == "internal"), one.reason


def checklist(
    jobs: Sequence[JobReport], result: PlanResult, fields: ReportFields, edition: Edition, words: Words
) -> Section:
    """Chapter 9: ten questions, the decision, and lines to sign on."""
    questions = tuple(_questions(jobs, result, words))
    blocks = (checklist_block(questions, words), *sign_off(fields, words))
    return Section(words.say(N_("Checklist and sign-off")), blocks, key="checklist", begins="whole")


def sign_off(fields: ReportFields, words: Words) -> tuple[Block | Heading, ...]:
    """The decision, with its reason, and lines to sign on."""
    people = ("officer", "reviewer", "head")
    return (
        Heading(words.say(N_("Decision"))),
        Options(tuple((words.say(text), fields.decision == name) for name, text in DECISIONS.items())),
        *_against(fields, words),
        SignOff(
            tuple(CoverField(words.say(LABELS[name]), getattr(fields, name)) for name in people),
            words.say(N_("Place, date, signature")),
        ),
    )


def _against(fields: ReportFields, words: Words) -> tuple[Paragraph, ...]:
    if not fields.reason.strip():
        return ()
    return (Paragraph(fields.reason, words.say(N_("{label}."), label=words.say(LABELS["reason"]))),)


def _questions(jobs: Sequence[JobReport], result: PlanResult, words: Words) -> Iterator[Question]:
    """Ten of them: what the program can determine, then what requires the judgement of a person."""
    if are_outputs(jobs):
        results = [one.subject.result.result for one in jobs if one.is_product]
        packaged = all(one.packages or is_packaged(one.log) for one in results)
        exceptions = sum(one.exceptions for one in results)
        looked = sum(examined(one, Case("")) for one in results)
        yield from output_questions(results, exceptions, words, examined=looked, packaged=packaged)
        return
    found = [*_of_records(jobs, result, words), *_of_tables(jobs, words)]
    officer, reviewer = words.say(FOR_OFFICER), words.say(FOR_REVIEWER)
    if any(_has_empty_cells(one) for one in jobs if one.is_product):
        found.append(Question(words.say(N_("Empty cells reveal nothing that must be kept secret.")), officer))
    last = [Question(words.say(text), officer) for text in _LAST]
    last.append(Question(words.say(READ_BY_ANOTHER), reviewer))
    more = [
        Question(
            words.say(N_("Every condition set for the released files is met.")), _by_grade(result, words)
        ),
        *(Question(words.say(text), officer) for text in _MORE),
    ]
    yield from (*found, *more[: _QUESTIONS - len(found) - len(last)], *last)


def _of_records(jobs: Sequence[JobReport], result: PlanResult, words: Words) -> Iterator[Question]:
    internal = all(one.subject.is_internal for one in jobs)
    products = [one for one in jobs if one.is_product]
    found = result.opened.opened
    if found is not None:
        direct = [variable.name for variable in found.data.with_role(*IDENTIFYING)]
        kept = [name for name in direct if any(_has_identifier(one, name) for one in products)]
        answer = _direct(direct, kept, products, words)
        yield Question(words.say(N_("No direct identifier is in a released file.")), answer)
    files = [one for one in products if _makes_records(one)]
    classes = [classes_of(one.subject.result.result) for one in files]
    if any(classes):
        smallest = [both[1].k for both in classes if both is not None]
        least = 1 if any(map(_has_uniques, files)) else min(smallest)
        answer = _unique(least, len(smallest) == len(files), internal, words)
        nothing = N_("No record of a released file is unique on the key variables.")
        if any(both is not None and both[1].persons is not None for both in classes):
            nothing = N_("No person in a released file is unique by what the intruder is assumed to know.")
        yield Question(words.say(nothing), answer)
    audited = [one.subject.result.inference is not None for one in files]
    if any(audited):
        question = words.say(N_("No protected value follows from other released values."))
        yield Question(question, _by_reasons(files, INFERRED, internal, words, known=all(audited)))
    disclosing = [bool(getattr(one.subject.result.result, "one_value", None)) for one in files]
    if any(disclosing):
        disclosed = frozenset({"disclosed_values", "almost_disclosed_values"})
        question = words.say(N_("No class discloses a value of a sensitive variable."))
        yield Question(question, _by_reasons(files, disclosed, internal, words, known=all(disclosing)))
    if any(one.subject.result.rules for one in files):
        broken = frozenset({RULE_NOT_CHECKED, RULE_NOT_MET})
        question = words.say(N_("What leaves meets all rules of the policy."))
        yield Question(question, _by_reasons(files, broken, internal, words, known=True))


def _has_identifier(job: JobReport, name: str) -> bool:
    """Whether a file has the values of an identifier, not pseudonyms in their place."""
    after = job.subject.after
    return after is not None and name in after.data.names and not after.data.variable(name).pseudonym


def _makes_records(job: JobReport) -> bool:
    return method_of(job.subject.job.kind).makes == "records"


def _has_uniques(job: JobReport) -> bool:
    """Whether the verdict knows of unique records: a step that measures the file may count by another rule
    for missing values than the method that made it.
    """
    return any(one.code == "records_alone" for one in job.subject.result.verdict.reasons)


def _of_tables(jobs: Sequence[JobReport], words: Words) -> Iterator[Question]:
    internal = all(one.subject.is_internal for one in jobs)
    tables = [one for one in jobs if one.is_product and is_table(one)]
    if not tables:
        return
    questions = (
        (N_("No reader can derive an unsafe cell."), READER | _stray(tables)),
        (N_("No contributor can derive an unsafe cell."), CONTRIBUTOR | _OPEN | _stray(tables)),
        (N_("No sum of suppressed cells is unsafe."), SUMS | _OPEN | _stray(tables)),
    )
    for text, codes in questions:
        yield Question(words.say(text), _by_reasons(tables, codes, internal, words))


def _stray(tables: Sequence[JobReport]) -> frozenset[str]:
    """Codes of failed or unjudged conditions that none of the questions is about: they count for each."""
    known = READER | CONTRIBUTOR | SUMS
    grave = (Grade.UNSAFE, Grade.OPEN)
    reasons = (one for job in tables for one in job.subject.result.verdict.reasons)
    return frozenset(one.code for one in reasons if one.grade in grave and one.code not in known)


def _has_empty_cells(job: JobReport) -> bool:
    result = job.subject.result.result
    return isinstance(result, TableResult) and any(cell.status in ("zero", "empty") for cell in result.cells)


def _direct(direct: Sequence[str], kept: Sequence[str], products: Sequence[JobReport], words: Words) -> Cell:
    """By the audit of each file: a variable that identifies as an identifier does counts as one."""
    reasons = [one for job in products for one in job.subject.result.verdict.reasons]
    audited = (job.subject.result.released is not None for job in products if _makes_records(job))
    found = [str(one.figures["variable"]) for one in reasons if one.code == "released_identifies"]
    if kept or found:
        named = listed(tuple(dict.fromkeys([*kept, *found])), words)
        return Signed("unsafe", words.say(N_("No: {names}"), names=named))
    if not all(audited) or any(one.code == "released_not_audited" for one in reasons):
        return Signed("open", words.say(N_("Not examined in every file")))
    if not direct:
        return Signed("reservations", words.say(N_("None is declared")))
    return Signed("safe", words.say(N_("Yes")))


def _unique(smallest: int, in_all: bool, internal: bool, words: Words) -> Cell:
    """`in_all`: whether the classes of every released file of records are known."""
    if smallest < 2:
        return Signed("reservations", words.say(N_("No")))
    if not in_all:
        return Signed("open", words.say(N_("Not examined in every file")))
    if internal or smallest >= SMALL_COUNT:
        return Signed("safe", words.say(N_("Yes: smallest class {number}"), number=whole(smallest)))
    return Signed("safe", words.say(N_("Yes")))


def _by_reasons(
    products: Sequence[JobReport], codes: frozenset[str], internal: bool, words: Words, *, known: bool = True
) -> Cell:
    """The worst grade of the reasons with these codes, with their figure inside. `known`: whether every
    product was examined.
    """
    found: list[Reason] = [
        one for job in products for one in job.subject.result.verdict.reasons if one.code in codes
    ]
    if not found and known:
        return Signed("safe", words.say(N_("Yes")))
    grade = worst(one.grade for one in found) if found else Grade.OPEN
    if grade is Grade.OPEN or all(one.code in _UNEXAMINED for one in found):
        return Signed("open", words.say(N_("Not examined")))
    figures = [one.figures.get("persons", one.figures.get("number")) for one in found]
    numbers = [number for number in figures if isinstance(number, int)]
    if internal and numbers:
        return Signed(mark_of_grade(grade), words.say(N_("No: {number}"), number=whole(sum(numbers))))
    return Signed(mark_of_grade(grade), words.say(N_("No")))


def _by_grade(result: PlanResult, words: Words) -> Cell:
    texts = {
        Grade.SAFE: N_("Yes"),
        Grade.RESERVATIONS: N_("Yes, with reservations"),
        Grade.OPEN: N_("Not judged"),
        Grade.UNSAFE: N_("No"),
    }
    return Signed(mark_of_grade(result.verdict.grade), words.say(texts[result.verdict.grade]))
