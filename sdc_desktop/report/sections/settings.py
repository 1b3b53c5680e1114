"""The settings of a job: every setting that has a value, in plain words.

Label, unit, words and secrecy of a setting are beside its key (:mod:`sdc_desktop.engine.setting`). A part of
the params without settings is not printed; one within a setting, in the internal edition only.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sdc_desktop.engine.methods.registry import METHODS, method_of
from sdc_desktop.engine.setting import Setting, Settings, default_of
from sdc_desktop.engine.spec import Spec
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words
from sdc_desktop.words.setting_words import phrase_words, settings_on, value_words
from sdc_desktop.words.words import listed


def title_of(subject: Subject, words: Words) -> str:
    """The title of a job's chapter: `Noise: wages`."""
    title = words.say(method_of(subject.job.kind).title)
    return words.say(N_("{kind}: {name}"), kind=title, name=subject.job.name)


def done_text(subject: Subject, words: Words) -> str:
    """What the method did, and the effects of the choices that were made."""
    params: Any = subject.job.params
    method = method_of(subject.job.kind)
    chosen = (
        setting.choices[value].effect
        for key, setting in params.settings.items()
        if isinstance(value := getattr(params, key), str) and value in setting.choices
        if setting.has_effect(params)
    )
    return " ".join(words.say(text) for text in (method.done, *chosen) if text)


def settings_of(subject: Subject, words: Words, *, only_changed: bool = False) -> tuple[tuple[str, str], ...]:
    """Label and value of each setting of a job, and of the form in which its table is published;
    ``only_changed``: of those that differ from their default.
    """
    params = getattr(subject.job, "params", None)
    form = getattr(getattr(subject.job, "output", None), "publication", None)
    found: list[tuple[str, str]] = []
    if isinstance(params, Settings):
        found += _declared(subject, params, words, only_changed=only_changed)
    if form is not None:
        title = words.say(form.title)
        inside = _declared(subject, form, words, only_changed=only_changed)
        found += ((f"{title}: {what}", text) for what, text in inside)
    return tuple(found)


def is_printed(kind: str, path: str, *, internal: bool) -> bool:
    """Whether an edition prints the values of a setting, by its path within the params of a kind: what is not
    declared, or lies within a part that is not open, is for the internal edition alone.
    """
    found = settings_on(METHODS[kind].params, path.split(".")) if kind in METHODS else []
    if internal or not found or found[-1] is None:
        return internal
    return all(one.secrecy in ("open", "counted") for one in found if one is not None)


def _declared(
    subject: Subject, params: Settings, words: Words, *, only_changed: bool = False
) -> Iterator[tuple[str, str]]:
    """Label and value of each setting that has an effect and that this edition prints."""
    for key, setting in params.settings.items():
        value = getattr(params, key)
        if value is None or value == () or value == {} or not setting.has_effect(params):
            continue
        if only_changed and value == default_of(type(params), key):
            continue
        if not _is_printed(setting, value, internal=subject.is_internal):
            continue
        label = words.say(setting.label)
        if isinstance(value, Settings):
            if value.title:
                yield label, words.say(value.title)
            inside = _declared(subject, value, words, only_changed=only_changed)
            yield from ((f"{label}: {what}", text) for what, text in inside)
        else:
            yield label, _text(subject, setting, value, words)


def _is_printed(setting: Setting, value: object, *, internal: bool) -> bool:
    if setting.secrecy == "secret":
        return False
    return internal or (setting.secrecy not in ("internal", "internal_count") and not _is_undeclared(value))


def _is_undeclared(value: object) -> bool:
    """Whether a value has parts that say nothing of their secrecy."""
    if isinstance(value, Mapping):
        return any(map(_is_undeclared, value.values()))
    if isinstance(value, tuple):
        return any(map(_is_undeclared, value))
    return isinstance(value, Spec) and not isinstance(value, Settings)


def _text(subject: Subject, setting: Setting, value: object, words: Words) -> str:
    if setting.secrecy in ("counted", "internal_count") and not isinstance(value, str | int | float):
        size = len(value) if isinstance(value, Mapping | Sequence) else 1
        return words.say_many(N_("{number} given in the plan"), N_("{number} given in the plan"), size)
    if isinstance(value, Settings) and value.phrase:
        return phrase_words(value, words)
    if isinstance(value, Settings):
        inside = (f"{what} {text}" for what, text in _declared(subject, value, words))
        return ", ".join([*([words.say(value.title)] if value.title else []), *inside])
    if setting.secrecy == "names" and isinstance(value, Mapping):
        return listed(list(value), words)
    if isinstance(value, Mapping):
        return "; ".join(_entry(subject, setting, str(key), one, words) for key, one in value.items())
    if isinstance(value, tuple) and value and all(_is_table_set(one) for one in value):
        return "; ".join(", ".join(" × ".join(names) for names in tables) for tables in value)
    if isinstance(value, tuple) and any(isinstance(one, tuple | Spec) for one in value):
        return "; ".join(_text(subject, setting, one, words) for one in value)
    return value_words(setting, value, words) or str(value)


def _is_table_set(value: object) -> bool:
    """Whether a value lists tables by the variables that span each."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(names, tuple) for names in value)


def _entry(subject: Subject, setting: Setting, key: str, value: object, words: Words) -> str:
    hidden = setting.secrecy == "by_variable" and not subject.is_internal and key in subject.confidential
    return key if hidden else f"{key}: {_text(subject, setting, value, words)}"
