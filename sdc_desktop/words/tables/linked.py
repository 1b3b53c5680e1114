"""Tables that share cells: which share what, and what the joint audit found, in words."""

from collections.abc import Sequence

from sdc_desktop.engine.tables.linked.facts import LinkedTables, Related, Sharing
from sdc_desktop.words.words import N_, Words, listed, whole

Link = tuple[int, int, str]  # two tables by their places, and what they share

TOGETHER = N_(
    "Protects all tables that share cells as one system. One without a holding, a weight or rules takes "
    "those of the others."
)
_MOST_LINKS = 15  # in a diagram
_MINUS = "\u2212 "


def shared_label(sharing: Sharing, words: Words) -> str:
    """What two tables share, and how many cells that is: `activity: 21`."""
    names = " \u00d7 ".join(sharing.variables) or words.say(N_("total only"))
    return words.say(N_("{names}: {number}"), names=names, number=whole(sharing.cells))


def links_of(linked: LinkedTables, words: Words) -> tuple[Link, ...]:
    """The pairs of tables that share cells, the pairs that are next to each other first; the most at most."""
    places = {name: place for place, name in enumerate((*linked.jobs, *linked.released))}
    found = []
    for sharing in linked.sharing:
        one, other = sorted(places[name] for name in sharing.jobs if name in places)[:2]
        found.append((one, other, shared_label(sharing, words)))
    return tuple(sorted(found, key=lambda link: (link[1] - link[0], link[0]))[:_MOST_LINKS])


def left_out(linked: LinkedTables) -> int:
    """How many pairs of tables are not in the diagram."""
    return max(0, len(linked.sharing) - _MOST_LINKS)


def origin_line(linked: LinkedTables, words: Words) -> str:
    """Why these tables belong together, and how many cells they share."""
    text = (
        N_(
            "Protected together, as the plan sets: {tables}. Of {cells} {cells:cell|cells}, "
            "{shared} {shared:is|are} in several tables."
        )
        if linked.asked == "plan"
        else N_(
            "Found to be linked and audited together: {tables}. Of {cells} "
            "{cells:cell|cells}, {shared} {shared:is|are} in several tables."
        )
    )
    tables = listed((*linked.jobs, *linked.released), words)
    return words.say(text, tables=tables, shared=whole(linked.shared), cells=whole(linked.cells))


def derived_text(*, levels: bool) -> str:
    """What contributors achieve; `levels`: they must stay outside the protection levels of unsafe cells."""
    if levels:
        return N_("Contributors can estimate unsafe cells of others too closely.")
    return N_("Contributors can derive unsafe cells of others exactly.")


def found_together(linked: LinkedTables) -> bool:
    """Whether the joint audit found what the tables must not reveal."""
    return bool(linked.failures or linked.over_risk or linked.contributors_derive)


def audit_line(
    linked: LinkedTables, words: Words, *, internal: bool = True, levels_judged: bool = True
) -> str:
    """What the joint audit found of unsafe cells; their number only where that may be shown.
    ``levels_judged``: of all tables.
    """
    if linked.failures:
        if not internal:
            return words.say(N_("Joint audit not passed: together the tables disclose unsafe cells."))
        return words.say_many(
            N_("Joint audit not passed: {number} unsafe cell fails, {exactly} exactly disclosed."),
            N_("Joint audit not passed: {number} unsafe cells fail, {exactly} exactly disclosed."),
            len(linked.failures),
            exactly=whole(linked.exactly),
        )
    if linked.over_risk:
        return words.say(N_("Joint audit not passed: from all tables the disclosure risk exceeds the limit."))
    if linked.contributors_derive:
        return words.say(derived_text(levels=linked.insider_levels))
    if not (linked.safe and levels_judged):
        return words.say(N_("Joint audit passed with open points: see the verdict."))
    return words.say(N_("Joint audit passed: no unsafe cell can be estimated too closely from all of them."))


def related_text(related: Related, words: Words) -> str:
    """Values that follow from one another: `turnover = wages + profit.`"""
    names = [name or words.say(N_("number of records")) for name in related.names]
    if len(set(related.names)) == 1:
        return words.say(N_("{name} weighted and unweighted: equal where all weights are 1."), name=names[0])
    first, *factors = related.factors or (1,) * len(names)
    parts = [
        f"{_MINUS if factor < 0 else '+ ' if place else ''}{_times(abs(factor), name)}"
        for place, (factor, name) in enumerate(zip(factors, names[1:], strict=True))
    ]
    return f"{_times(first, names[0])} = {' '.join(parts)}."


def _times(factor: int, name: str) -> str:
    return name if factor == 1 else f"{whole(factor)}\u00a0\u00d7\u00a0{name}"


def header(words: Words) -> tuple[str, ...]:
    """Above the pairs of tables."""
    return tuple(map(words.say, (N_("Table"), N_("Other table"), N_("Shared cells"))))


def rows(linked: LinkedTables, words: Words) -> Sequence[tuple[str, ...]]:
    """The pairs of tables that share cells, as rows."""
    names = (*linked.jobs, *linked.released)
    return [(names[one], names[other], label) for one, other, label in links_of(linked, words)]
