"""The site of guide, library and examples: gathers its pages, then Sphinx makes the HTML. No network."""

import re
import shutil
import subprocess
from pathlib import Path

from dev_lib import ROOT
from dev_lib.environment import Environment, clean_variables

SOURCES = ROOT / "docs"
GUIDE = ROOT / "resources" / "help" / "en"
BUILD = ROOT / "build" / "docs"
_ANCHORED = re.compile(r"^(#+ .*?)\s*\{#([\w-]+)\}$", re.MULTILINE)
_EXAMPLE = re.compile(r"^```example .*\n(?P<lines>(?:.*\n)*?)```$", re.MULTILINE)
_FORMULA = re.compile(r"^```formula$", re.MULTILINE)
_PAGES = """
from pathlib import Path
from sdc_desktop.words import Words
from sdc_desktop.words.guide.pages import help_pages
import sys
for page in help_pages(Words()):
    Path(sys.argv[1], page.name + ".md").write_text(page.text, encoding="utf-8")
"""


def build_site(environment: Environment) -> int:
    """Make build/docs/html; the exit code of Sphinx, for which a warning is a failure."""
    shutil.rmtree(BUILD, ignore_errors=True)
    source = BUILD / "source"
    shutil.copytree(SOURCES, source)
    guide = source / "guide"
    guide.mkdir()
    shutil.copytree(GUIDE / "images", guide / "images")
    python, variables = str(environment.python), clean_variables()
    done = subprocess.run([python, "-P", "-c", _PAGES, str(guide)], cwd=ROOT, env=variables)
    if done.returncode:
        return done.returncode
    for path in sorted(guide.glob("*.md")):
        path.write_text(for_sphinx(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    command = [python, "-P", "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html"]
    return subprocess.run([*command, str(source), str(BUILD / "html")], cwd=ROOT, env=variables).returncode


def for_sphinx(page: str) -> str:
    """A page of the guide as Sphinx reads it: anchors as targets, figures of examples as tables."""
    page = _ANCHORED.sub(r"(\2)=\n\1", page)
    page = _FORMULA.sub("```text", page)
    return _EXAMPLE.sub(lambda fence: _table(fence["lines"]), page)


def _table(lines: str) -> str:
    rows = [line.split(" | ") for line in lines.splitlines() if line.strip()]
    body = [f"| {row[0]} | {row[-1]} |" for row in rows]
    return "\n".join(["| Figure | Value |", "|---|---|", *body, ""])


def pages_of(folder: Path) -> tuple[str, ...]:
    """The pages of a site that was made, by name."""
    return tuple(sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html")))
