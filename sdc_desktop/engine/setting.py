"""Facts of one setting of a job, in one place: beside the key that it describes.

Forms, the guide's *Fields*, the field help, the report's table of settings, the site policy, the history
and the JSON Schema read them. Texts are marks; only ``words`` translates. Type, bounds and default are the
field's own. A key without a :class:`Setting`, or with choices other than the words of its type, cannot be
defined.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Literal, TypeVar, get_args, get_origin

from pydantic.fields import FieldInfo

from sdc_desktop.engine.spec import NEVER_RELEASED, Level, Role, Spec
from sdc_desktop.marks import N_

Secrecy = Literal[
    "open",  # in both editions of the report
    "internal",  # protection levels, seeds: in the internal edition only
    "counted",  # values of respondents: both editions have the number of entries, none has the entries
    "internal_count",  # the number of entries, in the internal edition only
    "names",  # a mapping from variables: both editions have the variables, none has the values
    "by_variable",  # a mapping from variables: the external edition names confidential ones without values
    "secret",  # in no edition
]
Place = Literal["main", "more", "plan"]  # in the form: visible, under More, not shown

NO_CHOICES: Mapping[str, "Choice"] = MappingProxyType({})
NEVER_PICKED: tuple[Role, ...] = (*NEVER_RELEASED, "weight", "household")


@dataclass(frozen=True)
class Unit:
    """How a number is shown, in the window and in the report: times ``scale``, with a suffix (a mark with its
    leading space), and with ``decimals`` in a field.
    """

    scale: float = 1
    suffix: str = ""
    decimals: int = 0


NUMBER = Unit()
SHARE = Unit(100, N_("\u2009%"), 1)
DEVIATIONS = Unit(100, N_("\u2009% of std. deviation"), 1)
RANKS = Unit(1, N_("\u2009% of ranks"), 1)


@dataclass(frozen=True)
class Choice:
    """One of the words of a setting: its label, the report's sentence on its effect, and the sentence below
    the field while it is chosen, which may name keys of the params (``{k}``), and its twin where persons are
    counted.
    """

    label: str
    effect: str = ""
    hint: str = ""
    persons_hint: str = ""

    def hint_of(self, *, persons: bool) -> str:
        """The sentence below the field, on what is counted."""
        return (persons and self.persons_hint) or self.hint


@dataclass(frozen=True)
class Pick:
    """Variables by level and role: those that are used where the plan names none.

    ``described`` names them in a phrase. ``roles`` None means all but those of NEVER_PICKED. ``offered`` are
    the levels of variables that a form offers; none where they are the same ``levels``.
    """

    levels: tuple[Level, ...]
    described: str
    roles: tuple[Role, ...] | None = None
    offered: tuple[Level, ...] = ()

    def takes(self, role: Role, level: Level) -> bool:
        """Whether a variable of this role and level is used where the plan names none."""
        taken = role in self.roles if self.roles is not None else role not in NEVER_PICKED
        return taken and level in self.levels

    def offers(self, role: Role, level: Level) -> bool:
        """Whether a form offers a variable of this role and level."""
        return role not in NEVER_PICKED and level in (self.offered or self.levels)


@dataclass(frozen=True, kw_only=True)
class Setting:
    """All that is known of one key of a job's params beyond its type, bounds and default.

    ``label``: a noun phrase, in report, history and policy. ``help``: what it is and how to choose it,
    without the default. ``short``: before the field, where the label is too long there. ``hint``: below the
    field. ``card``: the heading of the card that begins with it. ``absent``: what holds where it is None.
    ``other``: what a value is called that is none of the words, or empty. ``first``: the value to begin with,
    of a required key or of a variable that a mapping does not name. ``begins``: the value in a new part of a
    plan, where plans that do not have the key mean another; ``begins_for``: only where the data have a
    variable of this role. ``beside``: further keys that are set in the same field. ``inherits``: the plan
    setting that holds where a job names none. ``matters``: whether
    it has an effect with these params; None: always.
    """

    label: str
    help: str
    secrecy: Secrecy
    short: str = ""
    hint: str = ""
    card: str = ""
    beside: tuple[str, ...] = ()
    inherits: str = ""
    absent: str = ""
    other: str = ""
    first: Any = None
    begins: Any = None
    begins_for: Role | None = None
    unit: Unit = NUMBER
    choices: Mapping[str, Choice] = field(default_factory=lambda: NO_CHOICES)
    picks: Pick | None = None
    place: Place = "main"
    matters: Callable[[Any], bool] | None = None

    @property
    def field_label(self) -> str:
        """The text before the field, and in the guide."""
        return self.short or self.label

    def has_effect(self, params: Spec) -> bool:
        """Whether the setting has an effect with these params."""
        return self.matters is None or self.matters(params)

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        """Title and description in the JSON Schema of plans."""
        described: dict[str, Any] = handler(core)
        return described | {"title": self.label, "description": self.help}


class Settings(Spec):
    """A part of a plan all of whose keys are settings: ``settings`` has them by key.

    A key with a single word is the tag of its class and needs none. Raises TypeError as a class is defined
    that has a key without a Setting, or choices other than the words of the key's type. ``title`` and
    ``meaning`` name a class that is one of several in a part of a plan, ``phrase`` has its keys in a line
    (``k-anonymity, k = {k}``).
    """

    title: ClassVar[str] = ""
    phrase: ClassVar[str] = ""
    meaning: ClassVar[str] = ""
    settings: ClassVar[Mapping[str, Setting]] = MappingProxyType({})

    def figures(self) -> Mapping[str, Any]:
        """What hints and phrases may name."""
        return self.model_dump()

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        found: dict[str, Setting] = {}
        for key, info in cls.model_fields.items():
            one, words = setting_in(info), set(_words(info.annotation))
            if one is not None:
                found[key] = one
            elif not is_tag(info):
                raise TypeError(f"{cls.__name__}.{key}: no Setting")
            if one is not None and words != set(one.choices):
                raise TypeError(f"{cls.__name__}.{key}: choices are not the words of its type")
        cls.settings = MappingProxyType(found)


S = TypeVar("S", bound=Settings)


def setting_in(info: FieldInfo) -> Setting | None:
    """The setting among the annotations of a field."""
    return next((one for one in info.metadata if isinstance(one, Setting)), None)


def is_tag(info: FieldInfo) -> bool:
    """Whether a field is the tag of its class: a Literal with a single word."""
    return get_origin(info.annotation) is Literal and len(get_args(info.annotation)) == 1


def beginning(params: S, roles: Collection[Role]) -> S:
    """The params of a new job on data with variables of these roles."""
    begins = {
        key: one.begins
        for key, one in params.settings.items()
        if one.begins is not None and one.begins_for in (None, *roles)
    }
    return params.model_copy(update=begins) if begins else params


def setting_of(params: Spec | type[Spec], key: str) -> Setting | None:
    """The setting of a key; None where the part of the plan has no settings yet, or no such key."""
    known = params if isinstance(params, type) else type(params)
    return known.settings.get(key) if issubclass(known, Settings) else None


def default_of(params: type[Spec], key: str) -> Any:
    """The default of a key; None where it is required or absent by default."""
    info = params.model_fields[key]
    return None if info.is_required() else info.get_default(call_default_factory=True)


def classes_in(annotation: Any) -> Iterator[type[Settings]]:
    """The classes of settings within a type, such as those of a list."""
    if isinstance(annotation, type) and get_origin(annotation) is None:
        if issubclass(annotation, Settings):
            yield annotation
        return
    for part in get_args(annotation):
        yield from classes_in(part)


def all_settings(
    params: type[Settings], prefix: str = "", above: tuple[type[Settings], ...] = ()
) -> Iterator[tuple[str, type[Settings], str]]:
    """The path of each setting, with those of the classes within it (``protect.base``), and the class and the
    key that have it. Classes that can hold one another are gone through once.
    """
    for key in params.settings:
        info = params.model_fields[key]
        path = f"{prefix}{info.alias or key}"
        yield path, params, key
        parts = tuple(classes_in(info.annotation))
        for inside in parts:
            if inside not in above:
                yield from all_settings(inside, f"{path}.", (*above, params, *parts))


def _words(annotation: Any) -> Iterator[str]:
    """The words of all Literals within a type; those of other parts of the plan are their own."""
    if get_origin(annotation) is Literal:
        yield from (word for word in get_args(annotation) if isinstance(word, str))
        return
    for part in get_args(annotation):
        yield from _words(part)
