"""What a ``private_table`` job does: its budget, and how accurate its counts are. No count is known here."""

from collections.abc import Iterator, Sequence
from math import isfinite

from sdc_desktop.engine.methods.tables.private_table.engine import MeasuredMarginal, PrivateResult
from sdc_desktop.engine.tables.private.budget import Total, certainty
from sdc_desktop.sheets.blocks import Column, Finding, Heading, Paragraph, Table
from sdc_desktop.sheets.sheet import EVERYONE, PAPER, About, For
from sdc_desktop.sheets.sheet import table as table_of
from sdc_desktop.words.words import N_, Words, whole

_NONE = "–"
_MARGINALS = (
    N_("Marginal"),
    N_("Cells"),
    N_("Share of budget"),
    N_("Std. deviation"),
    N_("95 % within"),
)


def sheet(about: About, words: Words) -> Iterator[For]:
    """Blocks for every reader: nothing in them depends on the data."""
    say, result = words.say, about.result
    yield For(Finding(_finding(result, words)), EVERYONE)
    yield For(Heading(say(N_("Method"))), PAPER)
    whole_counts = Paragraph(
        say(
            N_(
                "Counts are whole, not negative and add up: they are the nearest such counts to those "
                "with noise, by least squares and controlled rounding, which uses no budget."
            )
        )
    )
    yield For(whole_counts, PAPER)
    yield For(Heading(say(N_("Privacy budget"))), PAPER)
    columns = Column(say(N_("Measure")), share=2), Column(say(N_("Value")), "right", 2)
    yield For(Table(say(N_("Budget")), columns, _budget_rows(result, words)), EVERYONE)
    yield For(Paragraph(_guess(result.total, words)), EVERYONE)
    rows = _marginal_rows(result.marginals, words)
    yield For(table_of(say(N_("Noise by marginal")), _MARGINALS, rows, words), EVERYONE)


def _finding(result: PrivateResult, words: Words) -> str:
    """The budget of the table and of all tables together."""
    if result.total.tables == 1:
        return words.say(
            N_("Epsilon {epsilon}, the first table of its ledger."), epsilon=_epsilon(result.epsilon, words)
        )
    return words.say(
        N_(
            "Epsilon {epsilon}; {number:the only table of the ledger|all {number} tables of "
            "the ledger together} {total}."
        ),
        epsilon=_epsilon(result.epsilon, words),
        number=whole(result.total.tables),
        total=_epsilon(result.total.epsilon, words),
    )


def _guess(total: Total, words: Words) -> str:
    """What an intruder gains at most by all tables."""
    text = words.say(
        N_(
            "An intruder who knows everything else and finds it as probable as not that a person is in the "
            "data can become {share} certain at most."
        ),
        share=words.percent(total.certainty),
    )
    if not total.delta:
        return text
    failing = words.say(N_("With a probability of about {delta} this can fail."), delta=f"{total.delta:.3g}")
    return f"{text} {failing}"


def _budget_rows(result: PrivateResult, words: Words) -> tuple[tuple[str, str], ...]:
    """The budget as labels and figures: this table, all tables, the limit."""
    say, total = words.say, result.total
    size = N_("Rho of this table") if result.noise == "gaussian" else N_("Noise parameter epsilon")
    rows = [(say(size), words.figure(result.budget, 4))]
    rows.append((say(N_("Epsilon of this table")), _at(result.epsilon, result.delta, words)))
    rows.append((say(N_("Tables in the ledger with this one")), whole(total.tables)))
    rows.append((say(N_("Epsilon of all tables")), _at(total.epsilon, total.delta, words)))
    limit = _NONE if total.limit is None else _epsilon(total.limit, words)
    rows.append((say(N_("Maximum epsilon")), limit))
    rows.append(
        (
            say(N_("Even guess about a person, before and after")),
            f"{words.percent(0.5)} → {words.percent(certainty(total.epsilon))}",
        )
    )
    kind = N_("replaced by another") if total.replaced else N_("added or removed")
    protected = words.say_many(
        N_("{number} record per person, {kind}"),
        N_("up to {number} records per person, {kind}"),
        total.contribution,
        kind=say(kind),
    )
    rows.append((say(N_("Protected")), protected))
    return tuple(rows)


def _marginal_rows(marginals: Sequence[MeasuredMarginal], words: Words) -> list[tuple[str, ...]]:
    """A row for each marginal: what it gets of the budget, and how accurate it is measured."""
    return [
        (
            one.name,
            whole(one.cells),
            words.percent(one.share) if one.share else words.say(N_("not measured")),
            words.figure(one.deviation, 2) if isfinite(one.deviation) else _NONE,
            f"± {words.figure(one.exceeded, 1)}" if isfinite(one.exceeded) else _NONE,
        )
        for one in marginals
    ]


def _epsilon(value: float, words: Words) -> str:
    return words.figure(value, 3)


def _at(epsilon: float, delta: float, words: Words) -> str:
    if not delta:
        return _epsilon(epsilon, words)
    return words.say(N_("{epsilon} at delta {delta}"), epsilon=_epsilon(epsilon, words), delta=f"{delta:.3g}")
