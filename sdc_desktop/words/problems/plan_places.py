"""Places in the plan as the window states them: the label of a setting, `hierarchy of yob`, `data file`."""

import re
from collections.abc import Mapping
from dataclasses import replace

from sdc_desktop.engine.problems import Place
from sdc_desktop.words.problems.problems import where
from sdc_desktop.words.program.policy import param_words
from sdc_desktop.words.words import N_, Words

_PARAM = re.compile(r"jobs\[\d+\]\.params\.(.+)")
_SECTIONS = tuple(
    (re.compile(pattern), label)
    for pattern, label in (
        (r"data\.hierarchies\.(?P<name>.+?)(\.(groups|steps)\b.*)?", N_("hierarchy of {name}")),
        (r"data\.variables\.(?P<name>.+)\.(level|order|role)", N_("variable {name}")),
        (r"data\.fields.*", N_("fields of the data file")),
        (r"data(\.(format|path|variables))?", N_("data file")),
        (r"jobs\[\d+\]\.input", N_("input of {job}")),
        (r"jobs\[\d+\]\.output.*", N_("output of {job}")),
        (r"jobs\[\d+\]\.name", N_("name of {job}")),
        (r"jobs\[\d+\]\.params", N_("settings of {job}")),
        (r"jobs", N_("methods")),
        (r"report\..*", N_("report")),
        (r"secrets", N_("secret keys")),
        (r"policy", N_("site policy")),
    )
)


def where_in_window(
    place: Place, kinds: Mapping[str, str], words: Words, names: Mapping[str, str] | None = None
) -> str:
    """A place without keys of the plan's text; ``kinds``: the kind of each job by its name; ``names``: what
    jobs are called that have no name of their own.

    A key without a label stays: it belongs to a file that the reader made. Where it is about a variable, it
    belongs to a step, whose name is shown.
    """
    job = (names or {}).get(place.job or "", place.job)
    key = place.key or ""
    param = _PARAM.fullmatch(key)
    if param is not None:
        label = param_words(param[1], words, kinds.get(place.job or "", ""))
        if label == param[1] and place.variable is not None and job is not None:
            label = words.say(N_("settings of {job}"), job=job)
        return where(place if label == param[1] else replace(place, key=label), words)
    for pattern, label in _SECTIONS:
        found = pattern.fullmatch(key)
        if found is not None and ("{job}" not in label or place.job is not None):
            name = found.groupdict().get("name")
            text = words.say(label, name=name, job=job)
            variable = None if place.variable == name else place.variable
            return where(replace(place, key=text, variable=variable), words)
    return where(replace(place, job=job), words)
