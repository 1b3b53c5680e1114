"""The tables of a plan as a list: what each counts, and what was done to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.methods.tables.audit import AuditParams
from sdc_desktop.engine.methods.tables.linked_audit import LinkedAuditParams
from sdc_desktop.engine.methods.tables.private_table import PrivateTableParams
from sdc_desktop.engine.tables.specs.rules import Rule
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.words.tables.cells import NOTHING
from sdc_desktop.words.tables.tables_choices import protection_label
from sdc_desktop.words.words import N_, Words, whole

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.table.result import TableResult


def counted_text(params: object, cells: int | None, words: Words) -> str:
    """What a table counts, and its cells where their number is known: `turnover, 1 407 cells`."""
    counted = _counted(params, words)
    if cells is None:
        return counted
    return words.say_many(
        N_("{counted}, {number} cell"), N_("{counted}, {number} cells"), cells, counted=counted
    )


def _counted(params: object, words: Words) -> str:
    if isinstance(params, AuditParams):
        return words.say(N_("published table"))
    if isinstance(params, LinkedAuditParams):
        return words.say(N_("linked tables"))
    if isinstance(params, PrivateTableParams):
        return words.say(N_("private table"))
    if not isinstance(params, TableParams) or params.table is not None:
        return words.say(N_("given table"))
    persons = params.count == "persons"
    return params.value or words.say(N_("number of persons") if persons else N_("number of records"))


def unsafe_text(unsafe: int | None, words: Words) -> str:
    """What is known of a table before its protection; None: no rule was set."""
    if unsafe is None:
        return words.say(N_("no rule set"))
    return words.say(N_("{number} unsafe"), number=whole(unsafe))


def done_text(protect: object, lost: int, share: float, words: Words) -> str:
    """What a method did to a table."""
    if getattr(protect, "method", None) == "suppression":
        return words.say(N_("{number} suppressed, {share}"), number=whole(lost), share=words.percent(share))
    return protection_label(protect, words)  # type: ignore[arg-type]  # of the params


def disclosed_text(cells: int, words: Words) -> str:
    """What an audit found."""
    return words.say_many(N_("{number} cell disclosed"), N_("{number} cells disclosed"), cells)


def cells_in(result: Any) -> int | None:
    """The number of cells of a result on tables, where it has some that are shown; each counts once."""
    losses, cells = getattr(result, "losses", None), getattr(result, "cells", ())
    if losses is not None:
        return int(losses.cells)
    return (cells if isinstance(cells, int) else sum(not getattr(c, "repeats", False) for c in cells)) or None


def state_text(params: object, result: Any, words: Words, *, protected: bool) -> str:
    """What was done to a table, or found of it; ``protected``: not only judged."""
    losses, protect = getattr(result, "losses", None), getattr(params, "protect", None)
    if losses is None:
        disclosed = getattr(result, "disclosed", None)
        return "" if disclosed is None else disclosed_text(disclosed, words)
    if not protected or protect is None:
        return unsafe_text(result.unsafe_cells if result.judged else None, words)
    return done_text(protect, losses.cells_lost, losses.value_lost, words)


def linked_heading(shared: int | None, words: Words) -> str:
    """Above tables that share cells; None: their number is not known yet."""
    if shared is None:
        return words.say(N_("Protected together"))
    return words.say_many(N_("Linked by {number} shared cell"), N_("Linked by {number} shared cells"), shared)


def rule_text(rule: Rule, words: Words) -> str:
    """A sensitivity rule with its figures: `n \u2265 3`."""
    texts = {
        "threshold": N_("n \u2265 {n}"),
        "dominance": N_("n, k % = {n}, {k}"),
        "p_percent": N_("p % = {p}"),
        "pq": N_("p, q % = {p}, {q}"),
    }
    figures = {key: words.short(getattr(rule, key)) for key in ("n", "k", "p", "q") if hasattr(rule, key)}
    return words.say(texts.get(rule.kind, rule.title), **figures)


def bar_figures(
    unsafe: int | None, result: TableResult | None, words: Words
) -> tuple[tuple[str, str, str], ...]:
    """Figures of a table as caption, text before and text after its protection: unsafe cells (None: no rule
    states them), and what is suppressed. ``result``: of the protected table, None while there is none.
    """
    from sdc_desktop.words.tables.table_evidence import unprotected_text

    cells, lost = words.say(N_("Unsafe cells")), words.say(N_("Value suppressed"))
    before = NOTHING if unsafe is None else whole(unsafe)
    none = words.percent(0.0)
    if result is None:
        return (cells, "", before), (lost, "", none)
    after = NOTHING if unsafe is None else unprotected_text(result, words)
    return (cells, before, after), (lost, none, words.percent(result.losses.value_lost))
