"""The settings of a job, in plain words: every one has words, and those without effect are not told."""

import typing
from types import SimpleNamespace
from typing import Annotated

import pytest

from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
from sdc_desktop.engine.data.publication import PublicationSpec
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.methods.perturbation.top_code import TopCodeParams
from sdc_desktop.engine.methods.recoding.recode import RecodeParams
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.setting import Setting, Settings
from sdc_desktop.engine.spec import Spec, VariableSpec
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.report.sections import chapter_of
from sdc_desktop.report.sections.settings import is_printed, settings_of
from sdc_desktop.words import Words
from sdc_desktop.words.risk.measures import MEASURES


def parts_of(annotation) -> list[type[Spec]]:
    """The specs that a setting can hold."""
    if isinstance(annotation, type) and issubclass(annotation, Spec):
        return [annotation]
    return [part for inner in typing.get_args(annotation) for part in parts_of(inner)]


def classes_of(kind) -> set[type[Spec]]:
    """The class of a kind's params, and of every part that they can hold."""
    return parts_within(METHODS[kind].params)


def parts_within(spec: type[Spec]) -> set[type[Spec]]:
    """A class, and that of every part it can hold."""
    found: set[type[Spec]] = set()
    queue: list[type[Spec]] = [spec]
    while queue:
        one = queue.pop()
        if one not in found:
            found.add(one)
            queue += [part for field in one.model_fields.values() for part in parts_of(field.annotation)]
    return found


def asked(kind, params, edition="internal"):
    job = SimpleNamespace(kind=kind, params=params, name="job")
    subject = SimpleNamespace(job=job, confidential=frozenset(), is_internal=edition == "internal")
    return dict(settings_of(subject, Words()))


def test_the_form_of_a_publication_is_among_the_settings_of_its_table() -> None:
    form = PublicationSpec(heading="Turnover", symbol="•", labels={"size": {"1": "one"}})
    output = OutputSpec(path="t.xlsx", layout="publication", publication=form)
    job = SimpleNamespace(kind="table", params=TableParams(), name="job", output=output)
    for internal in (True, False):
        subject = SimpleNamespace(job=job, confidential=frozenset(), is_internal=internal)
        found = dict(settings_of(subject, Words(), only_changed=True))
        assert found["Publication: Title"] == "Turnover"
        assert found["Publication: Sign of suppressed cells"] == "•"
        assert found["Publication: Labels of codes"] == "size"
        assert "Publication: Decimals" not in found


@pytest.mark.parametrize("kind", sorted(METHODS))
def test_every_part_of_a_kind_declares_its_settings(kind) -> None:
    of_data = (VariableSpec, *parts_of(HierarchySpec))  # parts of a plan's data have a chapter of their own
    undeclared = {one for one in classes_of(kind) if not issubclass(one, Settings)}
    assert undeclared <= {*of_data, *(part for one in of_data for part in parts_within(one))}


class Undeclared(Spec):
    """A part that says nothing of its secrecy."""

    hidden_text: str = "Hidden-07"
    hidden_level: float = 37.125
    hidden_list: tuple[str, ...] = ("Hidden-08",)


class Holding(Settings):
    """A setting that is open, and one that holds an undeclared part."""

    k: Annotated[int, Setting(label="Size", help="a number.", secrecy="open")] = 3
    part: Annotated[Undeclared, Setting(label="Part", help="a part.", secrecy="open")] = Undeclared()


def test_a_part_that_does_not_declare_its_secrecy_is_not_in_the_external_edition() -> None:
    inside, outside = (str(asked("noise", Holding(), edition)) for edition in ("internal", "external"))
    for value in ("Hidden-07", "37.125", "Hidden-08"):
        assert value in inside
        assert value not in outside
    assert "3" in outside


@pytest.mark.parametrize("kind", sorted(METHODS))
def test_every_kind_has_measures_with_their_limits_and_a_row_in_the_summary(kind) -> None:
    assert METHODS[kind].measures
    for name in METHODS[kind].measures:
        assert len(MEASURES[name].limits) > 40
    assert callable(chapter_of(kind).balance)


def test_every_criterion_rule_and_test_has_its_limits_and_words() -> None:
    from sdc_desktop.engine.microdata.criteria.spec import CriterionSpec
    from sdc_desktop.engine.release.spec import TESTS
    from sdc_desktop.engine.tables.specs.rules import Rule

    criteria = {part.model_fields["kind"].annotation for part in parts_of(CriterionSpec)}
    kinds = {typing.get_args(kind)[0] for kind in criteria}
    assert len(kinds) >= 7
    assert kinds <= set(MEASURES)
    assert {f"test_{test}" for test in TESTS} <= set(MEASURES)
    rules = {typing.get_args(part.model_fields["kind"].annotation)[0] for part in parts_of(Rule)}
    assert rules == {
        part.model_fields["kind"].annotation.__args__[0] for part in parts_of(Rule) if part.title
    }


def test_settings_are_stated_in_words_and_not_by_their_names() -> None:
    shown = asked("recode", RecodeParams(levels={"born": 2}, suppress_below=3, suppress="cells"))
    assert shown["Level of each variable, 0 being as is"] == "born: 2"
    assert shown["Suppression scope"] == "fewest values"
    assert not any("_" in text for row in shown.items() for text in row)


def test_settings_without_effect_are_not_stated() -> None:
    assert "Suppression scope" not in asked("recode", RecodeParams(levels={"born": 2}))
    assert not any("score" in label for label in asked("risk", RiskParams()))


def test_bounds_and_rules_are_stated() -> None:
    assert asked("top_code", TopCodeParams(bounds={"pay": {"top": 900}}))["Bounds"] == "pay: Top 900"
    params = TableParams(rules=({"kind": "p_percent", "p": 12.5},))
    assert "12.5\u2009%" in asked("table", params)["Sensitivity rules"]
    assert "12.5" not in str(asked("table", params, "external"))


@pytest.mark.parametrize(
    ("kind", "path", "printed"),
    [
        ("anopi", "alpha", True),
        ("top_code", "bounds", False),
        ("top_code", "bounds.pay.top", False),  # open by itself, but of a variable that may be confidential
        ("cae", "known", False),
        ("anopi", "no_such_key", False),
        ("no_such_kind", "alpha", False),
    ],
)
def test_a_policy_prints_a_figure_outside_only_where_its_whole_path_is_open(kind, path, printed) -> None:
    assert is_printed(kind, path, internal=False) is printed
    assert is_printed(kind, path, internal=True)
