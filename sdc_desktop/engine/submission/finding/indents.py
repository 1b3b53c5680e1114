"""How far the labels of rows are indented: in their cells, or in a text by where they begin."""

from collections.abc import Sequence

from sdc_desktop.engine.submission.sheets import Sheet


def depths_of(sheet: Sheet, rows: Sequence[int], labels: Sequence[int]) -> tuple[int, ...]:
    """By row how far its first label is indented. Where all labels of a text end at one place they
    are set to the right, and none is indented.
    """
    found, ends = [], set()
    for row in rows:
        at = next(((row, column) for column in labels if (row, column) in sheet.cells), None)
        if at is None:
            found.append(0)
        elif sheet.places is not None:
            begin = sheet.places.get(at, (0, 1))[1] - 1
            ends.add(begin + len(sheet.cells[at].shown))
            found.append(begin)
        else:
            found.append(sheet.cells[at].indent)
    if sheet.places is not None and len(ends) == 1:
        return (0,) * len(found)
    return tuple(found)
