"""Texts that look like missing codes: how they are read, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from sdc_desktop.words.program.variables import few
from sdc_desktop.words.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.data.missing_codes import MissingCodes


def read_as_missing(codes: Mapping[str, MissingCodes], words: Words) -> str:
    """How many variables and values have texts that are read as missing: a step of the history."""
    number = words.say_many(N_("{number} variable"), N_("{number} variables"), len(codes))
    text = N_("{codes} read as missing in {variables} ({values})")
    return words.say(text, variables=number, **_figures(codes, words))


def read_as_values(codes: Mapping[str, MissingCodes], words: Words) -> str:
    """Which variables have texts that are read as values, and how many values they are."""
    text = N_("{codes} read as values in {variables} ({values})")
    return words.say(text, variables=few(tuple(codes), words), **_figures(codes, words))


def codes_message(codes: Mapping[str, MissingCodes], missing: Sequence[str], words: Words) -> str:
    """A sentence on what is read as missing, in the variables `missing`, and one on values in the others."""
    accepted = {name: one for name, one in codes.items() if name in missing}
    values = {name: one for name, one in codes.items() if name not in missing}
    parts = [read_as_missing(accepted, words)] if accepted else []
    parts += [read_as_values(values, words)] if values else []
    return " ".join(f"{part}." for part in parts)


def code_line(name: str, codes: MissingCodes, words: Words) -> str:
    """A variable with its codes and their number."""
    return words.say(
        N_("{variable}: {codes} ({values})"),
        variable=name,
        codes=few(codes.codes, words),
        values=_values([codes], words),
    )


def _figures(codes: Mapping[str, MissingCodes], words: Words) -> dict[str, object]:
    texts = dict.fromkeys(text.strip() for one in codes.values() for text in one.codes)
    return {
        "codes": few(tuple(texts), words),
        "values": _values(codes.values(), words),
    }


def _values(codes: Iterable[MissingCodes], words: Words) -> str:
    return words.say_many(N_("{number} value"), N_("{number} values"), sum(one.number for one in codes))
