"""The log of the files of public reports (README.md) and their tests name the same ones."""

import re
from pathlib import Path

from tests.conformance import (
    test_reports_columnar,
    test_reports_csv,
    test_reports_r,
    test_reports_sheets,
    test_reports_statistics,
)
from tests.support.reported_files import sources

LOG = Path(__file__).with_name("README.md")
TESTED = {
    "test_reports_csv.py::test_a_delimited_file": sources(test_reports_csv.REPORTS),
    "test_reports_statistics.py::test_a_file_of_spss": sources(test_reports_statistics.SPSS),
    "test_reports_statistics.py::test_a_file_of_stata": sources(test_reports_statistics.STATA),
    "test_reports_statistics.py::test_a_file_of_sas": sources(test_reports_statistics.SAS),
    "test_reports_sheets.py::test_a_workbook": sources(test_reports_sheets.REPORTS),
    "test_reports_r.py::test_a_file_of_r": sources(test_reports_r.REPORTS),
    "test_reports_columnar.py::test_a_columnar_file": sources(test_reports_columnar.REPORTS),
    "test_reports_columnar.py::test_a_file_of_fixed_width": list(test_reports_columnar.FIXED),
}


def test_every_report_is_in_the_log_and_has_one_test() -> None:
    listed: dict[str, list[str]] = {}
    for part in LOG.read_text(encoding="utf-8").split("\n## ")[1:]:
        (test,) = re.findall(r"^`(\S+)`$", part, re.MULTILINE)
        listed[test] = re.findall(r"^\| (.+?, \d{4}(?: \(.+?\))?) \|", part, re.MULTILINE)
    assert listed == TESTED
    every = [source for tests in TESTED.values() for source in tests]
    assert len(set(every)) == len(every)
