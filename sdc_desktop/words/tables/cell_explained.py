"""All there is to say of one cell of a table: status, rule, contributors, what can be derived and how."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
from sdc_desktop.engine.methods.tables.cell_facts import CellFacts
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.running.publishing_cost import PublishingCost
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.cells import CellResult, Proof
from sdc_desktop.engine.tables.table import Reason
from sdc_desktop.words.tables.category_name import category_name
from sdc_desktop.words.tables.cells import LETTERS, interval_text, is_disclosed, is_failing, is_primary
from sdc_desktop.words.tables.figures import Decimals, decimals_of, number_text, value_text
from sdc_desktop.words.tables.publishing_cost import cost_rows
from sdc_desktop.words.tables.table_evidence import derivation_lines, primary_name
from sdc_desktop.words.tables.tables import (
    ALSO_IN,
    BY_CONTRIBUTOR,
    SAME_AS,
    cell_name,
    reason,
    risk,
    set_by_hand,
    status,
)
from sdc_desktop.words.words import N_, Words, listed, whole

Row = tuple[str, str] | str
Explanation = tuple[str, tuple[Row, ...]]


@dataclass(frozen=True)
class Beside:
    """What is known of a cell beside the result of its table: the ``reason`` of a status set by hand, the
    ``cost`` of publishing it, the ``name`` of the table's job and the ``results`` of the other tables.
    """

    reason: str = ""
    cost: PublishingCost | None = None
    name: str = ""
    results: Mapping[str, TableResult | AuditResult] = field(default_factory=dict)


ALONE = Beside()
_MOST_NAMED = 5  # cells that a list names; the rest are counted
_CHANGES: Mapping[str, str] = {
    "manual": N_("Set to unsafe manually. You can undo this."),
    "dominance": N_(
        "It would be safe if its {n:largest contributor|{n} largest contributors} had no "
        "more than {k} % of it: in a coarser category there are others beside {n:this "
        "one|them}."
    ),
    "p_percent": N_(
        "It would be safe if at least {bound} were left beside the largest contributors: in a coarser "
        "category there is more."
    ),
    "pq": N_(
        "It would be safe if at least {bound} were left beside the largest contributors: in a coarser "
        "category there is more."
    ),
    "request": N_("It would be safe if its largest contributor had {limit} % of it at most, or did not ask."),
    "threshold": N_(
        "Safe with at least {n} {n:contributor|contributors}. A broader category has more contributors."
    ),
    "zero": N_("It would be safe if zeros with contributors were not called unsafe by the rules set."),
}
_INFERS = (  # a limit, the value itself: from a true value that is published
    N_(
        "The second largest contributor can infer that the largest contribution is at most {bound}, "
        "{more} above its true value."
    ),
    N_("The second largest contributor can derive the largest contribution: {bound}."),
)
_WOULD_INFER = (  # the same, were it published
    N_(
        "From the true value the second largest contributor could infer that the largest contribution is at "
        "most {bound}, {more} above its true value."
    ),
    N_("From the true value the second largest contributor could derive the largest contribution: {bound}."),
)
_OF_STATUS: Mapping[str, str] = {
    "adjusted": N_("Without adjustment, or with smaller protection levels, it would be nearer to its value."),
    "empty": N_("Nobody contributes to it, so there is nothing to protect; it stays a published zero."),
    "merged": N_("It would be published if its category were not merged with others."),
    "perturbed": N_("More variance or a greater maximum of the noise makes its interval longer."),
    "rounded": N_("A larger base makes its interval longer, a smaller one brings it nearer to its value."),
    "safe": N_("Safe under all rules and not needed to protect another cell."),
    "secondary": N_(
        "Another cell would be hidden in its place if this one cost more, or none if those it protects were "
        "safe. Call it one to be published always, and the search goes around it."
    ),
    "suppressed": N_("It is not known why it is not published; only that it is not."),
    "zero": N_("Zeros are published, so they protect no other cell."),
}
_SETTLED = ("empty", "safe", "suppressed", "zero")  # statuses that nothing is said to change


def explained(
    result: TableResult | AuditResult,
    coordinates: Sequence[str],
    words: Words,
    facts: CellFacts | None = None,
    proofs: Sequence[Proof] = (),
    beside: Beside = ALONE,
) -> Explanation | None:
    """Title and rows for a cell; None where there is no such cell. `proofs` where the cell brings none."""
    number = None if result.table is None else result.table.find(coordinates)
    if number is None or result.table is None:
        return None
    wanted, decimals = tuple(coordinates), decimals_of(result)
    repeated = (one for one in result.cells[len(result.table) :] if one.coordinates == wanted)
    cell = next(repeated, result.cells[number])
    rows = (
        *_status_rows(cell, decimals, beside.reason, words),
        *_protects_rows(cell, words),
        *_guards_rows(cell, number, result, beside, words),
        *(cost_rows(beside.cost, cell, words) if beside.cost is not None else ()),
        *_contributor_rows(cell, facts or CellFacts(), decimals, words),
        *_derived_rows(cell, facts or CellFacts(), decimals, words),
        *_linked_rows(cell, result, decimals, words),
        *_sums_rows(cell, result, words),
        *_proof_rows(cell, cell.proof or tuple(proofs), words),
        *_change_rows(cell, words),
    )
    return cell_title(cell, result, words), rows


def cell_title(cell: CellResult, result: TableResult | AuditResult, words: Words) -> str:
    """The cell by its dimensions and categories: `activity a1, region north`."""
    assert result.table is not None
    pairs = zip(result.table.names, cell.coordinates, strict=True)
    return ", ".join(f"{name} {category_name(label, words)}" for name, label in pairs)


def guards_of(result: TableResult | AuditResult, coordinates: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The secondaries that protect a cell of the same table."""
    wanted = tuple(coordinates)
    return tuple(
        cell.coordinates
        for cell in result.cells
        if cell.protects and any(one.primary == wanted and not one.job for one in cell.protects)
    )


def equation_cells(proofs: Sequence[Proof]) -> tuple[tuple[str, ...], ...]:
    """The cells in the equations of these proofs, each once."""
    found = (term.coordinates for proof in proofs for one in proof.equations for term in one.terms)
    return tuple(dict.fromkeys(found))


def guards_elsewhere(cell: CellResult, beside: Beside) -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
    """The secondaries of other tables that protect a cell, by the names of these; none without any."""
    for name, result in beside.results.items():
        own = cell.elsewhere.get(name)
        found = tuple(
            guard.coordinates
            for guard in result.cells
            if not guard.repeats
            and any(
                one.primary == (cell.coordinates if one.job == beside.name else own)
                for one in guard.protects
                if one.job in ("", beside.name)
            )
        )
        if name != beside.name and found:
            yield name, found


def _status_rows(cell: CellResult, decimals: Decimals, reason_given: str, words: Words) -> Iterator[Row]:
    say = words.say
    yield say(N_("Status")), status(cell, words)
    if cell.value is not None:
        yield say(N_("True value")), value_text(cell.value, decimals.value, words)
    if cell.given is not None:
        yield say(N_("Given total")), value_text(cell.given, decimals.value, words)
    if cell.published is None:
        yield say(N_("Published")), say(N_("no value"))
    elif cell.published != cell.value:
        yield say(N_("Published")), value_text(cell.published, decimals.published, words)
    yield from set_by_hand(cell, words)
    if reason_given:
        yield say(N_("Reason")), reason_given
    for one in cell.reason:
        yield reason(one, words)
    if cell.same_as:
        yield say(SAME_AS, cell=cell_name(cell.same_as, words))


def _contributor_rows(cell: CellResult, facts: CellFacts, decimals: Decimals, words: Words) -> Iterator[Row]:
    if facts.contributors is None:
        return
    say = words.say
    yield say(N_("Contributors")), whole(facts.contributors)
    if not facts.contributors or facts.largest is None or facts.second is None or facts.others is None:
        return
    total = facts.largest + facts.second + facts.others
    for text, amount, least in (
        (N_("Largest contribution"), facts.largest, 1),
        (N_("Second largest"), facts.second, 2),
        (N_("All others together"), facts.others, 3),
    ):
        if facts.contributors >= least and total:
            share = words.percent(float(amount / total))
            figures = value_text(amount, decimals.value, words)
            yield say(text), say(N_("{value} ({share})"), value=figures, share=share)
            if least == 1 and facts.own is not None and facts.weights is not None:
                yield say(N_("Its own value")), value_text(facts.own, decimals.value, words)
                yield say(N_("Its weight")), _weights(facts.weights, words)
    yield from _second_rows(cell, facts, decimals.value, words)


def _weights(weights: tuple[Number, Number], words: Words) -> str:
    least, greatest = (number_text(one, words) for one in weights)
    return (
        least if least == greatest else words.say(N_("{least} to {greatest}"), least=least, greatest=greatest)
    )


def _second_rows(cell: CellResult, facts: CellFacts, decimals: int, words: Words) -> Iterator[Row]:
    """What the second largest contributor infers of the largest, from the true value and from what is
    published.
    """
    say = words.say
    if facts.unbounded:
        yield say(
            N_("Contributions may be below zero: the second largest contributor infers no upper limit.")
        )
        return
    if facts.insider is None or not facts.largest or facts.second is None:
        return
    is_true = cell.published is not None and cell.published == cell.value and cell.lower == cell.upper
    limit, itself = _INFERS if is_true else _WOULD_INFER
    text = itself if facts.insider == facts.largest else limit
    yield say(text, **_bound(facts.insider, facts.largest, decimals, words))
    if not is_true and cell.upper is not None:
        text = N_("From what is published it infers at most {bound}, {more} above the true value.")
        yield say(text, **_bound(cell.upper - facts.second, facts.largest, decimals, words))


def _bound(bound: Number, largest: Number, decimals: int, words: Words) -> Mapping[str, str]:
    more = words.percent(float(bound / largest) - 1)
    return {"bound": value_text(bound, decimals, words), "more": more}


def _derived_rows(cell: CellResult, facts: CellFacts, decimals: Decimals, words: Words) -> Iterator[Row]:
    say = words.say
    if facts.upper is not None and facts.lower is not None:
        required = say(
            N_("{lower} below, {upper} above"),
            lower=number_text(facts.lower, words),
            upper=number_text(facts.upper, words),
        )
        yield say(N_("Required protection")), required
    if not (cell.possible is not None or cell.risk is not None or cell.disclosed):
        return
    yield say(N_("Feasibility interval")), interval_text(cell, decimals, words)
    if cell.possible is not None:
        text = N_("at most {number}") if cell.at_least else "{number}"
        yield say(N_("Possible values")), say(text, number=whole(cell.possible))
    yield say(N_("Disclosure risk")), risk(cell, words)
    for text, met in ((N_("Protection below"), cell.lower_met), (N_("Protection above"), cell.upper_met)):
        if met is not None:
            yield say(text), say(N_("met")) if met else say(N_("not met"))
    if cell.by_contributor:
        yield say(BY_CONTRIBUTOR)


def _linked_rows(
    cell: CellResult, result: TableResult | AuditResult, decimals: Decimals, words: Words
) -> Iterator[Row]:
    """The other tables that have the cell, and what they reveal of it together."""
    say = words.say
    if cell.tables:
        yield say(ALSO_IN, tables=_some(cell.tables, words))
    if cell.unsafe_in:
        yield say(N_("Unsafe under the rules of {tables}."), tables=_some(cell.unsafe_in, words))
    linked = getattr(result, "linked", None)
    if cell.joint is None or linked is None:
        return
    tables = listed(linked.jobs, words)
    if is_disclosed(cell):
        yield say(N_("{tables} together disclose it exactly."), tables=tables)
        return
    together = replace(cell, lower=cell.joint[0], upper=cell.joint[1])
    yield say(
        N_("{tables} together leave the interval {interval}, less than its protection levels require."),
        tables=tables,
        interval=interval_text(together, decimals, words),
    )


def _sums_rows(cell: CellResult, result: TableResult | AuditResult, words: Words) -> Iterator[Row]:
    """The unsafe unions that the cell is a part of."""
    own = (cell.coordinates, cell.same_as)
    for parts in getattr(result, "unsafe_sums", ()):
        if any(part in own for part in parts):
            names = " + ".join(cell_name(part, words) for part in parts)
            yield words.say(N_("The sum {names} can be computed and is unsafe by rule."), names=names)


def _protects_rows(cell: CellResult, words: Words) -> Iterator[Row]:
    say = words.say
    for protected in cell.protects[:_MOST_NAMED]:
        parents = [cell_name(parent, words) for parent in protected.relations]
        yield (
            say(
                N_("Secondary suppression: protects {primary} within {parents}."),
                primary=primary_name(protected, words),
                parents=_some(parents, words),
            )
            if parents
            else say(N_("Secondary suppression: protects {primary}."), primary=primary_name(protected, words))
        )
    if len(cell.protects) > _MOST_NAMED:
        yield words.say_many(
            N_("It protects {number} more cell."),
            N_("It protects {number} more cells."),
            len(cell.protects) - _MOST_NAMED,
        )


def _guards_rows(
    cell: CellResult, number: int, result: TableResult | AuditResult, beside: Beside, words: Words
) -> Iterator[Row]:
    """What hides an unsafe cell: in each of its sums the other cells that are suppressed, then those that
    protect it from farther away, in this table and in others.
    """
    if not is_primary(cell) or cell.published is not None or result.table is None:
        return
    say, table, named = words.say, result.table, set[int]()
    for row in table.relations.rows_of(number).tolist():
        cells, parent = table.relations.row(row)[0].tolist(), table.relations.parent(row)
        hidden = [one for one in cells if one != number and result.cells[one].published is None]
        named |= set(hidden)
        if hidden:
            names = [_marked(result.cells[one], words) for one in hidden]
            total = cell_name(table.coordinates(parent), words)
            what = (
                say(N_("Suppressed parts"))
                if parent == number
                else say(N_("Also suppressed in {total}"), total=total)
            )
            yield what, _some(names, words)
    further = [one for one in guards_of(result, cell.coordinates) if table.find(one) not in named]
    if further:
        names = [cell_name(one, words) for one in further]
        yield say(N_("Protected by the suppression of {cells}."), cells=_some(names, words))
    for other, guards in guards_elsewhere(cell, beside):
        names = [cell_name(one, words) for one in guards]
        yield say(N_("Protected in {table} by"), table=other), _some(names, words)


def _marked(cell: CellResult, words: Words) -> str:
    """A suppressed cell with the letter that the table has for it."""
    name = cell_name(cell.coordinates, words)
    letter = LETTERS["primary" if is_primary(cell) else "secondary" if cell.status == "secondary" else ""]
    return f"{name} ({letter})" if letter else name


def _proof_rows(cell: CellResult, proofs: Sequence[Proof], words: Words) -> Iterator[Row]:
    yield from derivation_lines(cell, proofs, words)


def _change_rows(cell: CellResult, words: Words) -> Iterator[Row]:
    """What would change it, or why nothing would."""
    say = words.say
    is_settled = cell.overruled is None and cell.joint is None and not (cell.disclosed or is_failing(cell))
    if not (is_settled and cell.status in _SETTLED):
        yield say(N_("To change this:"))
    if cell.joint is not None:
        yield say(N_("Protect these tables together: each then suppresses what the others need."))
    elif cell.disclosed or is_failing(cell):
        yield say(
            N_("Suppressing one more cell in each disclosing relation would widen its feasibility interval.")
        )
    if cell.overruled is not None:
        yield say(N_("Without its manual status it would be suppressed or changed like other unsafe cells."))
    elif is_primary(cell):
        yield from (_change(one, words) for one in cell.reason)
        if not cell.reason:
            yield say(N_("Its protection levels come with the table; smaller ones ask for less."))
    elif cell.status == "safe" and cell.set_to == "frozen":
        yield say(N_("It is published because its status was set manually."))
    elif cell.status in _OF_STATUS:
        yield say(_OF_STATUS[cell.status])


def _change(reason: Reason, words: Words) -> str:
    figures = {name: number_text(value, words) for name, value in reason.figures.items()}
    if reason.kind == "dominance":
        figures["k"] = words.figure(reason.figures["k"], 0 if float(reason.figures["k"]).is_integer() else 1)
    return words.say(_CHANGES[reason.kind], **figures)


def _some(names: Sequence[str], words: Words) -> str:
    """Names in a sentence, the first few of many."""
    if len(names) <= _MOST_NAMED:
        return listed(names, words)
    left = whole(len(names) - _MOST_NAMED)
    return words.say(N_("{names} and {number} more"), names=", ".join(names[:_MOST_NAMED]), number=left)
