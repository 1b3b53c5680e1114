"""What was read: the file, its variables and their hierarchies. Never a value of a respondent."""

from collections.abc import Iterator, Mapping
from pathlib import PurePath

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.microdata.hierarchies.hierarchy import Hierarchy
from sdc_desktop.engine.microdata.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.runner import OpenedPlan
from sdc_desktop.report.model import (
    Block,
    Column,
    Heading,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Section,
    Table,
)
from sdc_desktop.report.sections.confidential import CONFIDENTIAL
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.hierarchies import kind_text
from sdc_desktop.words.program.dialect import (
    DECIMAL_WORDS,
    QUOTE_WORDS,
    delimiter_word,
    encoding_word,
    format_word,
)
from sdc_desktop.words.program.variables import level_word, role_word
from sdc_desktop.words.words import listed, whole


def sections(opened: OpenedPlan, words: Words, context: JobContext) -> tuple[Section, ...]:
    """One section on the data; none where the plan names no data."""
    if opened.opened is None:
        return ()
    found = opened.opened
    blocks: list[Block | Heading] = [
        _opening(found, words),
        _reading(found, words),
        _key_figures(found.data, words),
        _variables(found.data, words, context),
        *_hierarchies(found.spec, opened.source.hierarchies, found.data, words),
    ]
    return (Section(words.say(N_("The data")), tuple(blocks), "data"),)


def file_name(path: str) -> str:
    """A file as the report names it: a path in the plan as it stands there, of any other its last part."""
    return PurePath(path).name if PurePath(path).is_absolute() else path


def _opening(found: Opened, words: Words) -> Paragraph:
    data = found.data
    key_variables = [variable.name for variable in data.with_role("key")]
    parts = [
        words.say(
            N_("The file {file} was read whole and found sound."),
            file=found.path.name,
        )
    ]
    if key_variables:
        parts.append(
            words.say(
                N_(
                    "An intruder is taken to know {variables} of a person and to look for that person by "
                    "them."
                ),
                variables=listed(key_variables, words),
            )
        )
    else:
        parts.append(words.say(N_("No variable was declared as identifying.")))
    direct = len(data.with_role("direct_identifier"))
    if direct:
        parts.append(
            words.say_many(
                N_("{number} direct identifier is left out of every file released."),
                N_("{number} direct identifiers are left out of every file released."),
                direct,
            )
        )
    return Paragraph(" ".join(parts))


def _key_figures(data: Microdata, words: Words) -> KeyFigures:
    return KeyFigures(
        (
            KeyFigure(
                words.say(N_("Records")), whole(data.records), words.say(N_("one for each respondent"))
            ),
            KeyFigure(
                words.say(N_("Key variables")),
                whole(len(data.with_role("key"))),
                words.say_many(
                    N_("of {number} variable in the file"),
                    N_("of {number} variables in the file"),
                    len(data.variables),
                ),
            ),
            KeyFigure(
                words.say(N_("Sensitive variables")),
                whole(len(data.with_role("sensitive"))),
                words.say(N_("what must not be learnt of a person")),
            ),
        )
    )


def _variables(data: Microdata, words: Words, context: JobContext) -> Table:
    rows = tuple(
        (
            variable.name,
            role_word(variable.role, words),
            level_word(variable.level, words),
            _missing(variable, words),
            whole(_distinct(data, index, context)),
        )
        for index, variable in enumerate(data.variables)
    )
    columns = (
        Column(words.say(N_("Variable")), share=2.2),
        Column(words.say(N_("Role")), share=1.5),
        Column(words.say(N_("Level")), share=1.1),
        Column(words.say(N_("Codes for missing")), share=1.4),
        Column(words.say(N_("Distinct values")), "right", share=1.1),
    )
    note = words.say(N_("A code for missing counts as a value of its own."))
    return Table(words.say(N_("Variables and declared roles")), columns, rows, note)


def _distinct(data: Microdata, index: int, context: JobContext) -> int:
    return int(np.sum(data.relation.multiplicities(index, context)[:, 1]))


def _missing(variable: Variable, words: Words) -> str:
    if variable.role in CONFIDENTIAL:  # they stand in its cells as well
        return words.say_many(N_("{number} code"), N_("{number} codes"), len(variable.missing))
    codes = [code or words.say(N_("empty")) for code in variable.missing]
    return ", ".join(codes) or words.say(N_("none"))


def _hierarchies(
    spec: DataSpec, hierarchies: Mapping[str, Hierarchy], data: Microdata, words: Words
) -> Iterator[Block]:
    if not hierarchies:
        return
    rows = tuple(
        (name, _kind(spec, data.variable(name), words), whole(hierarchy.levels))
        for name, hierarchy in hierarchies.items()
        if name in data.names
    )
    columns = (
        Column(words.say(N_("Variable")), share=1.6),
        Column(words.say(N_("Kind")), share=4),
        Column(words.say(N_("Levels")), "right", share=0.8),
    )
    note = words.say(
        N_(
            "A hierarchy groups the values of a variable, more coarsely from level to level. Levels count "
            "“as is” and, where it was added, the last one of a single category."
        )
    )
    yield Table(words.say(N_("Hierarchies")), columns, rows, note)


def _kind(spec: DataSpec, variable: Variable, words: Words) -> str:
    """The kind of a hierarchy; bounds of a confidential variable could be values of respondents."""
    told = spec.hierarchies[variable.name]
    file = file_name(told.path) if isinstance(told, LevelsSpec) else ""
    return kind_text(told, file, confidential=variable.role in CONFIDENTIAL, words=words)


def _reading(found: Opened, words: Words) -> Paragraph:
    if found.format != "csv":
        said = words.say(N_("Format: {format}."), format=format_word(found.format, words))
        return Paragraph(f"{said} {_guessed(found, words)}", words.say(N_("File format.")))
    dialect = found.dialect
    said = words.say(
        N_("Separator: {delimiter}; quotation: {quote}; encoding: {encoding}; decimal mark: {decimal}."),
        delimiter=delimiter_word(dialect.delimiter, words),
        quote=words.say(QUOTE_WORDS[dialect.quote]) if dialect.quote in QUOTE_WORDS else dialect.quote,
        encoding=encoding_word(dialect.encoding, words),
        decimal=words.say(DECIMAL_WORDS[dialect.decimal]),
    )
    first = words.say(
        N_("The first line contains the variable names.")
        if dialect.header
        else N_("The first line is a record.")
    )
    return Paragraph(f"{said} {first} {_guessed(found, words)}", words.say(N_("File format.")))


def _guessed(found: Opened, words: Words) -> str:
    if not found.guesses:
        return words.say(N_("All settings are specified in the plan."))
    return words.say_many(
        N_("{number} setting that the plan left open was found out by the program."),
        N_("{number} settings that the plan left open were found out by the program."),
        len(found.guesses),
    )
