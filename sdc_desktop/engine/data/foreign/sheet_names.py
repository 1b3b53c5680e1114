"""The names of a workbook's sheets, without reading them."""

from pathlib import Path

from sdc_desktop.engine.problems import Place, Refused, error


def sheet_names(path: Path) -> tuple[str, ...]:
    """The names, in the workbook's order. Raises :class:`Refused` where it is no workbook."""
    import python_calamine

    try:
        with python_calamine.CalamineWorkbook.from_path(str(path)) as book:
            return tuple(book.sheet_names)
    except (python_calamine.CalamineError, OSError, ValueError):
        raise Refused(error("data.not_of_format", Place(file=path.name), format="xlsx")) from None
