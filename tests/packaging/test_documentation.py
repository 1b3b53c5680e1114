"""The site of guide, library and examples: its pages, and the kinds and verbs that they name."""

import re
from pathlib import Path

import pytest
from dev_lib import documentation

from sdc_desktop.cli import main
from sdc_desktop.engine.methods.registry import METHODS

DOCS = Path(__file__).parents[2] / "docs"
KINDS = set(METHODS)


def test_anchors_become_targets_and_examples_tables() -> None:
    page = (
        "## Coding {#recoding}\n\n```formula\na = b\n```\n\n```example help/x\nMean | job.mean | 2.5\n```\n"
    )
    made = documentation.for_sphinx(page)
    assert made.startswith("(recoding)=\n## Coding\n")
    assert "```text\na = b\n```" in made
    assert "| Mean | 2.5 |" in made
    assert "job.mean" not in made


@pytest.mark.parametrize("path", sorted(DOCS.glob("for-*.md")), ids=lambda path: path.stem)
def test_the_pages_for_users_of_other_tools_name_kinds_that_exist(path) -> None:
    named = set(re.findall(r'"kind": "(\w+)"', path.read_text(encoding="utf-8")))
    assert named <= KINDS | {"k_anonymity", "levels"}  # a criterion, and a kind of hierarchy


def test_commands_on_the_pages_are_verbs_of_the_program(capsys) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.md"))
    verbs = set(re.findall(r"sdc-desktop ([a-z][a-z-]+)", text))
    assert verbs
    for verb in verbs:
        with pytest.raises(SystemExit) as done:
            main([verb, "--help"])
        assert done.value.code == 0
        capsys.readouterr()


def test_the_site_is_made_without_a_warning(tmp_path, monkeypatch) -> None:
    import sys

    from dev_lib.environment import Environment

    monkeypatch.setattr(documentation, "BUILD", tmp_path)
    environment = Environment(Path(sys.executable).parents[1])
    assert documentation.build_site(environment) == 0
    pages = documentation.pages_of(tmp_path / "html")
    assert {"index.html", "library.html", "examples.html", "guide/risk.html"} <= set(pages)
