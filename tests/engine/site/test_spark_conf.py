"""The settings of Spark that a site gives, and what the program says without Spark."""

import sys

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.site.spark_session import PINNED, spark_conf
from tests.support.site.counting import write_plan


def test_settings_are_lines_and_comments(tmp_path) -> None:
    path = tmp_path / "spark.conf"
    path.write_text("# ours\n\nspark.master = yarn\n spark.executor.memory=4g \n", encoding="utf-8")
    assert spark_conf(path) == {"spark.master": "yarn", "spark.executor.memory": "4g"}


@pytest.mark.parametrize("line", ["spark.master", "rm = x", "spark. = 1", "= 3"])
def test_a_line_that_is_no_setting_is_named_and_not_shown(tmp_path, line) -> None:
    path = tmp_path / "spark.conf"
    path.write_text(f"spark.master = yarn\n{line}\n", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        spark_conf(path)
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.line, dict(problem.params)) == ("site.conf", 2, {})


@pytest.mark.parametrize("name", sorted(PINNED))
def test_what_results_depend_on_cannot_be_set(tmp_path, name) -> None:
    path = tmp_path / "spark.conf"
    path.write_text(f"{name} = x\n", encoding="utf-8")
    with pytest.raises(Refused, match=r"site\.conf_pinned"):
        spark_conf(path)


def test_without_pyspark_the_verb_says_what_to_install(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "pyspark", None)
    plan, out = write_plan(tmp_path), tmp_path / "c.sdccounts"
    assert cli.main(["counts", str(plan), "--on", "spark", "--out", str(out), "--quiet"]) == 2
    assert "sdc-desktop[site]" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["people.csv", "plan.sdcplan"]
