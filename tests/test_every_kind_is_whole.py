"""A kind of job is not finished until everything that belongs to it is there."""

import ast
from pathlib import Path

import pytest

import sdc_desktop
from sdc_desktop.engine.method import never
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.plan import read_plan, schema
from sdc_desktop.engine.setting import Settings
from sdc_desktop.report.sections import chapter_of
from sdc_desktop.words.steps import STEPS

ROOT = Path(sdc_desktop.__file__).parents[1]
RESOURCES = ROOT / "resources"


def kinds_of_the_plan() -> set[str]:
    return set(schema()["properties"]["jobs"]["items"]["discriminator"]["mapping"])


def test_plan_and_engine_know_the_same_kinds() -> None:
    assert kinds_of_the_plan() == set(METHODS)


@pytest.mark.parametrize("kind", sorted(METHODS))
def test_a_kind_has_its_stages(kind) -> None:
    stages = METHODS[kind].stages
    assert all(callable(stage) for stage in (stages.check, stages.counts, stages.decide, stages.apply))


@pytest.mark.parametrize("kind", sorted(METHODS))
def test_a_kind_has_a_report_section(kind) -> None:
    assert callable(chapter_of(kind).sections)


@pytest.mark.parametrize(
    "kind", sorted(kind for kind, one in METHODS.items() if one.draws is not never or one.simulates)
)
def test_a_report_says_what_a_kind_draws_at_random(kind) -> None:
    assert METHODS[kind].chance


@pytest.mark.parametrize("kind", sorted(METHODS))
def test_a_kind_has_a_form(kind) -> None:
    is_generated = issubclass(METHODS[kind].params, Settings)  # tests/ui/test_settings_form.py builds it
    assert is_generated or (ROOT / "sdc_desktop" / "ui" / "forms" / f"{kind}.py").is_file()


@pytest.mark.parametrize("kind", sorted(METHODS))
def test_a_kind_has_a_help_page(kind) -> None:
    assert (RESOURCES / "help" / "en" / f"{kind}.md").read_text(encoding="utf-8").startswith("# ")


@pytest.mark.parametrize("kind", sorted(METHODS))
def test_a_kind_has_a_self_test(kind) -> None:
    plan = read_plan(RESOURCES / "self_test" / f"{kind}.sdcplan")
    assert kind in {job.kind for job in plan.jobs}


def test_every_step_that_is_told_has_words() -> None:
    told = set()
    for path in (ROOT / "sdc_desktop").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                if node.func.attr == "progress" and len(node.args) == 2:
                    told |= {n.value for n in ast.walk(node.args[1]) if isinstance(n, ast.Constant)}
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                named = (target.id for target in node.targets if isinstance(target, ast.Name))
                told |= {node.value.value for name in named if name.startswith("STEP")}
    assert told == set(STEPS)
