"""The chapter on tables that share cells: what it shows in either edition, and never a false comfort."""

from dataclasses import replace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import warning
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.figures import drawing
from sdc_desktop.report.marks import Label, Polyline
from sdc_desktop.sheets.blocks import Figure, Heading, KeyFigures, LinkChart, Paragraph, Table
from sdc_desktop.words import Words
from sdc_desktop.words.tables.searches import search_ends
from tests.support.linked_tables.plans import Desk, firms, table

DONE = {}  # what plans gave, by their protection
FOUR = ("activity region", "activity sex", "region sex", "activity place*")


def report_of(folder, edition="internal", **protect):
    """The report on four tables of firms, which are safe one by one and not together."""
    key = tuple(protect.items())
    if key not in DONE:
        desk = Desk(folder, firms(5, 70))
        plan = desk.plan([table(f"t{number}", names, **protect) for number, names in enumerate(FOUR)])
        DONE[key] = evaluate_plan(plan, folder, JobContext())
    return build_report(DONE[key], ReportFields(date="2026-11-22"), Words(), edition=edition)


def chapter(folder, edition="internal", **protect):
    """The chapter on linked tables."""
    report = report_of(folder, edition, **protect)
    return next((one for one in report.sections if one.key == "linked"), None)


def derivable(report) -> list[str]:
    """What can be derived of each table after protection."""
    tables = [block for section in report.sections for block in section.blocks if isinstance(block, Table)]
    (found,) = [one for one in tables if one.title == "Unsafe cells of tables"]
    return [row[2] for row in found.rows]


def texts(section) -> str:
    return " ".join(block.text for block in section.blocks if isinstance(block, Paragraph))


def test_tables_that_fail_together_are_stated_so_and_not_called_protected(tmp_path) -> None:
    section = chapter(tmp_path)
    assert section.title == "What the tables tell together"
    assert "Joint audit not passed: 5 unsafe cells fail, 5 exactly disclosed." in texts(section)
    assert "Joint audit passed" not in texts(section)


def test_the_external_edition_has_no_counts_of_failures_and_no_costs(tmp_path) -> None:
    section = chapter(tmp_path, "external")
    assert "Joint audit not passed: together the tables disclose unsafe cells." in texts(section)
    assert "exactly" not in texts(section)
    assert not [block for block in section.blocks if isinstance(block, Table)]


def test_what_tables_disclose_together_is_not_called_closed_in_any_of_them(tmp_path) -> None:
    found = report_of(tmp_path, "external")
    assert "some" in derivable(found)
    assert "The full audit of all relations passed." not in str(found)
    assert "0" not in derivable(report_of(tmp_path))[:1]
    assert derivable(report_of(tmp_path, "external", link="all")) == ["none"] * 4


def test_tables_protected_together_show_what_they_share_and_cost(tmp_path) -> None:
    section = chapter(tmp_path, link="all")
    assert section.title == "What the tables tell together"
    assert "Joint audit passed" in texts(section)
    (picture,) = [block for block in section.blocks if isinstance(block, Figure)]
    assert picture.charts[0].boxes[3] == ("t3", "activity \u00d7 place")
    assert (0, 3, "activity \u00d7 region: 20") in picture.charts[0].links
    assert "t0 and t3 share activity \u00d7 region: 20." in picture.alt
    (costs,) = [block for block in section.blocks if isinstance(block, Table)]
    assert [row[0] for row in costs.rows] == ["t0", "t1", "t2", "t3"]
    assert costs.note.startswith("Together:")


def test_the_joint_cost_is_stated_once_and_each_own_cost_beside_it(tmp_path) -> None:
    report = report_of(tmp_path, link="all")
    (costs,) = [block for block in chapter(tmp_path, link="all").blocks if isinstance(block, Table)]
    joint = costs.note.removeprefix("Together: ").partition(".")[0]
    assert len({row[1] for row in costs.rows} - {joint}) > 1
    assert str(report).count("Together: ") == 1
    assert "suppressed to protect others cost" not in str(report)
    (line,) = search_ends(DONE[(("link", "all"),)], Words())
    assert line.startswith(f"t0, t1, t2 and t3: cost {joint}")
    apart = str(report_of(tmp_path))
    assert apart.count("The cells suppressed to protect others cost") == 4
    assert "Together:" not in apart


def test_unsafe_cells_that_tables_disclose_together_are_listed_for_internal_readers_alone(tmp_path) -> None:
    report = report_of(tmp_path)
    section = next(one for one in report.sections if one.key == "linked")
    (cells,) = [block for block in section.blocks if isinstance(block, Table)]
    assert cells.title == "Unsafe cells that the tables together disclose"
    assert len(cells.rows) == 5
    assert any("of t0 and t3" in row[0] for row in cells.rows)
    assert cells.title not in str(report_of(tmp_path, "external"))


def test_related_values_earlier_releases_and_other_methods_are_stated(tmp_path) -> None:
    desk = Desk(tmp_path, firms(5, 70))
    jobs = [table(name, "activity region", value=name) for name in ("y", "domestic", "export")]
    jobs.append(table("rounded", "activity sex", method="rounding", base=5))
    done = evaluate_plan(desk.plan(jobs), tmp_path, JobContext())
    for edition in ("internal", "external"):
        report = build_report(done, ReportFields(date="2026-11-22"), Words(), edition=edition)
        found = texts(next(one for one in report.sections if one.key == "linked"))
        assert "y = domestic + export." in found
        assert "With changed values, so not part of a joint audit: rounded." in found
        assert "The plan names none." in found


def test_tables_that_share_nothing_are_named_so(tmp_path) -> None:
    desk = Desk(tmp_path, firms(5, 70))
    jobs = [table("t0", "activity region"), table("t1", "activity sex", value="one")]
    done = evaluate_plan(desk.plan(jobs), tmp_path, JobContext())
    report = build_report(done, ReportFields(date="2026-11-22"), Words())
    found = texts(next(one for one in report.sections if one.key == "linked"))
    assert "Sharing no cells with the other tables: t0 and t1." in found
    assert "None is unsafe by the rules of the tables." in found


def test_a_note_on_several_tables_is_stated_once(tmp_path) -> None:
    desk = Desk(tmp_path, firms(5, 70), hierarchy=False)
    jobs = [table("t0", "activity region"), table("t1", "activity place"), table("t2", "sex place")]
    done = evaluate_plan(desk.plan(jobs), tmp_path, JobContext())
    unstated = warning("linked.nested_unstated", variables=("place", "region"))
    noted = [replace(job, result=replace(job.result, notes=(unstated,))) for job in done.jobs]
    done = replace(done, jobs=tuple(noted))
    report = build_report(done, ReportFields(date="2026-11-22"), Words())
    found = texts(next(one for one in report.sections if one.key == "linked"))
    assert found.count("but no hierarchy states it") == 1
    done_text = str(next(one for one in report.sections if one.key == "done"))
    assert "but no hierarchy states it" not in done_text


def test_manual_statuses_are_listed_with_reasons_for_internal_readers_alone(tmp_path) -> None:
    desk = Desk(tmp_path, firms(5, 70))
    job = table("t0", "activity region")
    job["params"]["cells"] = [{"cell": ["a1", "r1"], "status": "frozen", "reason": "In the yearbook"}]
    done = evaluate_plan(desk.plan([job]), tmp_path, JobContext())
    fields = ReportFields(date="2026-11-22")
    report = build_report(done, fields, Words())
    tables = [block for one in report.sections for block in one.blocks if isinstance(block, Table)]
    (listed,) = [block for block in tables if block.title == "Statuses set manually: t0"]
    assert listed.rows == (("a1 / r1", "never suppressed", "In the yearbook"),)
    external = str(build_report(done, fields, Words(), edition="external"))
    assert "yearbook" not in external
    assert "Statuses set manually" not in external
    assert "Cells with manually set status" in external


def test_what_several_tables_publish_stands_in_one_row(tmp_path) -> None:
    report = report_of(tmp_path, "external", link="all")
    section = next(one for one in report.sections if one.key == "utility")
    (row,) = [block for block in section.blocks if isinstance(block, KeyFigures)]
    assert [figure.label for figure in row.figures] == ["t0", "t1", "t2", "t3"]
    assert [block.text for block in section.blocks if isinstance(block, Heading)] == ["Cells published"]


def test_a_table_alone_has_no_such_chapter(tmp_path) -> None:
    desk = Desk(tmp_path, firms(5, 70))
    done = evaluate_plan(desk.plan([table("t0", FOUR[0])]), tmp_path, JobContext())
    report = build_report(done, ReportFields(date="2026-11-22"), Words())
    assert "linked" not in [section.key for section in report.sections]


@pytest.mark.parametrize("width", [180.0, 470.0])
def test_every_link_is_drawn_once_within_the_width(width: float) -> None:
    chart = LinkChart(
        tuple((f"table {number}", "a \u00d7 b") for number in range(4)),
        tuple((one, other, "activity: 12") for one in range(4) for other in range(one + 1, 4)),
    )
    scene = drawing(chart, width)
    assert len([shape for shape in scene.shapes if isinstance(shape, Polyline)]) == 6
    labels = [shape for shape in scene.shapes if isinstance(shape, Label)]
    assert len(labels) == 14
    if width > 400:
        assert [label.text for label in labels].count("activity: 12") == 6
        assert all(label.x < width for label in labels)


def test_unsafe_differences_of_overlapping_areas_are_listed_for_internal_readers_alone(tmp_path) -> None:
    areas = [("m0", "small")] * 20 + [("m1", "small")] * 3 + [("m1", "big")] * 13
    records = [{**firms(1, 1)[0], "place": place, "region": area} for place, area in areas]
    desk = Desk(tmp_path, records, hierarchy=False)
    jobs = [table("places", "place", None), table("areas", "region", None)]
    for job in jobs:
        job["params"]["rules"] = [{"kind": "threshold", "n": 4}]
    done = evaluate_plan(desk.plan(jobs), tmp_path, JobContext())
    fields = ReportFields(date="2026-11-22")
    section = next(one for one in build_report(done, fields, Words()).sections if one.key == "linked")
    (found,) = [block for block in section.blocks if isinstance(block, Table)]
    assert found.title == "Unsafe differences of overlapping areas"
    assert ("small of areas", "m0 of places") in found.rows
    assert "None is unsafe" not in texts(section)
    external = build_report(done, fields, Words(), edition="external")
    section = next(one for one in external.sections if one.key == "linked")
    assert "overlapping areas are unsafe by the rules" in texts(section)
    assert not [block for block in section.blocks if isinstance(block, Table)]
