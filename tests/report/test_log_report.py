"""The report on a release log, in both formats and languages."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.release.live import Request
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.assemble import write_report
from sdc_desktop.report.log_report import log_report
from sdc_desktop.sheets.blocks import Paragraph, Table
from sdc_desktop.words import Words
from tests.support.release import begin, live_setup


@pytest.fixture
def live(tmp_path):
    baseline = {"a": 0.5, "b": 0.3, "zq-c": 0.2}
    alpha = {"KLD": 0.2, "CST": 0.2}
    running = begin(
        tmp_path / "log", live_setup("age", "place", baseline, ("x", "y"), ("KLD", "CST"), alpha, draws=100)
    )
    running.ask(
        [Request(f"zq-{n}", "xy"[n % 2], ("a", "b", "a", "zq-c")[n % 4]) for n in range(60)], JobContext()
    )
    yield running
    running.close()


def test_it_prints_lines_and_checksums_of_the_log(live) -> None:
    report = log_report(live, "day.sdclog", ReportFields(officer="A. Officer"), Words())
    (section,) = report.sections
    (end,) = (block for block in section.blocks if isinstance(block, Table))
    assert [row[1] for row in end.rows] == [str(live.head.n), live.head.hash, live.head.ledger]
    assert live.head.n == 61
    assert (report.subject, report.author) == ("day.sdclog", "A. Officer")


def test_it_states_the_rules_and_the_verdict(live) -> None:
    report = log_report(live, "day.sdclog", ReportFields(), Words())
    blocks = report.sections[0].blocks
    assert report.verdict.mark in ("safe", "reservations")
    assert f"{len(live.released())} released, {len(live.waiting())} waiting" in report.verdict.text
    text = " ".join(block.text for block in blocks if isinstance(block, Paragraph))
    assert f"age by place, KLD + CST at {Words().percent(0.2)}" in text
    assert "small cells joined: smallest cell with its smaller neighbour" in text
    assert "the smallest cell with fewer than 5 records joins its smaller neighbour" in text


def test_it_names_no_record_and_no_value(live) -> None:
    report = log_report(live, "day.sdclog", ReportFields(), Words())
    assert "zq-" not in repr(report)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("suffix", [".pdf", ".html"])
def test_it_is_written_in_both_formats(live, tmp_path, suffix, language) -> None:
    path = tmp_path / f"report{suffix}"
    write_report(log_report(live, "day.sdclog", ReportFields(), Words(language)), path)
    assert path.stat().st_size > 2_000
    if suffix == ".html":
        assert live.head.hash in path.read_text(encoding="utf-8")
