"""Links of a file whose target or tip no reader sees."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sdc_desktop.engine.submission.reading.markup import local
from sdc_desktop.engine.submission.sheets import UNSEEN, Sheet

_PLACE = re.compile(r"\$?[A-Za-z]{1,3}\$?\d{1,7}(?::\$?[A-Za-z]{1,3}\$?\d{1,7})?")
_SCHEME = re.compile(r"(?:https?://|mailto:|file:///?)", re.IGNORECASE)


class Link(NamedTuple):
    """Where a link is, and each text that it carries: target, place, tip."""

    where: str
    texts: tuple[str, ...]


def texts_of(attributes: Mapping[str, str], keys: Iterable[str]) -> tuple[str, ...]:
    """The texts of a link among the attributes of its element, by their local names."""
    values = {local(key): value for key, value in attributes.items()}
    return tuple(values[key] for key in keys if values.get(key, "").strip())


def unseen_links(links: Iterable[Link], sheets: Iterable[Sheet]) -> tuple[str, ...]:
    """Where links carry a text that no cell shows and that is no place of these sheets."""
    listed = tuple(links)
    if not listed:
        return ()
    sheets = tuple(sheets)
    names = {sheet.name.casefold() for sheet in sheets}
    shown = "\n".join(
        cell.shown.casefold() for sheet in sheets for cell in sheet.cells.values() if not cell.flags & UNSEEN
    )
    return tuple(
        dict.fromkeys(
            link.where
            for link in listed
            if any(not _is_place(text, names) and _bare(text) not in shown for text in link.texts)
        )
    )


def _bare(text: str) -> str:
    """A target as a reader may see it: without scheme and the stroke at its end."""
    return _SCHEME.sub("", text.strip(), count=1).rstrip("/").casefold()


def _is_place(text: str, names: set[str]) -> bool:
    """Whether a target is a place of the file: #Sheet!A1, 'My sheet'!A1, #Sheet.A1."""
    bare = text.strip().removeprefix("#")
    sheet, sign, place = bare.rpartition("!") if "!" in bare else bare.rpartition(".")
    if not sign:
        sheet, place = "", bare
    sheet = sheet.removeprefix("$").strip("'").replace("''", "'").casefold()
    return _PLACE.fullmatch(place) is not None and (not sheet or sheet in names)
