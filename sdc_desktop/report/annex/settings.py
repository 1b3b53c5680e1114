"""`report.settings.json`: every setting of every job, and whether it has its default."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from sdc_desktop.engine import ENGINE_VERSION
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.engine.setting import Setting, Settings, default_of
from sdc_desktop.engine.spec import Spec
from sdc_desktop.report.model import Edition
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import Words

_HIDDEN = {"internal": ("secret",), "external": ("secret", "internal", "internal_count")}


def settings_text(subjects: Sequence[Subject], edition: Edition, words: Words) -> str:
    """The file's text: by job, the path of each setting with label, value and whether it is the default.

    Secrets are in neither edition. Values of respondents are counted; the external edition has only what is
    declared open. Files are named without their folders.
    """
    jobs = [_job(subject, words) for subject in subjects]
    data = {"edition": edition, "engine": ENGINE_VERSION, "jobs": jobs}
    return json.dumps(data, sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _job(subject: Subject, words: Words) -> dict[str, Any]:
    job, output = subject.job, output_of(subject.job)
    params = job.params
    found = dict(_settings(subject, params, "", words)) if isinstance(params, Settings) else {}
    fields = {"name": job.name, "kind": job.kind, "input": job.input, "settings": found}
    if output is None:
        return fields
    form = {} if output.publication is None else dict(_settings(subject, output.publication, "", words))
    return (
        fields
        | {"file": PurePath(output.path).name, "order": output.order or "as_is"}
        | ({"publication": form} if form else {})
    )


def _settings(
    subject: Subject, params: Settings, prefix: str, words: Words
) -> Iterator[tuple[str, dict[str, Any]]]:
    for key, setting in params.settings.items():
        if setting.secrecy in _HIDDEN[subject.edition]:
            continue
        value, path = getattr(params, key), f"{prefix}{key}"
        if isinstance(value, Settings):
            yield path, {"label": words.say(setting.label), "value": _tag(value), "default": False}
            yield from _settings(subject, value, f"{path}.", words)
            continue
        stated = _value(subject, setting, key in params.paths, value)
        if stated is not _UNSTATED:
            is_default = value == default_of(type(params), key)
            yield path, {"label": words.say(setting.label), "value": stated, "default": is_default}


_UNSTATED = object()


def _tag(value: Settings) -> str | None:
    """The word that distinguishes a class of settings from others in its place."""
    words = (getattr(value, key) for key in type(value).model_fields if key not in value.settings)
    return next((word for word in words if isinstance(word, str)), None)


def _value(subject: Subject, setting: Setting, is_path: bool, value: Any) -> Any:
    if setting.secrecy in ("counted", "internal_count") and isinstance(value, Mapping | tuple):
        return {"entries": len(value)}
    if setting.secrecy == "names" and isinstance(value, Mapping):
        return list(value)
    if setting.secrecy == "by_variable" and isinstance(value, Mapping) and not subject.is_internal:
        return {
            key: None if key in subject.confidential else _plain(subject, one, is_path)
            for key, one in value.items()
        }
    return _plain(subject, value, is_path)


def _plain(subject: Subject, value: Any, is_path: bool) -> Any:
    """JSON data of a value; _UNSTATED where the external edition must not have it."""
    if isinstance(value, Settings):
        inside = (
            (key, _value(subject, setting, key in value.paths, getattr(value, key)))
            for key, setting in value.settings.items()
            if setting.secrecy not in _HIDDEN[subject.edition]
        )
        tag = _tag(value)
        found = {key: one for key, one in inside if one is not _UNSTATED}
        return found if tag is None else {"kind": tag} | found
    if isinstance(value, Spec):  # says nothing of its secrecy
        if not subject.is_internal:
            return _UNSTATED
        return value.with_files(_name).model_dump(mode="json", by_alias=True)
    if isinstance(value, Mapping):
        parts = {str(key): _plain(subject, one, is_path) for key, one in value.items()}
        return _UNSTATED if any(one is _UNSTATED for one in parts.values()) else parts
    if isinstance(value, tuple):
        entries = [_plain(subject, one, is_path) for one in value]
        return _UNSTATED if any(one is _UNSTATED for one in entries) else entries
    return _name(value) if is_path and isinstance(value, str) else value


def _name(path: str) -> str:
    return PurePath(path.replace("\\", "/")).name
