"""Editors of settings by their type. A type that no editor here shows has one of its own in ``OWN``."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.data.publication import Headings, Lines
from sdc_desktop.engine.methods.curves.cae import Intervals, Known, PossibleValues
from sdc_desktop.engine.methods.curves.cae_experiment import Domain, KnownEntries
from sdc_desktop.engine.methods.perturbation.swap_households import Profiles
from sdc_desktop.engine.methods.perturbation.synthesise import Predictors
from sdc_desktop.engine.methods.settings import Steps
from sdc_desktop.engine.methods.tables.audit import BoundsSpec
from sdc_desktop.engine.methods.tables.linked_audit import Scenarios
from sdc_desktop.engine.microdata.population.spec import Terms
from sdc_desktop.engine.release.spec import Alphas, Rates, Runs, Shares
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.tables.specs.settings import (
    Coordinates,
    DimensionSpec,
    Label,
    LowestSpec,
    SplitSpec,
    TableSpec,
)
from sdc_desktop.ui.forms.choices import Blocks
from sdc_desktop.ui.forms.editors import curves, levels, nested, release, simple, tables
from sdc_desktop.ui.forms.editors.blocks import BlocksField
from sdc_desktop.ui.forms.editors.by_variable import ByVariableEditor
from sdc_desktop.ui.forms.editors.dimensions import DimensionsEditor
from sdc_desktop.ui.forms.editors.entry import (
    Entry,
    is_number,
    is_words,
    item_of,
    parts_of,
    settings_in,
    value_of,
)
from sdc_desktop.ui.forms.editors.simple import Typed

# A type, bare as its class states it, that needs more than its shape shows: how it is typed, or its widget.
OWN: Mapping[Any, Typed | Callable[[Entry], QWidget]] = {
    tuple[DimensionSpec, ...]: DimensionsEditor,
    tuple[DimensionSpec | str, ...]: tables.DetailedTableEditor,
    Scenarios: tables.ScenariosEditor,
    TableSpec: tables.PublishedTableEditor,
    tuple[SplitSpec, ...]: tables.RELATIONS,
    dict[str, tuple[tuple[Label, ...], ...]]: tables.MERGE,
    Coordinates: tables.CELL,
    dict[str, tuple[str, ...]]: tables.CODES,
    Lines: tables.LINES,
    Headings: tables.HEADINGS,
    Predictors: tables.PREDICTORS,
    Profiles: simple.PROFILES,
    tuple[Coordinates, ...]: tables.CELLS,
    BoundsSpec: tables.BOUND,
    LowestSpec: tables.LOWEST,
    Blocks: BlocksField,
    tuple[str, ...] | str: simple.VariablesField,
    PossibleValues: curves.VALUES,
    Known: curves.KnownEditor,
    Intervals: curves.INTERVALS,
    Domain: curves.DomainEditor,
    KnownEntries: curves.ScenariosText,
    Shares: release.SHARES,
    Rates: release.RATES,
    Alphas: release.ALPHAS,
    Runs: release.RunsEditor,
    Number | str: simple.TEXT,
    Terms: simple.TERMS,
    dict[str, tuple[Steps, Steps]]: levels.LimitsEditor,
    dict[str, Steps]: levels.LevelEditor,
}


def editor_of(entry: Entry) -> QWidget:
    """The editor of a setting: that of its very type, else of the shape of its type."""
    own = next((one for known, one in OWN.items() if known == entry.type), None)
    if isinstance(own, Typed):
        return simple.TypedLine(entry, own) if own.lines == 1 else simple.TypedText(entry, own)
    if own is not None:
        return own(entry)
    shape = _shape_of(entry)
    if shape is None:
        raise TypeError(f"{entry.path}: no editor for {entry.type}")
    return shape(entry)


def _shape_of(entry: Entry) -> Callable[[Entry], QWidget] | None:
    kind, item, value = entry.type, item_of(entry.type), value_of(entry.type)
    if kind is bool:
        return simple.Switch
    if kind is str and (entry.is_file or entry.setting.picks):
        return simple.FileField if entry.is_file else simple.VariableField
    if item is str and entry.setting.picks:
        return simple.VariablesField
    if kind is str or item is str or is_number(kind) or is_number(item):
        return _number_field if is_number(kind) else _typed_line
    if is_words(kind) or is_words(item):
        return simple.WordField if is_words(kind) else simple.WordsField
    if settings_in(kind) or settings_in(item):
        return nested.NestedEditor if settings_in(kind) else nested.ListEditor
    if value is str or is_number(value) or is_words(value) or len(settings_in(value)) == 1:
        return ByVariableEditor
    return nested.EitherEditor if any(is_words(part) for part in parts_of(kind)) else None


def _number_field(entry: Entry) -> QWidget:
    """A number that can be absent and has no bounds is typed: a field has no value to stand for that."""
    is_open = entry.bounds(0) == (float("-inf"), float("inf"))
    return simple.TypedLine(entry, simple.NUMBER) if entry.optional and is_open else simple.NumberField(entry)


def _typed_line(entry: Entry) -> QWidget:
    if item_of(entry.type) is str:
        return simple.TypedLine(entry, simple.TEXTS)
    return simple.TypedLine(entry, simple.TEXT if entry.type is str else simple.NUMBERS)
