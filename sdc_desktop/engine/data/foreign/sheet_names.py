"""The names of a workbook's sheets, without reading them."""

from pathlib import Path

from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.foreign.sheet_extent import check_workbook
from sdc_desktop.engine.problems import Place, Refused, error


def sheet_names(path: Path) -> tuple[str, ...]:
    """The names, in the workbook's order. Raises :class:`Refused` where it is no workbook, or one that would
    exhaust the memory.
    """
    import python_calamine

    try:
        check_workbook(path, to_open=True)
        with python_calamine.CalamineWorkbook.from_path(str(path)) as book:
            return tuple(book.sheet_names)
    except Unreadable as refusal:
        raise Refused(error(refusal.code, Place(file=path.name), **refusal.figures)) from None
    except (python_calamine.CalamineError, OSError, ValueError):
        raise Refused(error("data.not_of_format", Place(file=path.name), format="xlsx")) from None
