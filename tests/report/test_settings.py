"""The settings of a job, in plain words: every one has words, and those without effect are not told."""

import typing
from types import SimpleNamespace

import pytest

from sdc_desktop.engine.methods.perturbation.top_code import TopCodeParams
from sdc_desktop.engine.methods.recoding.recode import RecodeParams
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.setting import Settings, setting_of
from sdc_desktop.engine.spec import Spec
from sdc_desktop.engine.tables.table_job_spec import TableParams
from sdc_desktop.report.balance import _BALANCES
from sdc_desktop.report.sections import chapter_of
from sdc_desktop.report.sections.secrecy import secrecy_of
from sdc_desktop.report.sections.settings import _PARTS, label_of, settings_table
from sdc_desktop.words import Words
from sdc_desktop.words.measures import MEASURES
from sdc_desktop.words.settings import RULES, RULES_WITHOUT_LEVELS, VALUES


def parts_of(annotation) -> list[type[Spec]]:
    """The specs that a setting can hold."""
    if isinstance(annotation, type) and issubclass(annotation, Spec):
        return [annotation]
    return [part for inner in typing.get_args(annotation) for part in parts_of(inner)]


def literals_of(annotation) -> list[str]:
    if typing.get_origin(annotation) is typing.Literal:
        return [value for value in typing.get_args(annotation) if isinstance(value, str)]
    return [value for inner in typing.get_args(annotation) for value in literals_of(inner)]


def settings_of(kind):
    """Every setting of a kind, and of its parts that are told setting by setting."""
    queue = [(kind, METHODS[kind].params)]
    while queue:
        prefix, spec = queue.pop()
        for name, field in spec.model_fields.items():
            yield prefix, name, field.annotation
            if name in _PARTS:
                for part in parts_of(field.annotation):
                    if issubclass(part, Settings):
                        continue
                    method = part.model_fields.get("method")
                    inner = typing.get_args(method.annotation)[0] if method is not None else prefix
                    queue.append((inner, part))


def is_declared(kind, name) -> bool:
    """Whether a key says all of itself: its class could not be defined otherwise."""
    return kind in METHODS and setting_of(METHODS[kind].params, name) is not None


def asked(kind, params, edition="internal"):
    job = SimpleNamespace(kind=kind, params=params, name="job")
    subject = SimpleNamespace(job=job, opened=None, is_internal=edition == "internal")
    table = settings_table(subject, Words())
    return dict(table.rows)


@pytest.mark.parametrize("kind", sorted(METHODS))
def test_every_setting_of_a_kind_has_words(kind) -> None:
    assert [
        f"{prefix}.{name}"
        for prefix, name, _ in settings_of(kind)
        if label_of(prefix, name) is None and not is_declared(prefix, name)
    ] == []


@pytest.mark.parametrize("kind", sorted(METHODS))
def test_every_setting_of_a_kind_declares_its_secrecy(kind) -> None:
    undeclared = [
        f"{prefix}.{name}" for prefix, name, _ in settings_of(kind) if secrecy_of(prefix, name) is None
    ]
    assert undeclared == []


class Undeclared(Spec):
    """A setting that nobody has declared, beside one that is open."""

    hidden_text: str = "Hidden-07"
    hidden_level: float = 37.125
    hidden_list: tuple[str, ...] = ("Hidden-08",)
    k: int = 3


def test_a_setting_that_does_not_declare_its_secrecy_is_not_in_the_external_edition() -> None:
    inside, outside = (str(asked("noise", Undeclared(), edition)) for edition in ("internal", "external"))
    for value in ("Hidden-07", "37.125", "Hidden-08"):
        assert value in inside
        assert value not in outside
    assert "3" in outside


@pytest.mark.parametrize("kind", sorted(METHODS))
def test_every_choice_of_a_kind_has_words(kind) -> None:
    unnamed = [
        f"{name}.{value}"
        for prefix, name, annotation in settings_of(kind)
        if not is_declared(prefix, name)
        and name not in ("tests", "alpha", "criteria", "rules", "protect")  # named by themselves
        for value in literals_of(annotation)
        if f"{name}.{value}" not in VALUES and value not in VALUES
    ]
    assert unnamed == []


@pytest.mark.parametrize("kind", sorted(METHODS))
def test_every_kind_has_measures_with_their_limits_and_a_row_in_the_summary(kind) -> None:
    assert METHODS[kind].measures
    for name in METHODS[kind].measures:
        assert len(MEASURES[name].limits) > 40
    assert kind in _BALANCES or callable(chapter_of(kind).balance)


def test_every_criterion_rule_and_test_has_its_limits_and_words() -> None:
    from sdc_desktop.engine.methods.release.release import TESTS
    from sdc_desktop.engine.microdata.criteria_spec import CriterionSpec
    from sdc_desktop.engine.tables.rules_spec import Rule

    criteria = {part.model_fields["kind"].annotation for part in parts_of(CriterionSpec)}
    kinds = {typing.get_args(kind)[0] for kind in criteria}
    assert len(kinds) >= 7
    assert kinds <= set(MEASURES)
    assert {f"test_{test}" for test in TESTS} <= set(MEASURES)
    rules = {typing.get_args(part.model_fields["kind"].annotation)[0] for part in parts_of(Rule)}
    assert rules == set(RULES) == set(RULES_WITHOUT_LEVELS)


def test_settings_are_told_in_words_and_not_by_their_names() -> None:
    told = asked("recode", RecodeParams(levels={"born": 2}, suppress_below=3, suppress="cells"))
    assert told["Level of each variable, 0 being as is"] == "born: 2"
    assert told["Suppression scope"] == "fewest values"
    assert not any("_" in text for row in told.items() for text in row)


def test_settings_without_effect_are_not_told() -> None:
    assert "Suppression scope" not in asked("recode", RecodeParams(levels={"born": 2}))
    assert not any("score" in label for label in asked("risk", RiskParams()))


def test_bounds_and_rules_are_told() -> None:
    assert asked("top_code", TopCodeParams(bounds={"pay": {"top": 900}}))["Bounds"] == "pay: Top 900"
    params = TableParams(rules=({"kind": "p_percent", "p": 12.5},))
    assert "within 12.5 %" in asked("table", params)["Sensitivity rules"]
    assert "12.5" not in str(asked("table", params, "external"))
