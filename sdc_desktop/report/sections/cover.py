"""The cover: the verdict with its recommendation and reasons, three key figures, fields, and the products."""

import re
from collections.abc import Iterator, Sequence

from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.engine.verdict import Grade, Verdict
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report import model
from sdc_desktop.report.decision import contradicts
from sdc_desktop.report.parts import JobReport, file_name
from sdc_desktop.report.sections.policy import cover_fields as policy_fields
from sdc_desktop.report.sections.records import cover_figures, follows_a_step
from sdc_desktop.report.sections.verdict import mark_of
from sdc_desktop.sheets import blocks
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.pipeline import step_titles
from sdc_desktop.words.program.report_fields import LABELS, value_text
from sdc_desktop.words.verdicts.grades import grade_name
from sdc_desktop.words.verdicts.verdict import reason_texts
from sdc_desktop.words.words import listed

MOST_REASONS = 5
MOST_FIGURES = 3
MOST_PRODUCTS = 5
_FIELDS = ("recipient", "access", "purpose", "population", "officer", "reviewer", "reference", "date")
_STATEMENTS = {
    Grade.SAFE: N_("Every condition set for the released files is met."),
    Grade.RESERVATIONS: N_("The conditions set are met. Reservations remain."),
    Grade.UNSAFE: N_("A condition is not met."),
    Grade.OPEN: N_("Conditions for a release were not set or not checked."),
}
_RECOMMENDED = {
    Grade.SAFE: N_("We recommend releasing {names}."),
    Grade.RESERVATIONS: N_("We recommend releasing {names} once the reservations are accepted or removed."),
    Grade.UNSAFE: N_("Do not release {names}."),
    Grade.OPEN: N_("No recommendation for {names}: nothing was required, or it was not checked."),
}
_FOR_A_PRODUCT = {
    Grade.SAFE: N_("Release."),
    Grade.RESERVATIONS: N_("Release once the reservations are accepted or removed."),
    Grade.UNSAFE: N_("Do not release."),
    Grade.OPEN: N_("No recommendation: set conditions and check them."),
}
_ORDER = (Grade.UNSAFE, Grade.OPEN, Grade.RESERVATIONS, Grade.SAFE)


def recommended(job: JobReport, plan: Verdict) -> Grade:
    """The grade that the recommendation on a product follows: its own, or reservations where the plan as a
    whole has a reason that is not the product's.
    """
    grade = job.subject.result.verdict.grade
    own = {one.job or job.subject.job.name for one in job.subject.result.verdict.reasons}
    of_plan = any(not one.job for one in plan.reasons)
    return Grade.RESERVATIONS if grade is Grade.SAFE and (of_plan or own - {job.subject.job.name}) else grade


def recommendation(products: Sequence[JobReport], plan: Verdict, words: Words) -> str:
    """A sentence for each grade among the products, the worst first."""
    named: dict[Grade, list[str]] = {}
    for job in products:
        named.setdefault(recommended(job, plan), []).append(_product_name(job))
    return " ".join(
        words.say(_RECOMMENDED[grade], names=listed(named[grade], words))
        for grade in _ORDER
        if grade in named
    )


def _product_name(job: JobReport) -> str:
    """The name of its own, else that of its file."""
    own, output = job.subject.job, output_of(job.subject.job)
    made_up = output is not None and re.fullmatch(rf"{own.kind}(_\d+)?", own.name)
    return file_name(output.path) if made_up and output is not None else own.name


def _few(names: Sequence[str], words: Words) -> str:
    """Names in a sentence; of very many the first, and how many more there are."""
    more = len(names) - MOST_PRODUCTS
    if more <= 0:
        return listed(names, words)
    one, many = N_("{names} and {number} more"), N_("{names} and {number} more")
    return words.say_many(one, many, more, names=", ".join(names[:MOST_PRODUCTS]))


def products_of(products: Sequence[JobReport], plan: Verdict, words: Words) -> tuple[model.Product, ...]:
    """Each product with its file, its grade and what is recommended, the worst first."""
    ordered = sorted(products, key=lambda job: _ORDER.index(job.subject.result.verdict.grade))
    return tuple(_product(job, plan, words) for job in ordered)


def _product(job: JobReport, plan: Verdict, words: Words) -> model.Product:
    output = output_of(job.subject.job)
    return model.Product(
        job.title,
        "" if output is None else file_name(output.path),
        job.verdict.mark,
        job.verdict.mark_name,
        words.say(_FOR_A_PRODUCT[recommended(job, plan)]),
    )


def verdict_of(
    result: PlanResult, fields: ReportFields, edition: model.Edition, words: Words
) -> blocks.Verdict:
    """The verdict on the plan, with the gravest reasons and how many more there are."""
    verdict = result.verdict
    names = step_titles(result.opened.plan, words)
    reasons = list(reason_texts(verdict, words, internal=edition == "internal", names=names))
    if fields.access == "public" and verdict.grade is not Grade.SAFE:
        reasons.append(words.say(N_("For public use, reservations are rarely acceptable.")))
    more = len(reasons) - MOST_REASONS
    if more > 0:
        rest = words.say_many(
            N_("{number} more reason is in chapter 1."), N_("{number} more reasons are in chapter 1."), more
        )
        reasons = [*reasons[:MOST_REASONS], rest]
    text = words.say(_STATEMENTS[verdict.grade])
    if contradicts(fields, verdict) and fields.reason.strip():
        text = words.say(N_("{text} Decided against the verdict: {reason}"), text=text, reason=fields.reason)
    name = grade_name(verdict.grade, words)
    return blocks.Verdict(text, mark_of(verdict), name, tuple(reasons))


def key_figures(jobs: Sequence[JobReport], words: Words) -> tuple[blocks.KeyFigure, ...]:
    """Three figures: of the products two of the risk and one of the utility, as far as there are."""
    products = [one for one in jobs if one.is_product] or list(jobs)
    risk = [
        (one, figure) for one in products for figure in cover_figures(one.subject, words) or one.figures[:2]
    ]
    found = risk[: MOST_FIGURES - 1]
    several = len(products) > 1
    figures = [_named(one, figure, several) for one, figure in found]
    return (*figures, *kept_figures(jobs)[:1])


def kept_figures(jobs: Sequence[JobReport]) -> tuple[blocks.KeyFigure, ...]:
    """A figure of the utility of each product that has one; without products, of each job. A step after
    others knows only what it kept of their file.
    """
    products = [one for one in jobs if one.is_product] or list(jobs)
    return tuple(
        _named(
            one, blocks.KeyFigure(_capital(one.balance.utility), one.balance.utility_after), len(products) > 1
        )
        for one in products
        if one.balance and one.balance.utility and not follows_a_step(one.subject)
    )


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _named(job: JobReport, figure: blocks.KeyFigure, several: bool) -> blocks.KeyFigure:
    if not several:
        return figure
    reading = f"{job.subject.job.name}: {figure.reading}" if figure.reading else job.subject.job.name
    return blocks.KeyFigure(figure.label, figure.value, reading)


def fields_of(fields: ReportFields, policy: Policy | None, words: Words) -> tuple[blocks.CoverField, ...]:
    """For whom, what for and by whom; an empty field leaves a line to write on."""
    return tuple(_fields(fields, policy, words))


def _fields(fields: ReportFields, policy: Policy | None, words: Words) -> Iterator[blocks.CoverField]:
    for name in _FIELDS:
        value = fields.date if name == "date" else value_text(name, getattr(fields, name), words)
        yield blocks.CoverField(words.say(LABELS[name]), value or "")
    yield blocks.CoverField(words.say(LABELS["decision"]), value_text("decision", fields.decision, words))
    yield from policy_fields(policy, words)
