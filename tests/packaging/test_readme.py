"""The README: its pictures and links are there, its commands and verbs are those of the program."""

import re
from pathlib import Path

import pytest

from sdc_desktop.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MOST_PICTURE = 150_000  # bytes
VERBS = sorted(set(re.findall(r"^sdc-desktop ([a-z][a-z-]+)", README, re.MULTILINE)))


def test_it_begins_with_two_sentences_two_pictures_and_two_commands() -> None:
    opening, _, commands = README.partition("## Two commands")
    text = opening.partition("\n<img")[0].removeprefix("# SDC Desktop").strip()
    assert len(re.findall(r"\.(?:\s|$)", text)) == 2
    assert opening.count("<img ") == 2
    fence = commands.split("```")[1]
    assert re.findall(r"^python3 packaging/dev.py (\w+)", fence, re.MULTILINE) == ["app", "test"]


def test_pictures_are_small_and_have_alternative_texts() -> None:
    for tag in re.findall(r"<img [^>]+>", README):
        name = re.search(r'src="([^"]+)"', tag)
        words = re.search(r'alt="([^"]+)"', tag)
        assert name is not None
        assert words is not None
        assert len(words[1]) > 20
        assert 0 < (ROOT / name[1]).stat().st_size <= MOST_PICTURE


def test_files_it_links_to_are_there() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_the_comparison_has_a_cell_for_each_tool_in_every_row() -> None:
    _, _, rest = README.partition("## Beside other tools")
    rows = [line.strip("|").split("|") for line in rest.splitlines() if line.startswith("|")]
    tools = [cell.strip() for cell in rows[0][1:]]
    assert tools == ["SDC Desktop", "mu-ARGUS", "tau-ARGUS", "sdcMicro", "ARX"]
    assert {len(row) for row in rows} == {6}


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_it_names_is_one_of_the_program(verb, capsys) -> None:
    with pytest.raises(SystemExit) as done:
        main([verb, "--help"])
    assert done.value.code == 0


def test_the_chores_it_names_are_those_of_the_packager(capsys) -> None:
    import dev

    with pytest.raises(SystemExit):
        dev.main(["--help"])
    shown = capsys.readouterr().out
    for chore in set(re.findall(r"dev\.py (\w+)", README)):
        assert chore in shown
