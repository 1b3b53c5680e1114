"""CSV as the annex and codebooks have it: commas, UTF-8, LF, and nothing that a spreadsheet would run."""

import csv
import io
from collections.abc import Iterable, Sequence

from sdc_desktop.engine.data.csv.formulas import FormulaEscaper


def csv_text(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The text of a CSV file. A text that a spreadsheet would run begins with an apostrophe."""
    file, escaper = io.StringIO(newline=""), FormulaEscaper()
    writer = csv.writer(file, lineterminator="\n")
    for row in (head, *rows):
        writer.writerow([escaper.text(text) for text in row])
    return file.getvalue()
