"""The form of any method, made from its settings: each type has its editor, and reports just its own key."""

from dataclasses import replace
from typing import Annotated, Literal

import pytest
from pydantic import Field
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from sdc_desktop.engine.method import Method, always
from sdc_desktop.engine.setting import SHARE, Choice, Pick, Setting, Settings
from sdc_desktop.engine.spec import Number
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.settings_form import SettingsForm


def known(label: str, **facts: object) -> Setting:
    return Setting(label=label, help=f"the {label.lower()} of the test.", secrecy="open", **facts)


class Ends(Settings):
    low: Annotated[Number | None, known("Low")] = None
    high: Annotated[Number | None, known("High")] = None


class Rounded(Settings):
    title = "Rounded"
    kind: Literal["rounded"]
    base: Annotated[Number, Field(gt=0), known("Base", first=5)]
    steps: Annotated[int, Field(ge=0), known("Steps", place="more")] = 0


class Noisy(Settings):
    title = "Noisy"
    kind: Literal["noisy"]
    of: Annotated[str, known("Noisy variable", picks=Pick(("nominal",), "all"))]
    amount: Annotated[Number, Field(gt=0, le=10), known("Amount")] = 1


Way = Annotated[Rounded | Noisy, Field(discriminator="kind")]


class Params(Settings):
    """A setting of each type."""

    names: Annotated[
        Annotated[tuple[str, ...], Field(min_length=1)] | None,
        known("Names", picks=Pick(("nominal",), "all")),
    ] = None
    share: Annotated[Number, Field(ge=0, le=1), known("Share", unit=SHARE)] = 0.5
    limit: Annotated[
        Annotated[Number, Field(ge=0, le=1)] | None, known("Limit", unit=SHARE, absent="no limit")
    ] = None
    count: Annotated[int | None, Field(ge=2), known("Count", absent="off")] = None
    open_end: Annotated[Number | None, known("Open end")] = None
    word: Annotated[
        Literal["one", "two"],
        known("Word", choices={"one": Choice("The one", hint="One of {share}."), "two": Choice("The two")}),
    ] = "one"
    words: Annotated[
        tuple[Literal["a", "b"], ...],
        Field(min_length=1),
        known("Words", choices={"a": Choice("The a"), "b": Choice("The b")}),
    ] = ("a",)
    on: Annotated[bool, known("On")] = False
    text: Annotated[str, known("Text")] = "Total"
    numbers: Annotated[tuple[int, ...], known("Numbers")] = (2, 3)
    variable: Annotated[str | None, known("Variable", picks=Pick(("nominal",), "all"), absent="nobody")] = (
        None
    )
    importance: Annotated[
        dict[str, Annotated[Number, Field(gt=0, le=9)]], known("Importance", place="more", first=1)
    ] = Field(default_factory=dict)
    ends: Annotated[dict[str, Ends], known("Ends")] = Field(default_factory=dict)
    way: Annotated[Way | None, known("Way", absent="no way")] = None
    ways: Annotated[tuple[Way, ...], known("Ways", card="All the ways")] = ()
    missing: Annotated[
        Literal["all"] | Annotated[Number, Field(ge=0, le=1)],
        known("Missing", choices={"all": Choice("every one")}, other="a share", first=0.5),
    ] = "all"
    useless: Annotated[int, known("Useless", matters=lambda params: params.on)] = 1
    hidden: Annotated[int, known("Hidden", place="plan", hint="The plan sets what is hidden.")] = 1


METHOD = Method(kind="noise", params=Params, title="Test", source="", package="test.test", draws=always)
VARIABLES = ("x", "y", "z")
CHOICES = Choices(
    offered=dict.fromkeys(("names", "variable", "importance", "ends", "way.of", "ways.of"), VARIABLES),
    chosen={"names": ("x", "y")},
    ranges={"x": (1.0, 9.5)},
)


class Desk:
    """A form with what it has reported, and the params that follow from it."""

    def __init__(self, form: SettingsForm) -> None:
        self.form = form
        self.params = Params()
        self.reported: list[dict[str, object]] = []
        form.changed.connect(self.take)
        form.show_params(self.params, CHOICES)

    def take(self, fields: dict[str, object]) -> None:
        self.reported.append(fields)
        self.params = Params.model_validate(self.params.model_dump() | fields)
        self.form.show_params(self.params, CHOICES)

    def part(self, path: str) -> QWidget:
        return self.form.parts[path]


@pytest.fixture
def desk(qtbot, words) -> Desk:
    form = SettingsForm(METHOD, words)
    qtbot.addWidget(form)
    form.resize(330, 1400)
    form.show()
    return Desk(form)


def typed(field: QWidget, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def chosen(box, key: str) -> None:
    box.setCurrentIndex(box.findData(key))
    box.activated.emit(box.currentIndex())


def test_every_setting_has_its_editor_but_those_of_plans(desk: Desk) -> None:
    assert set(desk.form.parts) == set(Params.settings) - {"hidden"} | {"secrets"}
    assert desk.reported == []
    for path, part in desk.form.parts.items():
        assert part.accessibleName() or part.text(), path


@pytest.mark.parametrize(
    ("path", "text", "value"),
    [
        ("share", "35", 0.35),
        ("limit", "20", 0.2),
        ("count", "4", 4),
        ("open_end", "-2.5", -2.5),
        ("text", "All", "All"),
        ("numbers", "7 5 5", (5, 7)),
    ],
)
def test_what_is_typed_is_reported_in_the_unit_of_the_plan(desk: Desk, path, text, value) -> None:
    typed(desk.part(path), text)
    assert desk.reported == [{path: value}]
    before = Params().model_dump()[path]
    desk.take({path: before})
    desk.reported.clear()
    assert desk.part(path).text() != text


def test_the_least_value_stands_for_an_absent_number(desk: Desk) -> None:
    for path, label, first in (("limit", "no limit", 0.1), ("count", "off", 2)):
        field = desk.part(path)
        assert field.text() == label
        field.stepUp()
        field.settle()
        assert desk.reported.pop()[path] is not None
        assert desk.params.model_dump()[path] >= (0 if path == "limit" else first)
        field.setValue(field.minimum())
        field.settle()
        assert desk.reported.pop() == {path: None}


def test_a_number_on_its_way_is_distinguished(desk: Desk) -> None:
    moved: list[object] = []
    desk.form.moved.connect(moved.append)
    desk.part("share").setValue(60)
    assert moved == [{"share": 0.6}]
    assert desk.reported == []
    desk.part("share").setFocus()
    desk.form.settle()
    assert desk.reported == [{"share": 0.6}]


def test_words_switches_and_variables_are_chosen(desk: Desk) -> None:
    chosen(desk.part("word"), "two")
    desk.part("on").click()
    chosen(desk.part("variable"), "z")
    chosen(desk.part("variable"), "")
    ticks = desk.part("words")
    ticks.item(1).setCheckState(Qt.CheckState.Checked)
    assert desk.reported == [
        {"word": "two"},
        {"on": True},
        {"variable": "z"},
        {"variable": None},
        {"words": ("a", "b")},
    ]


def test_the_last_of_those_needed_cannot_be_ticked_away(desk: Desk) -> None:
    ticks = desk.part("names")
    assert ticks.chosen == ("x", "y")
    ticks.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert desk.reported.pop() == {"names": ("y",)}
    words = desk.part("words")
    words.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert desk.reported.pop() == {}
    assert words.chosen == ("The a",)


def test_what_cannot_be_read_is_refused(desk: Desk) -> None:
    refused: list[object] = []
    desk.form.refused.connect(refused.append)
    typed(desk.part("numbers"), "two")
    assert [problem.code for problems in refused for problem in problems] == ["cae.pasted"]
    assert desk.reported == []


def test_values_by_variable_leave_out_what_is_as_at_the_start(desk: Desk) -> None:
    ends, importance = desk.part("ends"), desk.part("importance")
    assert not importance.fields  # made when they are first seen
    desk.form.more.unfold()
    assert ends.fields["x", "high"].placeholderText() == "9.5"
    typed(ends.fields["x", "high"], "7")
    assert desk.reported.pop() == {"ends": {"x": Ends(high=7)}}
    typed(ends.fields["x", "high"], "")
    ends.fields["x", "high"].clear()
    ends.fields["x", "high"].settle()
    assert desk.params.ends == {}
    importance.fields["y", ""].setValue(3)
    importance.fields["y", ""].settle()
    assert desk.params.importance == {"y": 3}
    assert importance.fields["y", ""].accessibleName() == "Importance of y"
    importance.fields["y", ""].setValue(1)
    importance.fields["y", ""].settle()
    assert desk.params.importance == {}


def test_one_of_several_classes_comes_back_as_it_was(desk: Desk) -> None:
    way = desk.part("way")
    assert way.chooser.currentText() == "no way"
    chosen(way.chooser, "0")
    assert desk.params.way == Rounded(kind="rounded", base=5)
    typed(desk.part("way.base"), "10")
    typed(desk.part("way.steps"), "2")
    assert desk.params.way == Rounded(kind="rounded", base=10, steps=2)
    chosen(way.chooser, "1")
    assert desk.params.way == Noisy(kind="noisy", of="x")
    assert "way.base" not in desk.form.parts
    chosen(way.chooser, "0")
    assert desk.params.way == Rounded(kind="rounded", base=10, steps=2)
    chosen(way.chooser, "")
    assert desk.params.way is None


def test_parts_are_added_to_a_list_changed_and_removed(desk: Desk) -> None:
    ways = desk.part("ways")
    for action in ways.menu.actions():
        action.trigger()
    assert desk.params.ways == (Rounded(kind="rounded", base=5), Noisy(kind="noisy", of="x"))
    typed(ways.rows[1].parts["ways.amount"], "3")
    assert desk.params.ways[1] == Noisy(kind="noisy", of="x", amount=3)
    ways.removes[0].click()
    assert desk.params.ways == (Noisy(kind="noisy", of="x", amount=3),)


def test_a_word_or_a_number(desk: Desk) -> None:
    missing = desk.part("missing")
    assert missing.inside.isHidden()
    chosen(missing.chooser, "")
    assert desk.params.missing == 0.5
    assert not missing.inside.isHidden()
    typed(missing.inside, "0.25")
    assert desk.params.missing == 0.25
    chosen(missing.chooser, "all")
    assert desk.params.missing == "all"


def hints(desk: Desk) -> set[str]:
    return {label.text() for label in desk.form.findChildren(QLabel) if label.isVisibleTo(desk.form)}


def test_what_has_no_effect_is_hidden_and_hints_follow_the_plan(desk: Desk) -> None:
    assert desk.part("useless").isHidden()
    assert "Useless" not in hints(desk)
    assert "One of 0.5." in hints(desk)
    desk.part("on").click()
    chosen(desk.part("word"), "two")
    assert not desk.part("useless").isHidden()
    assert "Useless" in hints(desk)
    assert "One of 0.5." not in hints(desk)
    assert "The plan sets what is hidden." not in hints(desk)
    desk.take({"hidden": 2})
    assert "The plan sets what is hidden." in hints(desk)


def test_a_secret_is_the_jobs(desk: Desk) -> None:
    desk.form.changed.disconnect()
    reported: list[object] = []
    desk.form.changed.connect(reported.append)
    desk.form.secret.take("00" * 16)
    assert reported == [{"secret": "00" * 16}]


def test_what_cannot_be_chosen_says_why_and_numbers_end_where_the_data_end(desk: Desk) -> None:
    reasons = {"word": {"two": "Not with these data."}, "way": {"Noisy": "Without a variable."}}
    desk.form.show_params(desk.params, replace(CHOICES, barred=reasons, most={"count": 60}))
    for chooser, row in ((desk.part("word"), 1), (desk.part("way").chooser, 2)):
        item = chooser.model().item(row)
        assert not item.isEnabled()
        assert item.toolTip() in ("Not with these data.", "Without a variable.")
    assert desk.part("count").maximum() == 60


def test_a_form_can_have_several_settings_in_a_line(qtbot, words) -> None:
    form = SettingsForm(METHOD, words, pairs=2)
    qtbot.addWidget(form)
    form.show_params(Params(), CHOICES)
    form.show()
    first, second = form.parts["count"].geometry(), form.parts["open_end"].geometry()
    assert abs(second.center().y() - first.center().y()) <= 1  # a style may give them other heights
    assert second.x() > first.x()
    assert form.parts["ends"].width() > form.width() * 0.9
