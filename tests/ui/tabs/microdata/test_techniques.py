"""Microaggregation chosen for single variables: card, k, blocks, plane, groups formed beside the window."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound
from sdc_desktop.ui.tabs.microdata.anopi import work
from sdc_desktop.ui.tabs.microdata.anopi.planes import candidates_of
from sdc_desktop.ui.tabs.microdata.anopi.view import Stage
from tests.ui.tabs.microdata.conftest import WAIT, Desk
from tests.ui.tabs.microdata.test_stages import without

RECODING, MICROAGGREGATION = 0, 1


def choose_technique(desk: Desk, name: str, index: int = MICROAGGREGATION) -> None:
    desk.page.form.cards[name].unfold()
    combo = desk.page.form.cards[name].technique
    combo.setCurrentIndex(index)
    combo.activated.emit(index)
    desk.rest()


def params(desk: Desk) -> AnopiParams:
    return desk.page.presenter.job.params


def result(desk: Desk):
    return desk.view.answer.result


def test_a_technique_is_one_step_and_its_card_shows_k_in_place_of_the_coding(desk: Desk) -> None:
    steps = desk.steps
    choose_technique(desk, "yob")
    card = desk.page.form.cards["yob"]
    assert desk.steps == steps + 1
    assert params(desk).technique_of("yob") == "microaggregation"
    assert params(desk).technique_of("ms") == "recoding"
    found = result(desk)
    assert found.settled
    k = found.blocks[0].k
    assert card.k.chooser.currentText() == f"By ANOPI: k = {k}"
    query = found.k["yob"]
    wanted = f"k from utility {query.k_utility}, from privacy {query.k_privacy}, alone {query.k_alone}."
    assert card.k.basis.text() == wanted
    assert not card.coding.isVisible()
    assert not card.hierarchy.isVisible()
    assert card.k.chooser.isVisible()
    desk.controller.undo()
    desk.rest()
    assert card.coding.isVisible()
    assert desk.levels() == {"yob": 4, "ms": 2}


def test_a_microaggregated_variable_needs_no_hierarchy(closed_desk: Desk, demo_plan) -> None:
    closed_desk.open(without(demo_plan, hierarchies=("ms",)))
    assert closed_desk.view.stage is Stage.NO_HIERARCHIES
    choose_technique(closed_desk, "ms")
    assert closed_desk.view.stage is Stage.READY
    assert list(result(closed_desk).k) == ["ms"]
    assert closed_desk.page.exports.write_button.isEnabled()


def test_k_by_hand_is_that_of_the_whole_block_and_goes_back_to_anopi(desk: Desk) -> None:
    for name in ("yob", "ms"):
        choose_technique(desk, name)
    card = desk.page.form.cards["ms"]
    assert "One block, one k: yob and ms." in card.k.basis.text()
    desk.page.presenter.choose("yob", 9)
    desk.rest()
    assert params(desk).override == {"yob": 9}
    assert card.k.figure.isVisible()
    assert card.k.figure.value() == 9
    card.k.figure.setFocus()
    card.k.figure.setValue(12)
    assert desk.view.drafting
    card.k.figure.settle()
    desk.rest()
    assert params(desk).override == {"ms": 12}
    assert result(desk).blocks[0].k == 12
    card.k.chooser.setCurrentIndex(0)
    card.k.chooser.activated.emit(0)
    desk.rest()
    assert params(desk).override == {}
    assert result(desk).blocks[0].reason != "override"


def test_the_plane_shows_promises_of_k_the_one_chosen_and_what_is_released(desk: Desk) -> None:
    choose_technique(desk, "yob")
    plane = desk.page.answer.planes["yob"].picture.plane
    found, records = result(desk), 60
    marks = [int(point.mark) for point in plane.points]
    assert marks == sorted(set(marks))
    assert marks[plane.chosen] == found.blocks[0].k
    points = params(desk)
    for k, point in zip(marks, plane.points, strict=True):
        assert point.utility == pytest.approx(points.user_points["yob"] * np.log10(records / k))
    query = found.k["yob"]
    assert {query.k_utility, query.k_privacy, query.k_alone} <= set(marks)
    released = found.released["yob"]
    assert plane.released == (released.utility, released.privacy)
    assert not plane.draft


def test_a_k_of_the_plane_is_explained_and_the_space_bar_takes_it(desk: Desk) -> None:
    choose_technique(desk, "yob")
    plot = desk.page.answer.planes["yob"].picture
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_Left)
    text, k = desk.why.text(), result(desk).blocks[0].k
    assert text.startswith(f"yob, k = {k}\n")
    assert "the range that the points require" in text
    assert "Next best: k = " in text
    QTest.keyClick(plot, Qt.Key.Key_Left)
    other = candidates_of(desk.view.answer, "yob")[plot.selection].k
    assert desk.why.text().startswith(f"yob, k = {other}\n")
    QTest.keyClick(plot, Qt.Key.Key_Space)
    desk.rest()
    assert params(desk).override == {"yob": other}
    assert "You chose this k" in desk.why.text()


def test_values_of_groups_are_shown_in_the_same_classes_before_and_after(desk: Desk) -> None:
    choose_technique(desk, "yob")
    page = desk.page.answer.evidence.values
    desk.page.answer.evidence.turn_to(page)
    desk.page.form.selected.emit("yob")
    before, after = page.plots[1].bars, page.plots[2].bars
    assert [name for name, _ in before] == [name for name, _ in after]
    assert sum(number for _, number in after) == 60
    column = result(desk).columns["yob"]
    texts = [column.texts[code] for code in column.codes]
    assert dict(after)["1970"] == texts.count("1970")
    assert sum(1 for _, number in after if number) == len(set(texts))


def test_rare_combinations_and_records_speak_of_the_groups(desk: Desk) -> None:
    for name in ("yob", "ms"):
        choose_technique(desk, name)
    evidence = desk.page.answer.evidence
    evidence.turn_to(evidence.records)
    desk.rest()
    privacy = sum(pair.privacy for pair in result(desk).released.values())
    assert evidence.records._model.rowCount() == 60
    hidden = evidence.records.found.values
    assert len(hidden) == 60
    assert np.mean(hidden) == pytest.approx(privacy)
    evidence.turn_to(evidence.keys)
    desk.rest()
    sizes = [after for _, _, after in evidence.keys.plots[1].pairs]
    assert sum(sizes) == 60
    assert result(desk).after.k >= result(desk).blocks[0].k


def test_a_draft_forms_no_groups_and_shows_what_k_promises(desk: Desk, monkeypatch) -> None:
    choose_technique(desk, "yob")
    before, formed = desk.view.answer, []
    real = work.settled
    monkeypatch.setattr(work, "settled", lambda decided: formed.append(decided) or real(decided))
    desk.page.presenter.try_alpha(0.3)
    desk.rest()
    view = desk.view
    assert formed == []
    assert not view.draft.settled
    assert view.evidence is before
    assert desk.page.answer.planes["yob"].picture.plane.draft
    assert not desk.page.answer.evidence.values.isEnabled()
    assert "Release the slider to form the groups" in desk.page.verdict.text
    desk.page.presenter.settle()
    assert desk.view.forming
    assert "Groups are being formed" in desk.page.verdict.text
    desk.rest()
    assert len(formed) == 1
    assert desk.view.answer.settled
    assert desk.page.answer.evidence.values.isEnabled()
    assert not desk.view.stale


def test_forming_groups_can_be_stopped_and_begun_again(desk: Desk, monkeypatch) -> None:
    choose_technique(desk, "yob")
    before = desk.view.answer
    held = [True]
    real = work.settled

    def slow(decided):
        inner = real(decided)

        def run(context):
            while held[0]:
                context.checkpoint()
            return inner(context)

        return run

    monkeypatch.setattr(work, "settled", slow)
    desk.page.presenter.choose("yob", 15)
    desk.qtbot.waitUntil(lambda: desk.view.forming, timeout=WAIT)
    button = desk.page.form.groups
    assert button.isVisible()
    button.click()
    desk.rest()
    assert desk.view.waiting
    assert desk.view.answer is before
    assert "Groups are not formed yet" in desk.page.verdict.text
    held[0] = False
    button.click()
    desk.rest()
    assert result(desk).blocks[0].k == 15
    assert not button.isVisible()
    assert desk.page.exports.write_button.isEnabled()


def test_undo_brings_back_an_answer_without_forming_its_groups_again(desk: Desk, monkeypatch) -> None:
    choose_technique(desk, "yob")
    first = result(desk)
    desk.page.presenter.choose("yob", 15)
    desk.rest()
    monkeypatch.setattr(work, "settled", lambda decided: pytest.fail("formed again"))
    desk.controller.undo()
    desk.rest()
    assert result(desk) is first


def test_blocks_are_moved_apart_and_taking_one_out_recodes_it(desk: Desk) -> None:
    for name in ("yob", "ms"):
        choose_technique(desk, name)
    form = desk.page.form
    form.more.unfold()
    editor = form.details.blocks
    assert editor.blocks == (("yob", "ms"),)
    editor.blocks_requested.emit((("yob",), ("ms",)))
    desk.rest()
    assert params(desk).blocks == (("yob",), ("ms",))
    assert [block.variables for block in result(desk).blocks] == [("yob",), ("ms",)]
    editor.blocks_requested.emit((("yob",),))
    desk.rest()
    assert params(desk).technique_of("ms") == "recoding"
    assert params(desk).blocks is None, "one block of all is what no blocks mean"
    assert desk.faults == []


def test_a_bound_given_as_a_coding_keeps_its_level_when_the_technique_changes(desk: Desk) -> None:
    level = result(desk).candidates["yob"][4].utility
    desk.page.presenter.bound("min_utility", "yob", DegreeBound(degree=5))
    desk.rest()
    choose_technique(desk, "yob")
    assert params(desk).min_utility["yob"] == pytest.approx(level)
    plane = desk.page.answer.planes["yob"].picture.plane
    assert plane.min_utility == pytest.approx(level)


def test_a_bound_of_a_microaggregated_variable_is_stated_as_a_k(desk: Desk) -> None:
    choose_technique(desk, "yob")
    form = desk.page.form
    form.more.unfold()
    bound = form.details.bounds["min_privacy", "yob"]
    bound.chooser.setCurrentIndex(2)
    bound.chooser.activated.emit(2)
    desk.rest()
    assert params(desk).min_privacy == {"yob": DegreeBound(degree=3)}
    assert bound.figure.value() == 3
    bound.figure.setValue(10)
    bound.figure.settle()
    desk.rest()
    assert params(desk).min_privacy == {"yob": DegreeBound(degree=10)}
    assert result(desk).blocks[0].k >= 10


def test_where_there_is_little_room_the_answer_scrolls_and_no_plane_is_squeezed(desk: Desk) -> None:
    answer = desk.page.answer
    desk.page.resize(700, 420)
    desk.rest()
    area = desk.page.step_tabs.areas["first"]
    desk.qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0, timeout=WAIT)
    plane = answer.planes["yob"]
    assert plane.height() >= plane.minimumHeight() > 0
    assert area.widget().height() >= plane.minimumHeight()


def bound_beyond(desk: Desk) -> None:
    """A lower bound by a k that the 60 records do not have, which was accepted as a setting and refused."""
    choose_technique(desk, "ms")
    desk.page.presenter.bound("min_utility", "ms", DegreeBound(degree=99))
    desk.rest()
    assert desk.faults == ["anopi.k_bound_beyond"]


def test_another_technique_that_a_bound_does_not_allow_says_why_and_changes_nothing(desk: Desk) -> None:
    bound_beyond(desk)
    steps = desk.steps
    choose_technique(desk, "ms", RECODING)
    assert desk.faults == ["anopi.k_bound_beyond"]
    assert desk.steps == steps
    assert desk.page.form.cards["ms"].technique.currentIndex() == MICROAGGREGATION
    desk.page.presenter.bound("min_utility", "ms", None)
    choose_technique(desk, "ms", RECODING)
    assert desk.faults == []
    assert params(desk).technique_of("ms") == "recoding"


def test_other_blocks_that_a_bound_does_not_allow_say_why_and_change_nothing(desk: Desk) -> None:
    bound_beyond(desk)
    steps = desk.steps
    desk.page.presenter.set_blocks(())
    desk.rest()
    assert desk.faults == ["anopi.k_bound_beyond"]
    assert desk.steps == steps


def test_a_new_key_variable_is_selected_before_its_first_answer(desk: Desk) -> None:
    desk.controller.set_variables(("disease",), role="key")
    desk.rest()
    choose_technique(desk, "disease")  # its answer comes later; the evidence is of the answer before
    assert "disease" in desk.view.variables
    assert desk.view.answer.variables == ("yob", "ms", "disease")
