"""Categories have the order of their hierarchy in report, window and exported files, and one sign."""

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan, run_plan
from sdc_desktop.engine.tables.cells import SUPPRESSED
from sdc_desktop.engine.tables.files.layouts import LAYOUTS, Published, layout_text
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.sections import published
from sdc_desktop.sheets.blocks import PublishedTable
from sdc_desktop.ui.models.cells_model import entries
from sdc_desktop.words import Words
from sdc_desktop.words.tables import cells

AREAS = (("30", "Z"), ("4", "Z"), ("1", "A"), ("20", "A"))


def test_report_window_and_files_have_the_order_of_the_hierarchy(tmp_path) -> None:
    rows = [f"{area};{sex}" for area, _ in AREAS for sex in ("m", "f") for _ in range(6)]
    (tmp_path / "people.csv").write_text("\n".join(["area;sex", *rows]) + "\n", encoding="utf-8")
    levels = ["code;area", *(";".join(pair) for pair in AREAS)]
    (tmp_path / "areas.csv").write_text("\n".join(levels) + "\n", encoding="utf-8")
    job = {
        "name": "counts",
        "kind": "table",
        "params": {
            "dimensions": [{"variable": "area"}, {"variable": "sex"}],
            "rules": [{"kind": "threshold", "n": 3}],
            "protect": {"method": "suppression"},
        },
        "output": {"path": "counts.csv"},
    }
    data = {"path": "people.csv", "hierarchies": {"area": {"kind": "levels", "path": "areas.csv"}}}
    plan = plan_from_json({"schema": 2, "data": data, "jobs": [job]})
    done = evaluate_plan(plan, tmp_path, JobContext())
    report = build_report(done, ReportFields(date="2026-11-23"), Words())
    blocks = [block for section in report.sections for block in section.blocks]
    (table,) = [block for block in blocks if isinstance(block, PublishedTable)]
    assert [head.text for head in table.pages[0].rows] == ["Total", "Z", "30", "4", "A", "1", "20"]
    run_plan(plan, tmp_path, tmp_path / "out", JobContext())
    lines = (tmp_path / "out" / "counts.csv").read_text(encoding="utf-8").splitlines()[1:]
    written = dict.fromkeys(line.replace(",", ";").split(";")[0].strip('"') for line in lines)
    assert list(written) == ["Total", "Z", "30", "4", "A", "1", "20"]
    result = done.jobs[0].result
    area = result.table.dimensions[0]
    shown = entries(area, frozenset(range(len(area.rows))))
    assert [entry.label for entry in shown] == list(written)
    for layout in LAYOUTS:
        text = layout_text(Published(result.table, result.cells), layout)
        place = 1 if layout == "sbs" else 0  # after the level
        fields = [line.split(",")[place].strip('"') for line in text.splitlines()]
        assert [one for one in dict.fromkeys(fields) if one in written] == list(written), layout


def test_a_category_of_missing_values_has_a_name(tmp_path) -> None:
    rows = [f"{area};{sex}" for area in ("", "4") for sex in ("m", "f") for _ in range(6)]
    (tmp_path / "people.csv").write_text("\n".join(["area;sex", *rows]) + "\n", encoding="utf-8")
    job = {
        "name": "counts",
        "kind": "table",
        "params": {"dimensions": [{"variable": "area"}, {"variable": "sex"}]},
        "output": {"path": "counts.csv"},
    }
    plan = plan_from_json({"schema": 2, "data": {"path": "people.csv"}, "jobs": [job]})
    report = build_report(evaluate_plan(plan, tmp_path, JobContext()), ReportFields(), Words())
    blocks = [block for section in report.sections for block in section.blocks]
    (table,) = [block for block in blocks if isinstance(block, PublishedTable)]
    assert [head.text for head in table.pages[0].rows] == ["Total", "4", "(missing)"]


def test_a_suppressed_value_has_one_sign_in_window_export_and_report() -> None:
    assert {SUPPRESSED, cells.WITHHELD, published.WITHHELD} == {"x"}
    assert all(sign[0] == SUPPRESSED for sign in (published.UNSAFE, published.SECONDARY, published.DERIVED))
