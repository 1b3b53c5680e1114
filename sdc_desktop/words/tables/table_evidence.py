"""Details on a table in words: lists of cells, bars of intervals, methods compared, the search."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.tables.cells import (
    CellResult,
    Equation,
    Proof,
    Protects,
    RequiredLevels,
    Term,
    counted_once,
)
from sdc_desktop.engine.tables.table import Reason
from sdc_desktop.words.tables.cells import interval_text, is_disclosed, is_failing, is_open, is_primary
from sdc_desktop.words.tables.figures import Decimals, number_text, value_text
from sdc_desktop.words.tables.tables import NOTHING, STATUSES, cell_name, proof_lines, risk, status
from sdc_desktop.words.words import N_, Words, whole

WHICH: Mapping[str, str] = {
    "unsafe": N_("Unsafe cells"),
    "failing": N_("Insufficiently protected"),
    "hidden": N_("All suppressed cells"),
}
RULES: Mapping[str, str] = {
    "manual": N_("by hand"),
    "dominance": N_("dominance"),
    "p_percent": N_("p percent"),
    "pq": N_("pq"),
    "request": N_("request"),
    "threshold": N_("threshold, too few"),
    "zero": N_("zero"),
}
_SHORT: Mapping[str, str] = {
    "manual": N_("declared unsafe manually"),
    "dominance": N_("{n} largest have {share} %, more than {k} %"),
    "p_percent": N_("{rest} beside the {n} largest, under {bound}"),
    "pq": N_("{rest} beside the {n} largest, under {bound}"),
    "request": N_("asks for protection with {share} %"),
    "threshold": N_("contributors: {contributors}, under {n}"),
    "zero": N_("zero with contributors"),
}


# cells as a list -------------------------------------------------------------------------------------


def listed_cells(cells: Iterable[CellResult], which: str) -> list[CellResult]:
    """The cells that a list shows (a key of WHICH), each once."""
    if which == "unsafe":
        return [cell for cell in cells if is_primary(cell) and not cell.repeats]
    if which == "failing":
        return [cell for cell in cells if _is_exposed(cell) and not cell.repeats]
    return [cell for cell in cells if cell.published is None and not cell.repeats]


def _is_exposed(cell: CellResult) -> bool:
    return is_failing(cell) or is_disclosed(cell) or cell.by_contributor


def listed_header(words: Words) -> tuple[str, ...]:
    """The columns of the list."""
    titles = (N_("Cell"), N_("Status"), N_("Value"), N_("Feasibility interval"), N_("Risk"), N_("Why"))
    return tuple(map(words.say, titles))


def listed_row(cell: CellResult, decimals: Decimals, words: Words) -> tuple[str, ...]:
    """A cell in the list."""
    value = cell.value if cell.value is not None else cell.published
    derived = cell.possible is not None or cell.risk is not None or cell.disclosed
    return (
        cell_name(cell.coordinates, words),
        status(cell, words),
        NOTHING if value is None else value_text(value, decimals.value, words),
        interval_text(cell, decimals, words) if derived else NOTHING,
        risk(cell, words),
        why(cell, words),
    )


def why(cell: CellResult, words: Words) -> str:
    """Why a cell is unsafe or suppressed, and whether its protection fails, in few words."""
    say = words.say
    parts = [_short(one, words) for one in (*cell.reason, *(cell.overruled or ()))]
    if is_failing(cell):
        parts.insert(0, say(N_("level not met")))
    if cell.by_contributor:
        parts.insert(0, say(N_("exactly disclosed to a singleton")))
    if cell.overruled is not None:
        parts.insert(0, say(N_("status set manually")))
    if cell.joint is not None:
        parts.insert(0, say(N_("with other tables")))
    if is_disclosed(cell):
        parts.insert(0, say(N_("derived exactly")))
    if cell.protects:
        first = primary_name(cell.protects[0], words)
        more = len(cell.protects) - 1
        text = N_("protects {cell}") if not more else N_("protects {cell} and {number} more")
        parts.append(say(text, cell=first, number=whole(more)))
    if not parts and is_primary(cell):
        parts.append(say(N_("by the table itself")))
    return "; ".join(parts)


def primary_name(protected: Protects, words: Words) -> str:
    """The unsafe cell that a secondary protects, with its table where this table does not contain it."""
    name = cell_name(protected.primary, words)
    if not protected.job:
        return name
    return words.say(N_("{cell} of {table}"), cell=name, table=protected.job)


def _short(reason: Reason, words: Words) -> str:
    figures = {
        name: words.figure(value, 1) if name == "share" else number_text(value, words)
        for name, value in reason.figures.items()
    }
    if "colluders" in reason.figures:
        figures["n"] = whole(int(reason.figures["colluders"]) + 1)  # the largest and the coalition
    return words.say(_SHORT[reason.kind], **figures)


def finder(text: str, words: Words) -> Callable[[CellResult], bool]:
    """A test of a cell: whether all words of a text are in its name, status or names of rules.

    Fast enough for every letter typed, because sentences with figures are not searched.
    """
    wanted = text.casefold().split()
    statuses = {code: words.say(message).casefold() for code, message in STATUSES.items()}
    rules = {code: words.say(message).casefold() for code, message in RULES.items()}
    faults = (words.say(N_("derived exactly")).casefold(), words.say(N_("level not met")).casefold())

    def found(cell: CellResult) -> bool:
        reasons = (*cell.reason, *(cell.overruled or ()))
        parts = [*cell.coordinates, statuses[cell.status], *(rules[one.kind] for one in reasons)]
        if is_disclosed(cell):
            parts.append(faults[0])
        if is_failing(cell):
            parts.append(faults[1])
        text = " / ".join(parts).casefold()
        return all(word in text for word in wanted)

    return found if wanted else lambda cell: True


def list_line(shown: int, number: int, which: str, words: Words, *, judged: bool = True) -> str:
    """How many cells are listed; ``judged``: whether rules state which are unsafe."""
    if not number:
        rules = N_("Under the rules set, no cell is unsafe.")
        nothing = {
            "unsafe": rules if judged else N_("No rule states which cells are unsafe."),
            "failing": N_("No cell that is not published comes out closer than its protection allows."),
            "hidden": N_("Every cell is published."),
        }
        return words.say(nothing[which])
    if shown == number:
        return words.say_many(
            N_("{number} cell. Enter or a double click shows it in the table."),
            N_("{number} cells. Enter or a double click shows one in the table."),
            number,
        )
    return words.say(N_("{shown} of {number} {number:cell|cells}."), shown=whole(shown), number=whole(number))


# intervals against protection ------------------------------------------------------------------------


def bars_header(words: Words) -> tuple[str, ...]:
    """The columns of the data behind the bars."""
    titles = (
        N_("Cell"),
        N_("Value"),
        N_("Required below"),
        N_("Achieved below"),
        N_("Required above"),
        N_("Achieved above"),
        N_("Required width"),
        N_("Width"),
        N_("Protection"),
    )
    return tuple(map(words.say, titles))


def bar_row(
    cell: CellResult, needed: RequiredLevels, reached: tuple[float, float], decimals: Decimals, words: Words
) -> tuple[str, ...]:
    """A cell in the data behind the bars."""
    met = words.say(N_("not met") if is_failing(cell) else N_("met"))
    ends = [NOTHING if end == float("inf") else number_text(end, words) for end in (*reached, sum(reached))]
    value = NOTHING if cell.value is None else value_text(cell.value, decimals.value, words)
    below, above, length = (
        number_text(level, words) for level in (needed.below, needed.above, needed.length)
    )
    return cell_name(cell.coordinates, words), value, below, ends[0], above, ends[1], length, ends[2], met


def bar_reading(cell: CellResult, needed: RequiredLevels, decimals: Decimals, words: Words) -> str:
    """The selected bar; the required length is given where it exceeds what the two sides require."""
    reading = words.say(
        N_("{cell}: an intruder derives {ends}; required: {below} below and {above} above {value}."),
        cell=cell_name(cell.coordinates, words),
        ends=interval_text(cell, decimals, words),
        below=number_text(needed.below, words),
        above=number_text(needed.above, words),
        value=NOTHING if cell.value is None else value_text(cell.value, decimals.value, words),
    )
    if needed.length <= needed.below + needed.above:
        return reading
    text = N_("The interval has to be {length} long at least.")
    return f"{reading} {words.say(text, length=number_text(needed.length, words))}"


def bars_line(shown: int, number: int, failing: int, words: Words) -> str:
    """How many intervals there are and how many fail."""
    if not number:
        return words.say(N_("No cell has both an interval and a protection level to compare."))
    if failing:
        text = words.say_many(
            N_("{number} of {all} intervals does not reach as far as its protection level asks."),
            N_("{number} of {all} intervals do not reach as far as their protection levels ask."),
            failing,
            all=whole(number),
        )
    else:
        text = words.say_many(
            N_("The interval of the {number} unsafe cell reaches as far as its protection level asks."),
            N_("The intervals of all {number} unsafe cells reach as far as their protection levels ask."),
            number,
        )
    if shown == number:
        return text
    drawn = words.say(N_("{shown} of {number} are drawn."), shown=whole(shown), number=whole(number))
    return f"{text} {drawn}"


# methods compared ------------------------------------------------------------------------------------


SORTS = (  # of cells, by what a method did to them
    N_("published unchanged"),
    N_("unsafe, suppressed"),
    N_("secondary"),
    N_("changed"),
    N_("unsafe, changed"),
    N_("estimated too closely"),
)
_SAME, _UNSAFE, _SECONDARY, _CHANGED, _UNSAFE_CHANGED, _CLOSE = range(len(SORTS))


def sort_of(cell: CellResult) -> int:
    """What a method did to a cell: a place in SORTS."""
    primary, close = is_primary(cell), is_failing(cell) or is_disclosed(cell)
    if primary and (close or is_open(cell)):
        return _CLOSE
    if cell.published is None:
        return _UNSAFE if primary else _SECONDARY
    if cell.value is not None and cell.published != cell.value:
        return _UNSAFE_CHANGED if primary else _CHANGED
    return _SAME


def pattern_of(result: TableResult) -> list[list[int]]:
    """What a method did to the cells of a table: rows by columns, of further dimensions the first category in
    the order shown; -1 where there is no cell.
    """
    table = result.table
    orders = [one.shown_order for one in table.dimensions]
    rest = tuple(order[0] for order in orders[2:])
    sorts: dict[tuple[int, ...], int] = {}
    for number, places in enumerate(table.codes.tolist()):
        if tuple(places[2:]) == rest:
            sorts[tuple(places[:2])] = sort_of(result.cells[number])
    if len(orders) == 1:
        return [[sorts.get((row,), -1)] for row in orders[0]]
    return [[sorts.get((row, column), -1) for column in orders[1]] for row in orders[0]]


def cost_texts(result: TableResult, words: Words) -> tuple[str, str]:
    """What a method costs, and its share of the values or the mean change."""
    losses = result.losses
    if losses.cells_changed:
        changed = whole(losses.cells_changed)
        text = words.say(
            N_("{number} of {all} {all:cell|cells} changed"), number=changed, all=whole(losses.cells)
        )
        mean = number_text(round(losses.distance / losses.cells_changed, 1), words)
        return text, words.say(N_("by {mean} on average"), mean=mean)
    lost = whole(losses.cells_lost)
    text = words.say(
        N_("{number} of {all} {all:cell|cells} not published"), number=lost, all=whole(losses.cells)
    )
    return text, words.say(N_("{share} of the value"), share=words.percent(losses.value_lost))


def _highest_risk(result: TableResult, words: Words) -> str:
    """The highest disclosure risk; one cell disclosed is beyond any figure."""
    if result.risks.disclosed or (result.method is None and result.risks.unsafe):
        return words.say(N_("disclosed"))
    return words.figure(result.risks.highest_risk or 0.0, 3)


def unprotected_text(result: TableResult, words: Words) -> str:
    """How many cells disclose too much as published, where that was examined."""
    number = result.unprotected
    return words.say(N_("not examined")) if number is None else whole(number)


def methods_header(words: Words) -> tuple[str, ...]:
    """The columns of the data behind the points."""
    titles = (
        N_("Method"),
        N_("Not published"),
        N_("Changed"),
        N_("Value lost"),
        N_("Sum of changes"),
        N_("Highest risk"),
        N_("Not protected"),
    )
    return tuple(map(words.say, titles))


def method_row(label: str, result: TableResult, words: Words) -> tuple[str, ...]:
    """A method in the data behind the points."""
    losses = result.losses
    return (
        label,
        whole(losses.cells_lost),
        whole(losses.cells_changed),
        words.percent(losses.value_lost),
        number_text(losses.distance, words),
        _highest_risk(result, words),
        unprotected_text(result, words),
    )


# the search ------------------------------------------------------------------------------------------


def search_header(words: Words) -> tuple[str, ...]:
    """The columns of the data behind the curve."""
    titles = (N_("Seconds"), N_("Best found"), N_("Lower bound"), N_("Gap"))
    return tuple(map(words.say, titles))


def search_row(seconds: float, cost: float | None, bound: float, words: Words) -> tuple[str, ...]:
    """A moment of the search."""
    found = NOTHING if cost is None else number_text(round(cost, 3), words)
    gap = NOTHING if cost is None else words.percent(gap_of(cost, bound))
    return words.figure(seconds, 1), found, number_text(round(bound, 3), words), gap


def gap_of(cost: float, bound: float) -> float:
    """By what share of its cost the best found may be too expensive."""
    return 0.0 if cost <= 0 else max(0.0, (cost - bound) / cost)


def search_line(seconds: float, cost: float | None, bound: float, words: Words) -> str:
    """Where the search stands."""
    if cost is None:
        return words.say(
            N_("After {seconds} s nothing is found yet; nothing costs less than {bound}."),
            seconds=words.figure(seconds, 1),
            bound=number_text(round(bound, 3), words),
        )
    if cost <= bound:
        return words.say(
            N_("After {seconds} s the best is proven: it costs {cost}."),
            seconds=words.figure(seconds, 1),
            cost=number_text(round(cost, 3), words),
        )
    return words.say(
        N_("After {seconds} s the best found costs {cost}; at most {gap} % of it could still be saved."),
        seconds=words.figure(seconds, 1),
        cost=number_text(round(cost, 3), words),
        gap=words.figure(100 * gap_of(cost, bound), 1),
    )


# derivations -----------------------------------------------------------------------------------------


def derived_cells(result: AuditResult | TableResult) -> tuple[CellResult, ...]:
    """The cells with a proof of what an intruder can infer."""
    return tuple(cell for cell in result.cells if cell.proof and not cell.repeats)


def derivation_lines(cell: CellResult, proofs: Sequence[Proof], words: Words) -> tuple[str, ...]:
    """The equations by which a cell is derived: a sum and its parts each, suppressed cells by name."""
    found: list[str] = []
    for proof in proofs:
        lines = proof_lines(cell, proof, words)
        equations = [_equation(one, words) for one in proof.equations]
        found += [lines[0], *equations, *lines[1 + len(equations) :]]
    return tuple(found)


def _equation(equation: Equation, words: Words) -> str:
    """`12 (Total / x) = [a / x] + 3 (b / x)`, and how often it is used if not once."""
    alone = [term for term in equation.terms if term.factor == -1]
    if len(alone) == 1 and equation.right == 0:
        parts = [term for term in equation.terms if term.factor != -1]
        text = f"{_term(alone[0], words)} = {_sum(parts, words)}"
    else:
        text = f"{_sum(equation.terms, words)} = {number_text(equation.right, words)}"
    if abs(equation.times) == 1:
        return text
    return words.say(
        N_("{equation} (taken {times} {times:time|times})"),
        equation=text,
        times=number_text(equation.times, words),
    )


def _sum(terms: Sequence[Term], words: Words) -> str:
    text = ""
    for term in terms:
        size = "" if abs(term.factor) == 1 else f"{abs(term.factor)}\u00a0\u00d7\u00a0"
        sign = "\u2212" if term.factor < 0 else "+" if text else ""
        text += f" {sign} {size}{_term(term, words)}" if text else f"{sign}{size}{_term(term, words)}"
    return text


def _term(term: Term, words: Words) -> str:
    name = cell_name(term.coordinates, words)
    return f"[{name}]" if term.published is None else f"{number_text(term.published, words)} ({name})"


# redesign ----------------------------------------------------------------------------------------


def merges_of(result: TableResult) -> tuple[tuple[str, tuple[str, ...], str], ...]:
    """For each merge the variable, the categories that are published no more, and what they became."""
    table = result.table
    cells = counted_once(result.cells)
    numbers = [number for number, cell in enumerate(cells) if cell.status != "merged"]
    found = []
    for axis, dimension in enumerate(table.dimensions):
        kept = set(table.codes[numbers, axis].tolist())
        names = dimension.categories
        for split in dimension.splits:
            parts = tuple(names[place] for place in split.children if place not in kept)
            if parts and split.parent in kept:
                found.append((dimension.name, parts, names[split.parent]))
    return tuple(found)


def merges_header(words: Words) -> tuple[str, ...]:
    """The columns of the data behind the picture of merges."""
    return tuple(map(words.say, (N_("Variable"), N_("Category"), N_("Became"))))


def merges_line(result: TableResult, number: int, words: Words) -> str:
    """How many merges there are, and how many unsafe cells are left."""
    if not number:
        return words.say(N_("No categories were merged."))
    left = words.say_many(
        N_("{number} unsafe cell is still published."),
        N_("{number} unsafe cells are still published."),
        result.risks.unsafe,
    )
    if not result.risks.unsafe:
        left = words.say(N_("No unsafe cell is published."))
    lost = words.say_many(
        N_("{number} cell is published no more."),
        N_("{number} cells are published no more."),
        result.losses.cells_lost,
    )
    return f"{lost} {left}"
