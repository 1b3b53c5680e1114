"""What a site policy requires, in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sdc_desktop.engine.methods.recoding.generalise import GENERALISE
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.words.counted import known_briefly
from sdc_desktop.words.policies.rules import rule_sentence
from sdc_desktop.words.program.report_fields import LABELS
from sdc_desktop.words.setting_words import settings_on
from sdc_desktop.words.words import N_, Words, listed

if TYPE_CHECKING:
    from sdc_desktop.engine.policy_spec import LimitSpec, PolicySpec
    from sdc_desktop.engine.setting import Setting

_NAMES: Mapping[str, str] = {
    "k_anonymity": N_("k-anonymity"),
    "k_map": N_("k-map"),
    "k_map_table": N_("k-map (population table)"),
    "journalist_risk": N_("journalist risk"),
    "delta_presence": N_("δ-presence"),
    "population_uniqueness": N_("population uniqueness"),
    "distinct_l_diversity": N_("distinct l-diversity"),
    "entropy_l_diversity": N_("entropy l-diversity"),
    "alpha_k_anonymity": N_("(α, k)-anonymity"),
    "recursive_cl_diversity": N_("recursive (c, l)-diversity"),
    "t_closeness": N_("t-closeness"),
    "p_sensitive": N_("p-sensitivity"),
    "beta_likeness": N_("β-likeness"),
    "delta_disclosure": N_("δ-disclosure privacy"),
    "average_risk": N_("average risk"),
    "threshold": N_("threshold"),
    "dominance": N_("dominance"),
    "p_percent": N_("p-percent"),
    "pq": N_("pq"),
    "request": N_("request"),
}
_PARAMS: Mapping[str, str] = {
    "criteria[average_risk].max": N_("the average risk"),
    "data.persons": N_("whose the records are"),
    "data.persons.known": N_("the intruder's knowledge of a person"),
    "output.order": N_("the order of the records"),
    "risk": N_("the measured risk"),
    "rules[threshold].n": N_("the least number of contributors"),
}
_ENTRY = re.compile(r"\w+\[(\w+)(?::(.*))?\](?:\.(\w+))?")


def param_words(path: str, words: Words, kind: str = "") -> str:
    """A parameter of a kind of job by the label of its setting; else as a person says it, `k of k-anonymity`,
    `p of the p-percent rule`; else its path.
    """
    setting = _setting(kind, path)
    if setting is not None:
        return words.say(setting.label)
    entry = _ENTRY.fullmatch(path)
    plain = path if entry is None else re.sub(r":[^\]]*\]", "]", path)
    if plain in _PARAMS:
        return words.say(_PARAMS[plain])
    if entry is None:
        return path
    name, attribute, param = name_words(entry[1], words), entry[2], entry[3]
    if path.startswith("rules"):
        return name if param is None else words.say(N_("{param} of the {rule} rule"), param=param, rule=name)
    label = name if not attribute else words.say(N_("{name} of {attribute}"), name=name, attribute=attribute)
    return label if param is None else words.say(N_("{param} of {name}"), param=param, name=label)


def _setting(kind: str, path: str) -> Setting | None:
    found = settings_on(METHODS[kind].params, path.split(".")) if kind in METHODS else []
    return found[-1] if found else None


def name_words(name: str, words: Words) -> str:
    """A criterion, a rule or a way by its name."""
    return words.say(_NAMES[name]) if name in _NAMES else name.replace("_", " ")


def required_words(required: str, words: Words) -> str:
    """What is asked, from its compact text: `>= 5` is `at least 5`, `a | b` is `a or b`."""
    parts = []
    for part in required.split(", "):
        if part.startswith(">= "):
            parts.append(words.say(N_("at least {value}"), value=part[3:]))
        elif part.startswith("<= "):
            parts.append(words.say(N_("at most {value}"), value=part[3:]))
        else:
            choices = [found_words(choice, words) for choice in part.split(" | ")]
            parts.append(choices[0] if len(choices) == 1 else _either(choices, words))
    return listed(parts, words)


def found_words(found: str, words: Words) -> str:
    """What was chosen, from its compact text."""
    named = {
        "-": N_("nothing"),
        "as_is": N_("as in the file"),
        "true": N_("yes"),
        "false": N_("no"),
        "random": N_("random order"),
        "risk": N_("a job that measures it"),
    }
    return words.say(named[found]) if found in named else name_words(found, words)


def _either(choices: list[str], words: Words) -> str:
    return words.say(N_("{first} or {last}"), first=", ".join(choices[:-1]), last=choices[-1])


def policy_figures(figures: Mapping[str, str], words: Words) -> dict[str, str]:
    """The figures of a deviation as its sentence says them."""
    describers = {"asked": required_words, "found": found_words}
    texts = {key: say(figures[key], words) for key, say in describers.items() if key in figures}
    return texts | {"path": param_words(figures["path"], words, figures.get("kind", ""))}


def short_line(path: str, required: str, found: str, words: Words, kind: str = "") -> str:
    """A deviation in a line beside the form: `k of k-anonymity: the policy asks for at least 5; 3 chosen`."""
    what = param_words(path, words, kind)
    what = what[:1].upper() + what[1:]
    if found == "-" and required in path:  # a criterion or a rule, or the measured risk
        return words.say(N_("{what}: required by the policy, missing."), what=what)
    return words.say(
        N_("{what}: policy requires {asked}, current setting {found}."),
        what=what,
        asked=required_words(required, words),
        found=found_words(found, words),
    )


def limit_line(limit: LimitSpec, required: str, words: Words) -> str:
    """A limit in a line: `Table: p of the p-percent rule: at least 10`."""
    return words.say(
        N_("{kind}: {param}: {asked}"),
        kind=kind_words(limit.kind, words),
        param=param_words(limit.param, words, limit.kind),
        asked=required_words(required, words),
    )


def kind_words(kind: str, words: Words) -> str:
    """A kind of job; the name itself where there is no such kind."""
    return words.say(METHODS[kind].title) if kind in METHODS else kind


def requirement_lines(policy: PolicySpec, words: Words) -> Iterator[str]:
    """All that a policy requires, one sentence or line each."""
    from sdc_desktop.engine.policy.policy import required_text

    yield from (limit_line(limit, required_text(limit), words) for limit in policy.limits)
    yield from required_lines(policy, words)
    for rule in policy.rules:
        figures = {"kind": rule.check.kind, "figure": rule.check.figure, "text": rule.text}
        text = rule_sentence(figures, words)
        yield words.say(N_("{rule} ({source})"), rule=text, source=rule.source) if rule.source else text


def source_lines(policy: PolicySpec, words: Words) -> Iterator[str]:
    """The published rules that a policy was made from, one line each, with notes."""
    for one in policy.sources:
        yield ", ".join(filter(None, (one.title, one.publisher, one.edition, one.date, one.address)))
        if one.note:
            yield words.say(one.note)


def policy_name(policy: PolicySpec, words: Words) -> str:
    """Name and version; of a ready-made policy in this language."""
    return f"{words.say(policy.name)} {policy.version}"


def required_lines(policy: PolicySpec, words: Words) -> Iterator[str]:
    """What has to be there at all, one line each."""
    say, required = words.say, policy.required
    if required.criteria:
        names = listed([name_words(name, words) for name in required.criteria], words)
        yield say(N_("{kind}: asks for {criteria}"), kind=kind_words(GENERALISE.kind, words), criteria=names)
    if required.rules.counts:
        names = listed([name_words(name, words) for name in required.rules.counts], words)
        yield say(N_("Rules of tables of counts: {rules}"), rules=names)
    if required.rules.magnitudes:
        names = listed([name_words(name, words) for name in required.rules.magnitudes], words)
        yield say(N_("Rules of tables of magnitudes: {rules}"), rules=names)
    if required.random_order:
        yield say(N_("Protected files: records in random order"))
    if required.risk_measured:
        yield say(N_("Protected files: a job measures the risk of what is written"))
    if required.persons_stated:
        yield say(N_("Data: stated whose the records are"))
    if required.known_least is not None:
        known = known_briefly(required.known_least, words)
        yield say(N_("Intruder's knowledge of a person: at least {known}"), known=known)
    if policy.ledger_heads is not None:
        yield say(N_("Heads of release logs: {folder}"), folder=policy.ledger_heads)
    if policy.report.cover:
        names = listed([say(LABELS[name]) for name in policy.report.cover], words)
        yield say(N_("Report: cover with {fields}"), fields=names)
