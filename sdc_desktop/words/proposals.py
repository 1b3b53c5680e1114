"""Proposed protections in words: what each is called, what it does, and what it costs."""

from collections.abc import Mapping, Sequence

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.proposals.proposal import Family, Proposal, Proposals
from sdc_desktop.engine.verdict import Grade, Verdict
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.verdicts.grades import grade_name
from sdc_desktop.words.verdicts.verdict import reason_texts
from sdc_desktop.words.words import N_, NN_, Words, whole

_NAMES: Mapping[Family, str] = {
    "recoding": N_("Optimal recoding"),
    "anopi": N_("ANOPI and local suppression"),
    "short_recoding": N_("Finer recoding and local suppression"),
    "local_suppression": N_("Local suppression"),
    "numbers": N_("Recoding and masked numbers"),
    "least_score": N_("Recoding and suppression for the least U"),
    "synthesis": N_("Synthetic records"),
    "cell_suppression": N_("Cell suppression"),
    "rounding": N_("Controlled rounding"),
    "adjustment": N_("Controlled tabular adjustment"),
    "cell_keys": N_("Cell key method"),
    "coarser": N_("A coarser table"),
}
_WITH_LIMIT = N_("{name}, at most {limit} of the records suppressed")
_DOES: Mapping[Family, str] = {
    "recoding": N_(
        "Replaces values by the groups of the hierarchies, at the levels that lose least information. All "
        "records of a variable have the same level."
    ),
    "anopi": N_(
        "Recodes by ANOPI's balance of privacy and utility, then suppresses values in small classes."
    ),
    "short_recoding": N_(
        "Keeps a variable one level finer than optimal recoding does, and suppresses the values that are "
        "then in small classes."
    ),
    "local_suppression": N_("Recodes nothing, and suppresses values only in records of small classes."),
    "numbers": N_("Recodes key variables, and changes numbers so that no exact amount identifies a record."),
    "least_score": N_("Searches levels and suppressed values together for the least score U."),
    "synthesis": N_("Replaces records by drawn ones with similar distributions. No record is of a person."),
    "cell_suppression": N_("Suppresses unsafe cells, and others so that none can be derived."),
    "rounding": N_("Rounds each cell to a multiple of the base. Sums still add up."),
    "adjustment": N_("Changes unsafe cells to safe values, and others as little as possible."),
    "cell_keys": N_("Adds noise to each cell, the same wherever the cell is published."),
    "coarser": N_("Combines categories of one dimension, so that fewer cells are unsafe."),
}
TABLES: tuple[Family, ...] = ("cell_suppression", "rounding", "adjustment", "cell_keys", "coarser")
_SUPPRESSED = NN_(
    N_("{number} of {units} records is suppressed, {changed} of {values} values differ."),
    N_("{number} of {units} records are suppressed, {changed} of {values} values differ."),
)
_SUPPRESSED_CELLS = NN_(
    N_("{number} of {units} cells is suppressed, {changed} of {values} values differ."),
    N_("{number} of {units} cells are suppressed, {changed} of {values} values differ."),
)
_PASSING = NN_(N_("{number} proposal is safe."), N_("{number} proposals are safe."))
_RESERVED = NN_(
    N_("{number} proposal is safe with reservations. Its card shows the first one."),
    N_("{number} proposals are safe with reservations. Each card shows the first one."),
)
_TRIED = NN_(N_("{number} protection tried so far…"), N_("{number} protections tried so far…"))
_ABOUT = N_(
    "Finds up to five protections that are safe, by the roles and by {rules}. The plan changes only when you "
    "use one."
)
_ABOUT_TABLE = N_(
    "Finds up to five protections of this table, by its rules and by {rules}. The plan changes only when "
    "you use one."
)
_NOTHING = "\u2013"
RISK, RISK_OF_TABLE = N_("Average re-identification risk, %"), N_("Unsafe cells that can be derived, %")
UTILITY = N_("Utility, %")


def is_of_table(proposal: Proposal) -> bool:
    """Whether it protects a table."""
    return proposal.family in TABLES


def family_name(proposal: Proposal, words: Words) -> str:
    """What a proposal is called."""
    name = words.say(_NAMES[proposal.family])
    if not proposal.limit:
        return name
    return words.say(_WITH_LIMIT, name=name, limit=words.percent(proposal.limit, 0))


def steps_line(proposal: Proposal, words: Words) -> str:
    """The methods of the steps that it adds, in their order; empty where there is one step."""
    kinds = {job.name: job.kind for job in proposal.plan.jobs}
    names = [words.say(method_of(kinds[name]).title) for name in proposal.steps if name in kinds]
    return " → ".join(names) if len(names) > 1 else ""


def verdict_line(verdict: Verdict, words: Words) -> str:
    """The grade, with the first reason where there is one."""
    grade, reasons = grade_name(verdict.grade, words), reason_texts(verdict, words, brief=True)
    if verdict.grade is Grade.SAFE or not reasons:
        return words.say(N_("Safe: all conditions set are met.")) if verdict.grade is Grade.SAFE else grade
    return words.say(N_("{grade}: {reason}"), grade=grade, reason=reasons[0])


def why_this(proposal: Proposal, words: Words) -> str:
    """What it does and what it costs, and how near it is to the best of its kind."""
    cost = proposal.cost
    texts = _SUPPRESSED_CELLS if is_of_table(proposal) else _SUPPRESSED
    figures = {"units": whole(cost.units), "changed": whole(cost.changed), "values": whole(cost.values)}
    costs = words.say_many(*texts, cost.suppressed, **figures)
    return " ".join(filter(None, (words.say(_DOES[proposal.family]), costs, _gap(proposal.gap, words))))


def _gap(gap: float | None, words: Words) -> str:
    if gap is None:
        return ""
    if gap == 0:
        return words.say(N_("Proven best of its kind."))
    return words.say(N_("Its loss is at most {gap} above the least of its kind."), gap=words.percent(gap))


def figures(proposal: Proposal, words: Words) -> tuple[tuple[str, str], ...]:
    """Label and figure of what it leaves and costs."""
    cost, of_table = proposal.cost, is_of_table(proposal)
    found = [
        (N_("Derivable"), words.percent(proposal.risk))
        if of_table
        else (N_("Risk"), words.percent(proposal.risk)),
        (N_("Utility"), words.percent(cost.utility)),
    ]
    if cost.score is not None:
        found.append((N_("Score U"), words.figure(cost.score, 3)))
    units = N_("Cells suppressed") if of_table else N_("Records suppressed")
    found += [
        (units, whole(cost.suppressed)),
        (N_("Values changed"), whole(cost.changed)),
        (N_("Seconds"), words.figure(proposal.seconds, 1)),
    ]
    return tuple((words.say(label), text) for label, text in found)


def table_of(found: Sequence[Proposal], words: Words) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Head and rows of the figures behind the map, of at least one."""
    listed = [dict(figures(one, words)) for one in found]
    heads = max(listed, key=len)  # some have no score
    rows = [
        (
            family_name(one, words),
            grade_name(one.verdict.grade, words),
            *(own.get(label, _NOTHING) for label in heads),
        )
        for one, own in zip(found, listed, strict=True)
    ]
    return (words.say(N_("Proposal")), words.say(N_("Verdict")), *heads), rows


def about(policy: str, k: int, words: Words, *, of_table: bool = False) -> str:
    """What proposing does, before it has begun. ``policy``: the name of the active one."""
    rules = words.say(N_("the policy {policy}"), policy=policy) if policy else ""
    if not rules:
        rules = words.say(N_("the usual conditions")) if of_table else words.say(N_("classes of {k}"), k=k)
    return words.say(_ABOUT_TABLE if of_table else _ABOUT, rules=rules)


def progress(found: Proposals | None, words: Words) -> str:
    """How many were tried so far."""
    return words.say_many(*_TRIED, 0 if found is None else found.tried)


def finding(found: Proposals, words: Words) -> str:
    """What proposing came to."""
    if not found.found:
        return problems_text(found.problems, words) or words.say(N_("No protection was found."))
    passing = sum(one.passes for one in found.found)
    reserved = sum(one.verdict.grade is Grade.RESERVATIONS for one in found.found)
    if passing:
        text = words.say_many(*_PASSING, passing)
    elif reserved:
        text = words.say_many(*_RESERVED, reserved)
    else:
        text = words.say(N_("No protection tried is safe. Each card shows the first reason."))
    sampled = words.say(N_("Found on a sample. Using one computes it on all records."))
    return f"{text} {sampled}" if found.sampled else text


def problems_text(problems: Sequence[Problem], words: Words) -> str:
    """Why nothing could be proposed."""
    return " ".join(spoken(problem, words) for problem in problems)
