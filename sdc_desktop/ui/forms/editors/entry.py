"""A setting in a form: its type and bounds as its class states them, and where its editor reports to."""

import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from operator import or_
from typing import Annotated, Any, Literal, Protocol, Union, cast, get_args, get_origin

import annotated_types
from pydantic.fields import FieldInfo
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.setting import Setting, Settings, default_of
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.words import Words

Report = Callable[[Mapping[str, object]], None]  # values by key of the class that the setting is in


@dataclass(frozen=True)
class Context:
    """The form that editors are made for: its page of the guide, its words, how an editor is built, and where
    editors report: ``changed`` values that are meant, ``moved`` values on their way, ``refused`` problems of
    a text that cannot be read, ``requested`` the path of a setting whose file must be chosen.
    """

    page: str
    words: Words
    build: Callable[["Entry"], QWidget]
    changed: Report
    moved: Report
    refused: Callable[[tuple[Problem, ...]], None]
    requested: Callable[[str], None]
    paths: frozenset[str]  # of all settings of the method

    def within(self, wrap: Callable[[Report, Mapping[str, object]], None]) -> "Context":
        """A context for editors inside another, which puts their values into its own."""
        return replace(self, changed=partial(wrap, self.changed), moved=partial(wrap, self.moved))


class Editor(Protocol):
    """What a widget for a setting has in addition; ``wide`` where it needs the whole width of the form."""

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show a value; no signal is sent."""


@dataclass(frozen=True)
class Entry:
    """A setting of one class. ``path``: as the guide names it (``protect.base``); ``type``: bare, without
    None; ``constraints``: of that type.
    """

    key: str
    path: str
    setting: Setting
    type: Any
    optional: bool
    constraints: tuple[Any, ...]
    context: Context
    default: Any = None
    is_file: bool = False

    @property
    def name(self) -> str:
        """The accessible name of the editor."""
        return self.say(self.setting.label)

    @property
    def label(self) -> str:
        """The text before the editor."""
        return self.say(self.setting.field_label)

    def say(self, text: str, /, **figures: object) -> str:
        """A mark in the window's language; none for none."""
        return self.context.words.say(text, **figures) if text else ""

    def value_in(self, params: Settings) -> Any:
        """Its value; with those of the keys beside it where it has some."""
        beside = self.setting.beside
        return (
            tuple(getattr(params, key) for key in (self.key, *beside))
            if beside
            else getattr(params, self.key)
        )

    def change(self, value: object) -> None:
        """Report a value that is meant, or None; of a setting with keys beside it one for each."""
        keys = (self.key, *self.setting.beside)
        values: Any = value if len(keys) > 1 and value is not None else (value,) + (None,) * (len(keys) - 1)
        self.context.changed(dict(zip(keys, values, strict=True)))

    def move(self, value: object) -> None:
        """Report a value on its way."""
        self.context.moved({self.key: value})

    def show_again(self) -> None:
        """Report that nothing was changed, so that the setting is shown again."""
        self.context.changed({})

    def prefix_of(self, params: type[Settings]) -> str:
        """What leads to a class within the setting; of a class within itself to the outer one, whose paths
        the guide has.
        """
        first, path = next(iter(params.settings), ""), self.path
        while "." in path and f"{path}.{params.model_fields[first].alias or first}" not in self.context.paths:
            path = path.rpartition(".")[0]
        return f"{path}."

    def needs_one(self) -> bool:
        """Whether at least one value is required."""
        return any(isinstance(one, annotated_types.MinLen) and one.min_length > 0 for one in self.constraints)

    def bounds(self, step: float) -> tuple[float, float]:
        """The least and the greatest number of the type; an open end is moved in by one step."""
        least, most = float("-inf"), float("inf")
        for one in self.constraints:
            if isinstance(one, annotated_types.Ge):
                least = float(cast(float, one.ge))
            elif isinstance(one, annotated_types.Gt):
                least = float(cast(float, one.gt)) + step
            elif isinstance(one, annotated_types.Le):
                most = float(cast(float, one.le))
            elif isinstance(one, annotated_types.Lt):
                most = float(cast(float, one.lt)) - step
        return least, most

    def build(self) -> QWidget:
        """Its editor."""
        return self.context.build(self)

    def part(self, annotation: Any, key: str, setting: Setting, context: Context) -> "Entry":
        """The entry of a part of its value, or of one of the types of its value."""
        bare, optional, constraints = bare_type(annotation)
        return Entry(key, self.path, setting, bare, optional, constraints, context, self.default)


class WideEditor(QWidget):
    """An editor that needs the whole width of the form."""

    wide = True

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self._entry = entry


def is_wide(editor: QWidget) -> bool:
    """Whether an editor needs the whole width of the form."""
    return bool(getattr(editor, "wide", False))


def entries_of(params: type[Settings], prefix: str, context: Context) -> tuple[Entry, ...]:
    """The entries of a class, in its order. ``prefix`` leads to the class within the params of a method."""
    return tuple(_entry(params, key, prefix, context) for key in params.settings)


def _entry(params: type[Settings], key: str, prefix: str, context: Context) -> Entry:
    info = params.model_fields[key]
    bare, optional, constraints = bare_type(info.annotation)
    return Entry(
        key,
        f"{prefix}{info.alias or key}",
        params.settings[key],
        bare,
        optional,
        (*info.metadata, *constraints),
        context,
        default_of(params, key),
        key in params.paths,
    )


def bare_type(annotation: Any) -> tuple[Any, bool, tuple[Any, ...]]:
    """A type without None and annotations, whether it had None, and the constraints it was annotated with."""
    if get_origin(annotation) is Annotated:
        inside, *more = get_args(annotation)
        bare, optional, constraints = bare_type(inside)
        return bare, optional, (*constraints, *_constraints(more))
    if get_origin(annotation) in (Union, types.UnionType):
        parts = [part for part in get_args(annotation) if part is not type(None)]
        optional = len(parts) < len(get_args(annotation))
        if len(parts) == 1:
            bare, _, constraints = bare_type(parts[0])
            return bare, optional, constraints
        return union_of(parts), optional, ()
    return annotation, False, ()


def _constraints(annotations: Iterable[Any]) -> Iterator[Any]:
    for one in annotations:
        yield from one.metadata if isinstance(one, FieldInfo) else (one,)


def union_of(alternatives: Sequence[Any]) -> Any:
    """The type that is any of the alternatives."""
    return reduce(or_, alternatives)


def parts_of(annotation: Any) -> tuple[Any, ...]:
    """The alternatives of a type, each bare; a type that is none is its only alternative."""
    if get_origin(annotation) in (Union, types.UnionType):
        return tuple(bare_type(part)[0] for part in get_args(annotation))
    return (annotation,)


def is_number(annotation: Any) -> bool:
    """Whether a type holds whole numbers or decimals."""
    return all(part in (int, float) for part in parts_of(annotation))


def is_words(annotation: Any) -> bool:
    """Whether a type is a list of fixed words."""
    return get_origin(annotation) is Literal


def settings_in(annotation: Any) -> tuple[type[Settings], ...]:
    """The classes of settings that a type holds; none where it holds anything else."""
    found = parts_of(bare_type(annotation)[0])
    ready = all(isinstance(part, type) and issubclass(part, Settings) for part in found)
    return found if ready else ()


def item_of(annotation: Any) -> Any:
    """The bare type of the items of a tuple of any length; None for other types."""
    arguments = get_args(annotation)
    is_list = get_origin(annotation) is tuple and len(arguments) == 2 and arguments[1] is Ellipsis
    return bare_type(arguments[0])[0] if is_list else None


def value_of(annotation: Any) -> Any:
    """The bare type of the values of a mapping from names; None for other types."""
    arguments = get_args(annotation)
    is_mapping = get_origin(annotation) is dict and arguments[0] is str
    return bare_type(arguments[1])[0] if is_mapping else None
