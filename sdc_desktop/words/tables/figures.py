"""The figures of a table: one number of decimals for all values, wherever they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sdc_desktop.engine.data.formats import decimals_in
from sdc_desktop.words.words import Words, whole

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
    from sdc_desktop.engine.methods.tables.table.result import TableResult
    from sdc_desktop.engine.spec import Number


class Decimals(NamedTuple):
    """How many decimals the figures of a table have: true values, published ones, and bounds."""

    value: int = 0
    published: int = 0
    bound: int = 0


def decimals_of(result: TableResult | AuditResult) -> Decimals:
    """The decimals of the figures of a result. Values that were rounded one by one have those of what they
    were rounded to, and bounds are finer.
    """
    published = decimals_in(result.unit)
    if result.table is None:
        return Decimals(published, published, published)
    bound = decimals_in(result.table.unit)
    return Decimals(bound if result.table.base == 1 else published, published, bound)


def value_text(value: Number, decimals: int, words: Words) -> str:
    """A value with the decimals of the data, thin-space thousands and a true minus sign."""
    if decimals == 0 and float(value).is_integer():
        return f"\u2212{whole(-int(value))}" if value < 0 else whole(int(value))
    return words.figure(value, max(decimals, 0 if float(value).is_integer() else 1))


def number_text(number: int | float, words: Words) -> str:
    """A number in full, thin-space thousands: 16 847 646.84."""
    if isinstance(number, int) or float(number).is_integer():
        text = whole(abs(int(number)))
    else:
        text = words.figure(abs(number), 3).rstrip("0").removesuffix(words.decimal_mark)
    return f"\u2212{text}" if number < 0 else text
