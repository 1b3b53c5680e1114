"""A report on jobs of every kind: no confidential value anywhere, and outside the house no small counts."""

import re
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.plan_secrets import Secret
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.report.assemble import build_report
from sdc_desktop.report.html import html_text
from sdc_desktop.report.pdf import pdf_bytes
from sdc_desktop.report.sections.settings import settings_of
from sdc_desktop.words import Words
from sdc_desktop.words.program.languages import words_in
from tests.support import every_kind
from tests.support.reports import (
    FIELDS,
    POINT,
    pdf_everything,
    section_of,
    shown,
    squeezed,
    subject_of,
    texts,
)


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder: Path = tmp_path_factory.mktemp("every")
    every_kind.write_data(folder)
    return evaluate_plan(plan_from_json(every_kind.plan_json()), folder, JobContext())


@pytest.fixture(scope="module")
def reports(result):
    return {
        edition: build_report(result, FIELDS, Words(), edition=edition)
        for edition in ("internal", "external")
    }


@pytest.fixture(scope="module")
def stated(reports) -> dict[str, str]:
    """By edition all that both files hold, without blanks: text, alternative texts, bookmarks, metadata."""
    return {
        edition: squeezed(html_text(one)) + pdf_everything(pdf_bytes(one)) for edition, one in reports.items()
    }


def chapters(result, name: str, edition: str) -> str:
    """All that is told of a job: its finding, what was done, its figures and settings."""
    section = section_of(result, name, edition)
    settings = settings_of(subject_of(result, name, edition), Words())
    rest = [text for row in settings for text in row]
    return " ".join([*texts(section.blocks), *rest]).replace("\u202f", " ")


def test_the_plan_has_a_job_of_every_kind(result) -> None:
    assert {job.kind for job in result.jobs} == set(METHODS)


@pytest.mark.parametrize("edition", ["internal", "external"])
def test_no_confidential_cell_is_stated(stated, edition) -> None:
    text = stated[edition]
    assert len(every_kind.secrets()) > 3 * every_kind.RECORDS
    for cell in every_kind.secrets():
        whole = cell.partition(".")[0]
        assert cell not in text
        if whole.isdigit():  # nor rounded: five and six digits are met by chance in checksums at most
            assert not re.search(rf"(?<![0-9a-f]){whole}(?![0-9a-f])", text)
    assert "hush" not in text


def test_the_search_would_find_a_cell_that_is_stated(reports) -> None:
    text = squeezed(html_text(reports["internal"]))
    assert "illness\u00a01" in html_text(reports["internal"])
    assert "isle" in text  # a category of a variable that is not confidential
    assert "pay" in text


@pytest.mark.parametrize("seed", every_kind.SEEDS)
def test_seeds_are_stated_inside_the_house_only(stated, seed) -> None:
    assert str(seed) in stated["internal"]
    assert str(seed) not in stated["external"]


def test_fingerprints_of_secrets_are_stated_inside_the_house_only_and_secrets_nowhere(stated) -> None:
    for digits in every_kind.SECRETS.values():
        mark = Secret.of(digits).facts.fingerprint
        assert mark in stated["internal"]
        assert mark not in stated["external"]
        assert digits not in stated["internal"] + stated["external"]


def test_a_step_says_what_it_compares_but_no_value_of_a_respondent(result, reports) -> None:
    for edition in ("internal", "external"):
        text = chapters(result, "made ready", edition)
        assert "illness is none of values in the plan" in text
        assert "debt at least a value in the plan" in text
        assert "wage: bands of pay" in text
    assert re.search(
        "trouble\u00a0[1-9]", html_text(reports["internal"])
    )  # renamed, and as confidential as before


def test_the_key_of_pseudonyms_is_named_inside_the_house_only(stated) -> None:
    assert "key-of-names" in stated["internal"]
    assert "key-of-names" not in stated["external"]


@pytest.mark.parametrize("level", every_kind.LEVEL_WORDS)
def test_protection_levels_are_stated_inside_the_house_only(stated, level) -> None:
    assert level in stated["internal"]
    assert level not in stated["external"]


def test_checksums_of_what_was_read_are_stated_inside_the_house_only(result, stated) -> None:
    for sha in result.opened.inputs.values():
        assert sha in stated["internal"]
        assert sha not in stated["external"]


@pytest.mark.parametrize(
    ("name", "small"),
    [
        ("risk before", "Unique records"),
        ("by hand", "Unique records"),
        ("search", "Worst class"),
        ("rare cells", "cells are suppressed in"),
        ("groups", "Records below k"),
        ("map", "Unique records"),
        ("diversity", "Suppressed"),
        ("post", "values changed"),
        ("places", "values changed"),
        ("noisy", "values changed"),
        ("ends", "values changed"),
        ("pay by illness", "unsafe cells, "),
        ("bare", "cells are unsafe"),
        ("linked", "Disclosed"),
        ("one case", "records agree with what is known"),
        ("curve", "Most exposed cases"),
        ("queue", "Fitting the baseline"),
        ("whole", "Distances and information are in bits"),
        ("whole", "Test statistics relative to critical values"),
        ("rare cells", "every record matches at least"),
        ("pay by illness", "Value lost"),
        ("keyed", "differ from the true ones"),
        ("made ready", "records left"),
        ("made ready", "of 60 records"),
        ("made ready", "key-of-names.csv"),
    ],
)
def test_small_counts_are_stated_inside_the_house_only(result, name, small) -> None:
    assert small in chapters(result, name, "internal")
    assert small not in chapters(result, name, "external")


def test_no_figure_of_any_kind_has_a_point_in_german(result) -> None:
    english, german = (shown(html_text(build_report(result, FIELDS, words_in(one)))) for one in ("en", "de"))
    assert len(POINT.findall(english)) > 100
    assert POINT.findall(german) == []
