"""The editor of a hierarchy: proposals, forms, preview, groups made by hand, files."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QTableView,
)
from pytestqt.qtbot import QtBot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.level_table import LevelTable
from sdc_desktop.engine.data.hierarchies.spec import (
    BoundsSpec,
    DatesSpec,
    HierarchySpec,
    IntervalsSpec,
    LevelsSpec,
    MaskSpec,
    OrderSpec,
)
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.ui.hierarchies.editor import HierarchyEditor
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.models.level_table_model import LevelTableModel
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.words import Words

WAIT = 30_000
TOWNS = ("Bergen", "Bonn", "Lyon", "Nice", "Ulm", "")
GRADES = ("low", "middle", "high")
DATA = "born,zip,day,town,grade\n" + "".join(
    f"{1950 + n},{n * 1237 % 90000:05},20{10 + n % 12}-0{1 + n % 9}-1{n % 9},{TOWNS[n % 6]},{GRADES[n % 3]}\n"
    for n in range(60)
)


@dataclass
class Asked:
    """An editor and what a test does with it."""

    qtbot: QtBot
    jobs: JobManager
    editor: HierarchyEditor
    chosen: list[HierarchySpec] = field(default_factory=list)

    def rest(self) -> None:
        self.qtbot.waitUntil(lambda: self.jobs.idle, timeout=WAIT)

    def column(self, number: int) -> tuple[str, list[str]]:
        levels = self.editor.preview.levels
        cells = [levels.index(row, number).data() for row in range(levels.rowCount())]
        title = levels.headerData(number, Qt.Orientation.Horizontal)
        return title, [cell for cell in cells if cell is not None]

    def choose_kind(self, kind: str) -> None:
        self.editor.kind.setCurrentIndex(self.editor.kind.findData(kind))
        self.rest()

    @property
    def as_in_the_plan(self) -> bool:
        """Whether the form says what the plan has, and that can be used."""
        return not self.editor.use.isEnabled() and self.editor.use.toolTip() == "The plan has this hierarchy."

    @property
    def table(self) -> LevelTable:
        return self.editor.manual.current

    def select(self, step: int, *rows: int) -> None:
        view, model = self.editor.manual.table, self.editor.manual.model
        view.setCurrentIndex(model.index(rows[0], step + 1))
        for row in rows:
            view.selectionModel().select(model.index(row, step + 1), QItemSelectionModel.SelectionFlag.Select)

    def group(self, name: str) -> None:
        self.editor.manual.group.setEditText(name)
        self.editor.manual.together.click()
        self.rest()


@pytest.fixture
def ask(qtbot: QtBot, jobs: JobManager, tmp_path: Path, theme) -> Callable[..., Asked]:
    variables = {"grade": {"level": "ordinal", "order": GRADES}}

    def made(variable: str, shown: HierarchySpec | None = None, data: str = DATA) -> Asked:
        (tmp_path / "data.csv").write_text(data, encoding="utf-8")
        spec = {"path": "data.csv", "variables": variables if data is DATA else {}}
        opened = open_data(DataSpec.model_validate(spec), tmp_path, JobContext())
        editor = HierarchyEditor(variable, opened, tmp_path, shown, jobs, Words())
        qtbot.addWidget(editor, before_close_func=lambda closing: closing.drop())
        query = Asked(qtbot, jobs, editor)
        editor.chosen.connect(query.chosen.append)
        editor.show()
        query.rest()
        return query

    return made


def answer_save(monkeypatch: pytest.MonkeyPatch, path: Path | None) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path or ""), ""))


# proposals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variable", "kind"),
    [("born", "intervals"), ("zip", "mask"), ("day", "dates"), ("town", "levels"), ("grade", "order")],
)
def test_the_kind_that_suits_a_variable_is_proposed(ask, variable, kind) -> None:
    query = ask(variable)
    assert query.editor.kind.currentData() == kind
    assert query.editor.use.isEnabled() == (kind != "levels"), "a tree is not made yet"


def test_a_proposal_is_used_by_one_press(ask) -> None:
    query = ask("zip")
    query.editor.use.click()
    assert query.chosen == [MaskSpec(kind="mask", length=5, steps=(4, 1))]
    assert not query.editor.use.isEnabled(), "it is the one of the plan"


def test_another_kind_comes_with_settings_of_its_own(ask) -> None:
    query = ask("born")
    query.choose_kind("bounds")
    assert (query.editor.editors["bounds"].bottom.text(), query.editor.editors["bounds"].top.text()) == (
        "1953",
        "2006",
    )
    assert query.column(1)[1][:2] == ["<1953 (3)", "1953 (1)"]


def test_a_hierarchy_of_the_plan_is_shown_and_not_proposed_over(ask) -> None:
    shown = BoundsSpec(kind="bounds", top=(2000, 1990))
    query = ask("born", shown)
    assert query.editor.kind.currentData() == "bounds"
    assert query.as_in_the_plan


@pytest.mark.parametrize(
    ("variable", "spec"),
    [
        ("born", IntervalsSpec(kind="intervals", start=1950, widths=(2.5, 10), end=2009)),
        ("zip", MaskSpec.model_validate({"kind": "mask", "length": 5, "from": "left"})),
        ("zip", MaskSpec.model_validate({"kind": "mask", "length": 5, "steps": [2, 3], "fill": True})),
        ("day", DatesSpec(kind="dates", parts=("year", "month"))),
        ("grade", OrderSpec(kind="order", groups=((("low",), ("middle", "high")),))),
        ("grade", OrderSpec(kind="order", groups=((("low", "middle"), ("high",)),))),
    ],
)
def test_what_a_plan_says_comes_back_unchanged(ask, variable, spec) -> None:
    query = ask(variable, spec)
    assert query.as_in_the_plan


# forms and preview -------------------------------------------------------------------------------------


def test_a_tree_of_argus_is_shown_by_its_file_and_comes_back_as_it_was(ask, tmp_path) -> None:
    (tmp_path / "towns.hrc").write_text(
        "Germany\n_Bonn\n_Ulm\nFrance\n_Lyon\n_Nice\nBergen\n", encoding="utf-8"
    )
    spec = LevelsSpec(kind="levels", path="towns.hrc", lead="_")
    query = ask("town", spec)
    assert query.column(1)[0] == "groups\n4 categories"
    assert any("Germany" in cell for cell in query.column(1)[1])
    assert not query.editor.editors["levels"].delimiter.isEnabled()
    assert query.as_in_the_plan


def test_the_preview_has_a_column_a_level_with_categories_and_records(ask) -> None:
    query = ask("day")
    for part, box in query.editor.editors["dates"].parts.items():
        if box.isChecked() != (part == "year"):
            box.click()
    query.rest()
    title, cells = query.column(1)
    assert title == "year\n12 categories"
    assert cells[0] == "2010 (5)"
    assert query.column(2) == ("one category\n1 category", ["* (60)"])
    assert query.column(0)[0].startswith("original values\n")


def test_missing_values_are_a_category_of_their_own(ask) -> None:
    groups = [{"label": "N", "values": ["Bergen"]}, {"label": "S", "values": TOWNS[1:5]}]
    query = ask("town", OrderSpec.model_validate({"kind": "order", "groups": [groups]}))
    assert query.column(1) == ("groups\n3 categories", ["empty (10)", "N (10)", "S (40)"])


def test_lacking_values_are_listed_while_the_others_are_shown(ask) -> None:
    query = ask("born")
    query.editor.editors["intervals"].end.setText("2007")
    query.rest()
    assert not query.editor.use.isEnabled()
    assert "2008, 2009" in query.editor.message
    assert query.column(0)[1][0] == "1950 (1)"
    assert len(query.column(0)[1]) == 58


def test_levels_that_are_not_nested_are_stated_and_may_be_used(ask) -> None:
    query = ask("born")
    query.editor.editors["intervals"].widths.setText("2; 3")
    query.rest()
    assert "1952-1953" in query.editor.message
    assert query.editor.use.isEnabled()


@pytest.mark.parametrize(
    ("variable", "kind", "spoil", "said"),
    [
        ("born", "bounds", lambda e: (e.bottom.clear(), e.top.setText("x")), "bound"),
        ("zip", "mask", lambda e: e.length.setValue(0), "code length"),
        ("day", "dates", lambda e: [box.click() for box in e.parts.values() if box.isChecked()], "date part"),
        ("grade", "order", lambda e: e.sizes.setText("2; 1.5"), "adjacent"),
        ("born", "intervals", lambda e: e.widths.setText("-1"), "numbers"),
    ],
)
def test_what_a_form_still_needs_is_stated(ask, variable, kind, spoil, said) -> None:
    query = ask(variable)
    query.choose_kind(kind)
    spoil(query.editor.editors[kind])
    query.rest()
    assert said in query.editor.message
    assert not query.editor.use.isEnabled()
    assert not query.editor.save.isEnabled()
    assert query.editor.preview.levels.columnCount() == 0


def test_values_are_put_in_order_by_buttons(ask) -> None:
    query = ask("town")
    query.choose_kind("order")
    form = query.editor.editors["order"]
    form.values.setCurrentRow(3)
    form.up.click()
    form.sizes.setText("2")
    query.rest()
    assert query.column(1)[1] == ["empty (10)", "Bergen-Bonn (20)", "Nice-Lyon (20)", "Ulm (10)"]


def test_masked_from_the_left_is_another_hierarchy(ask) -> None:
    query = ask("zip")
    query.editor.editors["mask"].side.setCurrentIndex(1)
    query.rest()
    assert query.column(1)[1][0] == "*0000 (1)"


# by hand -----------------------------------------------------------------------------------------------


def test_groups_are_made_by_hand_and_used_from_the_file_they_are_written_to(
    ask, tmp_path, monkeypatch
) -> None:
    query = ask("town")
    assert query.table.values == TOWNS[:5]
    query.select(1, 1, 4)
    query.group("DE")
    assert query.table.columns[1] == ("Bergen", "DE", "Lyon", "Nice", "DE")
    answer_save(monkeypatch, tmp_path / "towns.csv")
    query.editor.use.click()
    query.rest()
    assert [(spec.path, spec.header, spec.delimiter) for spec in query.chosen] == [("towns.csv", False, ";")]
    lines = (tmp_path / "towns.csv").read_text().splitlines()
    assert lines == ["Bergen;Bergen;*", "Bonn;DE;*", "Lyon;Lyon;*", "Nice;Nice;*", "Ulm;DE;*", ";;*"]
    again = ask("town", query.chosen[0])
    assert again.column(1)[1] == ["empty (10)", "Bergen (10)", "DE (20)", "Lyon (10)", "Nice (10)"]


def test_a_value_typed_into_a_cell_moves_to_that_group_and_can_be_taken_back(ask) -> None:
    query = ask("town")
    before = query.table
    model = query.editor.manual.model
    assert model.setData(model.index(2, 2), "FR")
    assert not model.setData(model.index(3, 2), " ")
    assert query.table.columns[1][2] == "FR"
    query.rest()
    assert query.editor.use.isEnabled()
    query.editor.manual.back.click()
    query.rest()
    assert query.table == before
    assert not query.editor.use.isEnabled()


def test_groups_are_renamed_and_levels_added_and_removed(ask) -> None:
    query = ask("town")
    hand = query.editor.manual
    query.select(1, 1, 4)
    query.group("DE")
    hand.add.click()
    assert query.table.columns[2] == query.table.columns[1]
    query.select(2, 4)
    hand.group.setEditText("Germany")
    hand.rename.click()
    assert query.table.columns[2] == ("Bergen", "Germany", "Lyon", "Nice", "Germany")
    query.select(1, 0)
    hand.remove.click()
    assert query.table.steps == 1
    assert "Germany" in query.table.columns[1]
    query.rest()


def test_any_kind_can_be_gone_on_with_by_hand(ask) -> None:
    query = ask("born")
    query.editor.edit.click()
    query.rest()
    assert query.editor.kind.currentData() == "intervals", "nothing was changed yet"
    assert query.editor.use.isEnabled()
    query.select(1, 0)
    query.group("old")
    assert query.editor.kind.currentData() == "levels"
    assert query.table.rows()[0][:2] == ("1950", "old")
    query.editor.edit.click()
    query.rest()
    assert query.column(1)[1][0] == "old (1)"
    query.choose_kind("intervals")
    assert query.column(1)[1][0] == "1950-1954 (5)"
    query.choose_kind("levels")
    assert query.table.rows()[0][1] == "old", "what was made by hand is still there"


def test_a_file_that_cannot_be_read_leaves_no_table_to_be_used(ask) -> None:
    query = ask("town")
    path = query.editor.editors["levels"].path
    path.setText("nothing.csv")
    query.rest()
    query.editor.edit.click()
    query.rest()
    assert "nothing.csv" in query.editor.editors["levels"].path.text()
    assert not query.editor.edit.isChecked()
    path.clear()
    query.rest()
    assert query.editor.edit.isChecked()
    assert not query.editor.use.isEnabled()


def test_values_that_a_file_lacks_are_added_by_editing(ask, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("Bonn;DE;EU\nUlm;DE;EU\nLyon;FR;EU\nNice;FR;EU\n")
    query = ask("town", LevelsSpec(kind="levels", path="t.csv", delimiter=";", header=False))
    assert "Bergen" in query.editor.message
    assert not query.editor.use.isEnabled()
    query.editor.edit.click()
    query.rest()
    assert query.table.rows()[-1] == ("Bergen", "Bergen", "EU")
    assert "1 value of the data was added" in query.editor.message
    assert query.editor.use.isEnabled()


def test_groups_made_by_hand_go_on_with_the_records_that_take_the_place_of_others(ask, tmp_path) -> None:
    query = ask("town")
    query.select(1, 1, 4)
    query.group("DE")
    (tmp_path / "next.csv").write_text(DATA.replace("Bergen", "Oslo"), encoding="utf-8")
    opened = open_data(DataSpec(path="next.csv"), tmp_path, JobContext())
    assert query.editor.follow(opened, tmp_path, None)
    assert not query.editor.use.isEnabled(), "what was tried is of the records before"
    query.rest()
    assert query.table.values == (*TOWNS[:5], "Oslo")
    assert query.table.columns[1] == ("Bergen", "DE", "Lyon", "Nice", "DE", "Oslo")
    assert "1 value of the data was added" in query.editor.message
    assert query.editor.use.isEnabled()
    assert not ask("town").editor.follow(opened, tmp_path, None), "without such groups another editor is made"


def test_enter_in_the_table_types_and_in_the_group_puts_together(ask) -> None:
    query = ask("town")
    query.select(1, 0, 1)
    query.qtbot.keyClick(query.editor.manual.table, Qt.Key.Key_Return)
    assert query.editor.manual.table.state() == QTableView.State.EditingState
    query.qtbot.keyClick(query.editor.manual.table.focusWidget(), Qt.Key.Key_Escape)
    query.select(1, 0, 1)
    query.editor.manual.group.setEditText("B")
    query.qtbot.keyClick(query.editor.manual.group.lineEdit(), Qt.Key.Key_Return)
    assert query.table.columns[1][:2] == ("B", "B")
    assert query.editor.isVisible()
    query.rest()


# files -------------------------------------------------------------------------------------------------


def test_a_file_is_imported_and_how_it_is_written_is_found_out(ask, tmp_path, monkeypatch) -> None:
    (tmp_path / "t.csv").write_text("".join(f"{town};{town[0]}\n" for town in TOWNS[:5]))
    query = ask("town")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "t.csv"), ""))
    query.editor.load.click()
    query.rest()
    assert query.editor.editors["levels"].delimiter.currentData() == ";"
    assert query.column(1)[1] == ["empty (10)", "B (20)", "L (10)", "N (10)", "U (10)"]
    query.editor.use.click()
    assert query.chosen == [LevelsSpec(kind="levels", path="t.csv", delimiter=";", header=False)]


def test_the_file_beside_the_data_is_offered_for_a_new_hierarchy(ask, tmp_path) -> None:
    (tmp_path / "data_hierarchy_town.csv").write_text("".join(f"{town};{town[:1]}\n" for town in TOWNS))
    assert not ask("grade").editor.beside.isVisible()
    query = ask("town")
    assert query.editor.beside.text() == "Use data_hierarchy_town.csv"
    query.editor.beside.click()
    query.rest()
    query.editor.use.click()
    assert [(one.path, one.delimiter) for one in query.chosen] == [("data_hierarchy_town.csv", ";")]
    assert not ask("town", query.chosen[0]).editor.beside.isVisible()


def test_values_twice_in_a_file_are_listed(ask, tmp_path) -> None:
    text = "".join(f"{town};{town[0]}\n" for town in TOWNS[:5])
    (tmp_path / "same.csv").write_text(text + "Ulm;U\n")
    (tmp_path / "other.csv").write_text(text + "Ulm;X\n")
    query = ask("town", LevelsSpec(kind="levels", path="same.csv", delimiter=";", header=False))
    assert query.editor.message.endswith("Ulm")
    assert query.as_in_the_plan
    query.editor.load_file(tmp_path / "other.csv")
    query.rest()
    assert "different labels (1 in all): Ulm" in query.editor.message
    assert not query.editor.use.isEnabled()


def test_any_hierarchy_is_saved_as_an_arx_file(ask, tmp_path, monkeypatch) -> None:
    query = ask("grade")
    answer_save(monkeypatch, tmp_path / "grades")
    query.editor.save.click()
    query.rest()
    text = (tmp_path / "grades.csv").read_text()
    assert text == "low;low-middle;*\nmiddle;low-middle;*\nhigh;high;*\n"
    assert "3 rows" in query.editor.message
    assert query.editor.isVisible()
    assert query.editor.isEnabled()


def test_groups_made_by_hand_are_unsaved_until_they_are_in_a_file(ask, tmp_path, monkeypatch) -> None:
    query = ask("town")
    query.select(1, 1, 4)
    query.group("DE")
    assert query.editor.unsaved
    answer_save(monkeypatch, tmp_path / "towns.csv")
    query.editor.save.click()
    query.rest()
    assert not query.editor.unsaved
    query.select(1, 2)
    query.group("FR")
    assert query.editor.unsaved


def test_the_data_are_never_written_over(ask, tmp_path, monkeypatch) -> None:
    query = ask("grade")
    answer_save(monkeypatch, tmp_path / "data.csv")
    query.editor.save.click()
    query.rest()
    assert (tmp_path / "data.csv").read_text(encoding="utf-8") == DATA
    assert "data.csv" in query.editor.message
    assert query.editor.isEnabled()


def test_a_hierarchy_file_that_the_plan_names_since_is_never_written_over(ask, tmp_path, monkeypatch) -> None:
    (tmp_path / "towns.csv").write_text("kept", encoding="utf-8")
    query = ask("grade")
    opened = query.editor._opened
    named = {"hierarchies": {"town": LevelsSpec(kind="levels", path="towns.csv")}}
    assert query.editor.follow(replace(opened, spec=opened.spec.model_copy(update=named)), tmp_path, None)
    answer_save(monkeypatch, tmp_path / "towns.csv")
    query.editor.save.click()
    query.rest()
    assert (tmp_path / "towns.csv").read_text(encoding="utf-8") == "kept"
    assert "towns.csv" in query.editor.message


def test_a_saving_that_is_called_off_changes_nothing(ask, monkeypatch) -> None:
    query = ask("town")
    query.select(1, 0, 1)
    query.group("B")
    answer_save(monkeypatch, None)
    query.editor.use.click()
    query.rest()
    assert query.chosen == []
    assert query.editor.isVisible()


# manners -----------------------------------------------------------------------------------------------


def test_a_long_message_covers_no_button_in_the_smallest_window(ask) -> None:
    query = ask("born")
    query.editor.resize(658, 322)  # what a window of 960 by 540 leaves
    query.editor.editors["intervals"].widths.setText("2; 3; 5; 7; 11; 13; 17")
    query.rest()
    query.qtbot.waitUntil(lambda: query.editor.height() == 322)
    assert query.editor._message.geometry().bottom() < query.editor.use.geometry().top()
    assert query.editor._message.height() >= 4 * query.editor.fontMetrics().lineSpacing()


def test_everything_that_takes_the_focus_has_a_name(ask) -> None:
    query = ask("town")
    inner = (QComboBox, QAbstractSpinBox, QTableView)  # made by Qt within them
    parts = [
        *query.editor.findChildren(QLineEdit),
        *query.editor.findChildren(QComboBox),
        *query.editor.findChildren(QAbstractItemView),
        *query.editor.findChildren(QAbstractSpinBox),
    ]
    own = [part for part in parts if not isinstance(part.parent(), inner) and part.window() is query.editor]
    assert [part for part in own if not part.accessibleName()] == []
    assert len(own) >= 15
    buttons = [part for part in query.editor.findChildren(QAbstractButton) if part.isVisible()]
    assert [button for button in buttons if not (button.text() or button.accessibleName())] == []


def test_a_hierarchy_over_many_values_is_shown_in_part(ask) -> None:
    query = ask("code", data="code\n" + "".join(f"{n:06}\n" for n in range(3000)))
    title, cells = query.column(0)
    assert title == "original values\n3\u202f000 categories"
    assert (len(cells), cells[-1]) == (501, "\u2026 and 2\u202f500 more")


def test_the_models_of_the_editor_keep_the_rules_of_qt() -> None:
    levels, table = TextTableModel(), LevelTableModel()
    testers = [
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        for model in (levels, table)
    ]
    levels.show(("a", "b"), (("1", "1"), ("2", None)))
    assert levels.index(1, 1).data() is None
    levels.show((), ())
    one = LevelTable((("x", "y"), ("g", "g")))
    table.show(one, (3, 1200), ("Value", "Records", "Level 2"))
    assert table.index(1, 1).data() == "1\u202f200"
    table.show(LevelTable((("x", "y"), ("g", "h"))), (3, 4), ("Value", "Records", "Level 2"))
    assert table.index(1, 2).data() == "h"
    table.show(LevelTable((("x",), ("g",), ("k",))), (3,), ("Value", "Records", "Level 2", "Level 3"))
    assert table.columnCount() == 4
    assert len(testers) == 2
