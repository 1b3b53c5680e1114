"""The site policy that the plan is held to: its requirements, and the plan's deviations with reasons.

The figures of the rules for tables are protection levels, and the checksum of the policy's file would let a
person test suspected contents: both are for the internal edition.
"""

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.policy.policy import Policy, deviations, reason_for, required_text
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.model import Edition
from sdc_desktop.report.sections.settings import is_printed
from sdc_desktop.sheets.blocks import Block, Column, CoverField, Heading, Paragraph, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.policy import (
    found_words,
    kind_words,
    param_words,
    policy_name,
    required_lines,
    required_words,
)
from sdc_desktop.words.program.report_fields import LABELS

_INSIDE = N_("see the internal edition")
_MOST_ROWS = 14


def blocks(plan: Plan, policy: Policy | None, edition: Edition, words: Words) -> tuple[Block | Heading, ...]:
    """The policy in the report: its texts, deviations, and its limits as far as they fit."""
    if policy is None:
        return ()
    return (
        Heading(words.say(N_("Site policy"))),
        *(Paragraph(text) for text in policy.spec.report.paragraphs),
        _opening(plan, policy, words),
        *_deviations(plan, policy, edition, words),
        *_required(policy, edition, words),
    )


def with_texts(fields: ReportFields, policy: Policy | None) -> ReportFields:
    """The user's words, with the policy's title and purpose where there are none."""
    if policy is None:
        return fields
    texts = policy.spec.report
    given = {
        "title": fields.title or texts.title or "",
        "purpose": fields.purpose or texts.purpose or "",
    }
    return fields.model_copy(update=given)


def font_of(policy: Policy | None) -> str:
    """The file of the font that the policy names; empty for none."""
    return "" if policy is None else policy.spec.report.font or ""


def cover_fields(policy: Policy | None, words: Words) -> tuple[CoverField, ...]:
    """What the policy puts on the cover: its name and version, and its notice."""
    if policy is None:
        return ()
    notice = policy.spec.report.notice
    named = CoverField(words.say(N_("Policy")), policy_name(policy.spec, words))
    return (named,) if notice is None else (named, CoverField(words.say(N_("Notice")), notice))


def cover_missing(fields: ReportFields, policy: Policy | None, words: Words) -> tuple[str, ...]:
    """The fields that the policy requires and that are empty, by their names on the cover."""
    if policy is None:
        return ()
    wanted = policy.spec.report.cover
    return tuple(words.say(LABELS[name]) for name in wanted if not str(getattr(fields, name) or "").strip())


def _opening(plan: Plan, policy: Policy, words: Words) -> Paragraph:
    found = deviations(plan, policy.spec)
    held = words.say(N_("The policy {policy} applies to this work."), policy=policy_name(policy.spec, words))
    if not found:
        return Paragraph(f"{held} {words.say(N_('All requirements are met.'))}")
    text = words.say_many(
        N_("In {number} place it deviates, for the reason given below."),
        N_("In {number} places it deviates, for the reasons given below."),
        len(found),
    )
    return Paragraph(f"{held} {text}")


def _is_shown(kind: str, param: str, edition: Edition) -> bool:
    """Whether an edition prints the figures of a parameter, as in the settings of a job."""
    is_level = param.startswith("rules") and "." in param
    internal = edition == "internal"
    return internal or (not is_level and is_printed(kind, param, internal=internal))


def _deviations(plan: Plan, policy: Policy, edition: Edition, words: Words) -> tuple[Block, ...]:
    inside = words.say(_INSIDE)
    rows = tuple(
        (
            found.job,
            param_words(found.path, words, kind),
            required_words(found.asked, words) if _is_shown(kind, found.path, edition) else inside,
            found_words(found.found, words) if _is_shown(kind, found.path, edition) else inside,
            reason_for(found, plan) or words.say(N_("no reason given")),
        )
        for found in deviations(plan, policy.spec)
        for kind in (plan.jobs[found.index].kind,)
    )
    if not rows:
        return ()
    columns = (
        Column(words.say(N_("Job")), share=1.2),
        Column(words.say(N_("What")), share=1.8),
        Column(words.say(N_("Policy")), share=1.2),
        Column(words.say(N_("Chosen")), share=1.0),
        Column(words.say(N_("Reason")), share=3.2),
    )
    return (Table(words.say(N_("Deviations from the policy")), columns, rows),)


def _required(policy: Policy, edition: Edition, words: Words) -> tuple[Block, ...]:
    """Its requirements in a table: limits by kind of job, then what must be there at all."""
    inside = words.say(_INSIDE)
    limits = tuple(
        (
            kind_words(limit.kind, words),
            param_words(limit.param, words, limit.kind),
            required_words(required_text(limit), words)
            if _is_shown(limit.kind, limit.param, edition)
            else inside,
        )
        for limit in policy.spec.limits
    )
    blocks: list[Block] = []
    if limits:
        more = len(limits) - _MOST_ROWS
        one, many = (
            N_("{number} further limit is in the policy."),
            N_("{number} further limits are in the policy."),
        )
        note = words.say_many(one, many, more) if more > 0 else ""
        columns = (
            Column(words.say(N_("Kind of job")), share=2),
            Column(words.say(N_("What")), share=2.4),
            Column(words.say(N_("Policy")), share=1.6),
        )
        blocks.append(Table(words.say(N_("Policy limits")), columns, limits[:_MOST_ROWS], note))
    required = tuple((line,) for line in required_lines(policy.spec, words))
    if required:
        column = (Column(words.say(N_("Asked for")), share=1),)
        blocks.append(Table(words.say(N_("General policy requirements")), column, required))
    return tuple(blocks)


def file_row(policy: Policy | None, edition: Edition, words: Words) -> tuple[tuple[str, str, str], ...]:
    """The policy's file for the table of files, in the internal edition only.

    Its checksum would let a person outside test suspected contents.
    """
    if policy is None or edition == "external":
        return ()
    return ((policy.file, words.say(N_("policy")), policy.sha256),)
