"""What the data offer to the settings of a form: variables by their settings, ranges, the job's secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args, get_origin

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.plan_secrets import SecretFacts
from sdc_desktop.engine.setting import Pick, Settings, all_settings, classes_in
from sdc_desktop.engine.spec import Level

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.data.microdata import Microdata

Blocks = tuple[tuple[str, ...], ...]  # of variables


@dataclass(frozen=True)
class Choices:
    """What the data and the plan offer a form: by path of a setting the variables that can be given, those in
    use, the greatest number, and the words that cannot be chosen with the reason (a class of settings by its
    title); the least and the greatest number of variables; what can be shown of the job's secret; by
    path of a setting those that are not shown and the value to begin with instead of a word; the values of
    variables, their levels and which are key variables; the names of the levels of their hierarchies, and
    the finest that can be chosen where that is not the first (0); by path of a setting a sentence before its
    hint; whether hints speak of persons.
    """

    offered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    chosen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    secret: SecretFacts | None = None
    most: Mapping[str, float] = field(default_factory=dict)
    barred: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    first: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    levels: Mapping[str, Level] = field(default_factory=dict)
    key_variables: frozenset[str] = frozenset()
    level_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    finest_levels: Mapping[str, int] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    persons: bool = False


def choices_of(
    params: Settings,
    data: Microdata,
    ranges: Mapping[str, tuple[float, float]] | None = None,
    secret: SecretFacts | None = None,
) -> Choices:
    """What data offer to the settings of params: the key variables first, then in file order. A variable in
    use is offered even where its level or role does not suit. A mapping from variables that picks none of its
    own is about those in use by the first setting that does.
    """
    chosen: dict[str, tuple[str, ...]] = {}
    offered: dict[str, tuple[str, ...]] = {}
    for key, setting in params.settings.items():
        given, pick = getattr(params, key), setting.picks
        if pick is not None:
            chosen[key] = _used(given, pick, data)
            fit = (v for v in data.variables if v.name in chosen[key] or pick.offers(v.role, v.level))
            offered[key] = tuple(v.name for v in sorted(fit, key=lambda v: v.role != "key"))
        elif isinstance(given, Mapping) and chosen:
            offered[key] = next(iter(chosen.values()))
    for path, part, key in all_settings(type(params)):
        pick = part.settings[key].picks
        if pick is not None and path not in offered:
            offered[path] = tuple(v.name for v in data.variables if pick.offers(v.role, v.level))
    return Choices(offered, chosen, ranges or {}, secret)


def counting_choices(method: Method[Any], params: Settings, why: str) -> dict[str, dict[str, str]]:
    """By key of params the words with which the method would count records although persons have several,
    each with the reason; none where it does so with these params.
    """
    if not method.counts_persons(params):
        return {}
    found = {}
    for key, setting in params.settings.items():
        words = [word for word in setting.choices if not _counts(method, params, key, word)]
        if words:
            found[key] = dict.fromkeys(words, why)
    return found


def _counts(method: Method[Any], params: Settings, key: str, word: str) -> bool:
    return method.counts_persons(params.model_copy(update={key: word}))


def needs_ranges(params: Settings) -> bool:
    """Whether the form shows the ranges of variables: a mapping has two ends for each."""
    return any(len(part.settings) == 2 for part in _by_variable(params))


def _by_variable(params: Settings) -> Iterator[type[Settings]]:
    for info in type(params).model_fields.values():
        arguments = get_args(info.annotation)
        if get_origin(info.annotation) is dict:
            yield from classes_in(arguments[1])


def _used(given: Any, pick: Pick, data: Microdata) -> tuple[str, ...]:
    if given is None:
        return tuple(v.name for v in data.variables if pick.takes(v.role, v.level))
    return (given,) if isinstance(given, str) else tuple(given)
