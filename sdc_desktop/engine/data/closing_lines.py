"""The last lines of a table that are no records: totals, means and notes. They are reported."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Context, Decimal, localcontext

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.preamble import FIGURE
from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.store import Relation, Row, interruptible

_MOST = 5  # lines that are looked at
_EXACT = Context(prec=60, traps=[])
_FEWEST = 3  # records above them
_NOTE_COLUMNS = 3  # of a table in which a line with a single text is a note
_TOTAL = re.compile(
    r"(?:(?:(?:grand|sub|sous|over)[ -]?)?(?:total|totals|totale|totaal|totalt|totales|totaux)"
    r"|(?:gesamt|zwischen|end|teil)?summen?|(?:ins)?gesamt(?:zahl|wert|betrag)?|insgesamt|overall"
    r"|razem|ogółem|celkem|spolu|összesen|yhteensä|i alt|kokku|iš viso|итого|всего|σύνολο)(?:\W.{0,40})?"
    r"|sum|sums|somme|ensemble|suma|zusammen|mean|average|avg|median|mittelwert|durchschnitt|moyenne|media"
    r"|promedio|średnia|count|anzahl",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"(?:sources?|quellen?|notes?|hinweise?|anmerkung(?:en)?|fuente|fonte)\s*:.*|[©*#].*", re.I
)


def closing_lines(
    relation: Relation, missing: Mapping[int, Sequence[str]], decimal: DecimalMark, context: JobContext
) -> int:
    """How many of the last records look like totals or notes below a table: a text such as *Total* that the
    column has nowhere else, or nothing, beside figures alone, with a blank where all records have a value or
    with the sum, mean or number of the figures above; or a single text where the column has figures.
    ``missing``: the missing codes by column. Raises Cancelled.
    """
    if relation.columns < 2 or relation.records <= _FEWEST:
        return 0
    rows = relation.window(max(relation.records - _MOST, 0), relation.records)
    table = _Table(relation, missing, decimal, context)
    found = 0
    for row in reversed(rows):
        if relation.records - found - 1 < _FEWEST or not (table.is_total(row) or table.is_note(row)):
            break
        found += 1
        table.drop(row)
    return found


class _Table:
    """The records without those already taken for other lines; a column is only counted when it is needed."""

    def __init__(
        self,
        relation: Relation,
        missing: Mapping[int, Sequence[str]],
        decimal: DecimalMark,
        context: JobContext,
    ) -> None:
        self._relation, self._missing, self._context = relation, missing, context
        self._decimal = decimal
        self._number = re.compile(number_pattern(decimal))
        self._dropped: list[Row] = []

    def drop(self, row: Row) -> None:
        """Take the last record for no record."""
        self._dropped.append(row)

    def is_total(self, row: Row) -> bool:
        """Whether the last record has totals or other figures of those above."""
        filled = [column for column in range(len(row)) if not self._is_blank(column, row[column])]
        figures = [column for column in filled if self._number.fullmatch(row[column])]
        labels = [column for column in filled if _TOTAL.fullmatch(row[column].strip())]
        if not filled or len(labels) + len(figures) < len(filled):
            return False
        blanks = [column for column in range(len(row)) if column not in filled]
        if labels and labels[0] == filled[0]:
            if self._above(labels[0], row)[row[labels[0]]]:
                return False
            return any(self._is_full(column, row) for column in blanks) or any(
                self._explains(column, row) for column in figures
            )
        return bool(
            figures
            and any(self._is_full(column, row) for column in blanks)
            and all(self._explains(column, row, only_sums=True) for column in figures)
        )

    def is_note(self, row: Row) -> bool:
        """Whether the last record is a single text in a column of figures, or one that begins as notes do."""
        if len(row) < _NOTE_COLUMNS or self._is_blank(0, row[0]) or FIGURE.fullmatch(row[0].strip()):
            return False
        if not all(self._is_blank(column, row[column]) for column in range(1, len(row))):
            return False
        if not any(self._is_full(column, row) for column in range(1, len(row))):
            return False
        above = self._above(0, row)
        return bool(_NOTE.fullmatch(row[0].strip())) or all(
            FIGURE.fullmatch(value.strip()) for value in above if not self._is_blank(0, value)
        )

    def _is_blank(self, column: int, value: str) -> bool:
        return not value.strip() or value in self._missing[column]

    def _above(self, column: int, row: Row) -> Counter[str]:
        """The values of a column above the last record, with their numbers."""
        cursor = self._relation.store.cursor()
        values: Counter[str] = Counter()
        with interruptible(cursor, self._context):
            for value, number in run(cursor, self._relation.counted(column, self._context)):
                values[str(value)] += int(number)
        values.subtract([str(one[column]) for one in (*self._dropped, row)])
        return +values

    def _is_full(self, column: int, row: Row) -> bool:
        return not any(self._is_blank(column, value) for value in self._above(column, row))

    def _explains(self, column: int, row: Row, *, only_sums: bool = False) -> bool:
        """Whether a figure is the sum of those above it, their mean or number; rounding is allowed for."""
        above: Counter[Decimal] = Counter()
        for value, number in self._above(column, row).items():
            if self._number.fullmatch(value):
                above[self._figure(value)] += number
        figure = self._figure(row[column])
        if len(above) < 2:
            return False
        records = sum(above.values())
        with localcontext(_EXACT):
            total = sum((value * number for value, number in above.items()), Decimal())
            if only_sums:
                return figure == total
            half = Decimal(1).scaleb(figure.adjusted() - len(figure.as_tuple().digits) + 1) / 2
            return abs(figure - total) <= half or figure == records or abs(figure - total / records) <= half

    def _figure(self, text: str) -> Decimal:
        return Decimal(text.strip().replace(self._decimal, "."))
