"""What the sheet of every kind gives the readers of the external edition: nothing of a respondent."""

import re
from dataclasses import replace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.report.chapters.recoding import about
from sdc_desktop.sheets.sheet import found_text, read_by, sheet_of
from sdc_desktop.words import Words
from tests.support import every_kind
from tests.support.reports import subject_of, texts

KINDS = sorted(METHODS)


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder = tmp_path_factory.mktemp("every")
    every_kind.write_data(folder)
    return evaluate_plan(plan_from_json(every_kind.plan_json()), folder, JobContext())


def texts_for(result, name: str, reader: str) -> str:
    """All texts of the blocks that a reader is given of a job."""
    subject = subject_of(result, name)
    blocks = read_by(reader, sheet_of(subject.job.kind)(about(subject), Words()))
    return " ".join(texts(tuple(blocks)))


@pytest.mark.parametrize("kind", KINDS)
def test_no_value_of_a_confidential_variable_is_external(result, kind) -> None:
    jobs = [job.name for job in result.jobs if job.kind == kind]
    assert jobs
    for name in jobs:
        text = texts_for(result, name, "external")
        assert text
        assert "hush" not in text
        for cell in every_kind.secrets():
            assert not re.search(rf"(?<!\w){re.escape(cell.partition('.')[0])}(?!\w)", text), cell


@pytest.mark.parametrize("kind", KINDS)
def test_no_figure_that_no_setting_declares_is_external(result, kind) -> None:
    for name in (job.name for job in result.jobs if job.kind == kind):
        text = texts_for(result, name, "external")
        for figure in (*every_kind.LEVEL_WORDS, *map(str, every_kind.SEEDS)):
            assert figure not in text


def test_small_counts_are_inside_alone(result) -> None:
    small = {"rare cells": "Unique records", "groups": "Records below k", "search": "Suppressed"}
    for name, count in small.items():
        assert count in texts_for(result, name, "internal")
        assert count not in texts_for(result, name, "external")


def test_a_criterion_that_is_not_met_is_no_secret(result) -> None:
    name = next(job.name for job in result.jobs if job.kind == "generalise")
    subject = subject_of(result, name)
    found = about(subject)
    shown = {}
    for passed in (True, False):
        check = replace(found.result.check, passed=passed)
        one = replace(found, result=replace(found.result, check=check))
        shown[passed] = found_text(sheet_of("generalise")(one, Words()), "external")
    assert shown[True] == "Every group that is released meets the criteria."
    assert shown[False] == "The released file does not meet a criterion."
