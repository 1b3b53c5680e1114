"""The results of tables in sentences, the same in window, batch and report."""

from collections.abc import Iterator, Mapping, Sequence

from sdc_desktop.engine.methods.tables.table.result import SuppressedTable
from sdc_desktop.engine.tables.attack.insider import InsiderResult
from sdc_desktop.engine.tables.cells import CellResult, Proof
from sdc_desktop.engine.tables.linked.facts import LinkedCell
from sdc_desktop.engine.tables.protection.effort import Unproven
from sdc_desktop.engine.tables.specs.table import AprioriEntry
from sdc_desktop.engine.tables.table import Reason
from sdc_desktop.words.tables.category_name import category_name
from sdc_desktop.words.tables.figures import number_text, value_text
from sdc_desktop.words.words import N_, Words

NOTHING = "–"
STATUSES: Mapping[str, str] = {
    "adjusted": N_("adjusted"),
    "empty": N_("empty"),
    "merged": N_("merged"),
    "perturbed": N_("with noise"),
    "rounded": N_("rounded"),
    "safe": N_("published"),
    "secondary": N_("secondary suppression"),
    "suppressed": N_("not published"),
    "unsafe": N_("unsafe"),
    "zero": N_("zero"),
}
_REASONS: Mapping[str, str] = {
    "manual": N_("Set to unsafe manually."),
    "dominance": N_(
        "Dominance rule: {n:the largest contributor accounts|the {n} largest contributors "
        "account} for {share} % of the cell, more than {k} %."
    ),
    "p_percent": N_(
        "p % rule: the remaining contributions total {rest}, less than {bound} ({p} % of the largest)."
    ),
    "pq": N_(
        "What is left beside the largest contributors is {rest}, less than {bound}, which is {p}/{q} of the "
        "largest."
    ),
    "request": N_(
        "Request rule: the largest contributor has {share} % of the cell and has requested protection."
    ),
    "threshold": N_(
        "Threshold rule: {contributors} {contributors:contributor|contributors}, fewer than {n}."
    ),
    "zero": N_("It is zero though it has contributors."),
}
_REASONS_WITHOUT_AMOUNTS: Mapping[str, str] = {
    "p_percent": N_("What is left beside the largest contributors is less than {p} % of the largest."),
    "pq": N_("What is left beside the largest contributors is less than {p}/{q} of the largest."),
}
BY_CONTRIBUTOR = N_("A singleton in another cell can derive it exactly.")
ALSO_IN = N_("Also in: {tables}.")
SAME_AS = N_("The same cell as {cell}: one category is the only part of the other.")
_PROOFS: Mapping[str, str] = {
    "lower": N_("{cell} is at least {end}, for:"),
    "upper": N_("{cell} is at most {end}, for:"),
    "value": N_("{cell} is {end}, for:"),
}


def optimality(result: SuppressedTable, words: Words) -> str:
    """What is known of cheaper patterns."""
    if result.proven:
        return words.say(N_("Proven optimal: no valid suppression pattern costs less."))
    if result.gap is None:
        return words.say(N_("It is not known how much less another pattern may cost."))
    gap = words.figure(100 * result.gap, 1)
    if result.ended_by == "gap":
        return words.say(
            N_("Search ended at the tolerated gap. Another pattern may cost up to {gap} % less."), gap=gap
        )
    if result.stopped:
        return words.say(
            N_("Search ended early. Another pattern may cost up to {gap} % less."),
            gap=gap,
        )
    return words.say(N_("Another pattern may cost up to {gap} % less."), gap=gap)


def nearest(unproven: Unproven, words: Words) -> str:
    """What is known of tables nearer than that of a search that ended early."""
    if unproven.gap is None:
        return words.say(N_("Search ended early. How much less another table may change is unknown."))
    gap = words.figure(100 * unproven.gap, 1)
    return words.say(N_("Search ended early. Another table may change up to {gap} % less."), gap=gap)


def reason(reason: Reason, words: Words) -> str:
    """Why a cell is unsafe."""
    figures = {name: number_text(value, words) for name, value in reason.figures.items()}
    if reason.kind in _REASONS_WITHOUT_AMOUNTS and "rest" not in reason.figures:
        return words.say(_REASONS_WITHOUT_AMOUNTS[reason.kind], **figures)
    return words.say(_REASONS[reason.kind], **figures)


def set_by_hand(cell: CellResult, words: Words) -> Iterator[str]:
    """That a status was set by hand which is not unsafe, and what calls the cell unsafe all the same."""
    if cell.set_to in (None, "unsafe"):
        return
    label = words.say(AprioriEntry.settings["status"].choices[str(cell.set_to)].label)
    yield words.say(N_("Status set manually: {status}."), status=label)
    if cell.overruled:
        yield words.say(N_("Under the rules it is unsafe:"))
        yield from (reason(one, words) for one in cell.overruled)
    elif cell.overruled is not None:
        yield words.say(N_("The table itself calls it unsafe."))


def status(cell: CellResult, words: Words) -> str:
    """The status of a cell, in a word or two."""
    return words.say(STATUSES[cell.status])


def cell_name(coordinates: Sequence[str], words: Words) -> str:
    """A cell by its coordinates."""
    return " / ".join(category_name(code, words) for code in coordinates)


def ends(cell: CellResult | InsiderResult | LinkedCell, decimals: int, words: Words) -> str:
    """An interval: `0 to 406`; of a disclosed cell whose value is not given, that there is but one."""
    if isinstance(cell, CellResult) and cell.disclosed and cell.lower is None and cell.upper is None:
        return words.say(N_("one value only"))
    none = words.say(N_("no end"))
    lower = none if cell.lower is None else value_text(cell.lower, decimals, words)
    upper = none if cell.upper is None else value_text(cell.upper, decimals, words)
    return words.say(N_("{lower} to {upper}"), lower=lower, upper=upper)


def required_levels(cell: CellResult, words: Words) -> str:
    """The protection levels of a cell, below and above its value and, where more is required, in length."""
    levels = cell.asked
    if levels is None or not (levels.below or levels.above or levels.length):
        return NOTHING
    below, above = number_text(levels.below, words), number_text(levels.above, words)
    text = f"\u2212{below} / +{above}"
    if levels.length <= levels.below + levels.above:
        return text
    length = words.say(N_("{length} in length"), length=number_text(levels.length, words))
    return length if not (levels.below or levels.above) else f"{text}; {length}"


def risk(cell: CellResult | InsiderResult, words: Words) -> str:
    """The disclosure risk: a figure, `disclosed`, or marked where the true risk may be greater."""
    if cell.disclosed:
        return words.say(N_("disclosed"))
    if cell.risk is None:
        return NOTHING
    at_least = isinstance(cell, CellResult) and cell.at_least
    return f"\u2265 {words.figure(cell.risk, 3)}" if at_least else words.figure(cell.risk, 3)


def proof_lines(cell: CellResult, proof: Proof, words: Words) -> tuple[str, ...]:
    """The equations by which a cell is derived, one line each; suppressed cells are named."""
    first = words.say(
        _PROOFS[proof.kind], cell=cell_name(cell.coordinates, words), end=number_text(proof.end, words)
    )
    lines = [first]
    for equation in proof.equations:
        terms = []
        for term in equation.terms:
            sign = "+" if term.factor > 0 else "\u2212"
            size = "" if abs(term.factor) == 1 else f"{abs(term.factor)}\u00a0\u00d7\u00a0"
            texts = (
                cell_name(term.coordinates, words)
                if term.published is None
                else number_text(term.published, words)
            )
            terms.append(f"{sign} {size}{texts}")
        times = number_text(equation.times, words)
        right = number_text(equation.right, words)
        lines.append(
            words.say(
                N_("{times} {times:time|times}: {terms} = {right}"),
                times=times,
                terms=" ".join(terms),
                right=right,
            )
        )
    for bound in proof.bounds:
        text = N_("{cell} is at least {bound}") if bound.side == "lower" else N_("{cell} is at most {bound}")
        lines.append(
            words.say(text, cell=cell_name(bound.coordinates, words), bound=number_text(bound.bound, words))
        )
    return tuple(lines)
