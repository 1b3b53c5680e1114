"""Start page, demos and every tab at four sizes, in both languages: no text is cut, no action is lost."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sdc_desktop.resources import resource_path
from sdc_desktop.words.catalogue import read_catalogue
from tests.ui.every_view import bare

ROOT = Path(__file__).resolve().parents[2]
SIZES = ((1366, 768), (960, 540), (1440, 900), (1920, 1080))
ALL = [(*size, language) for size in SIZES for language in ("en", "de")]
ACTIONS = {
    "files": (
        "Open project",
        "Open data file",
        "Open recent",
        "Save",
        "Save as",
        "Save copy without secrets",
        "Replace data file",
    ),
    "edit and help": (
        "Undo",
        "Redo",
        "Command palette",
        "Search guide",
        "User guide",
        "Language",
        "Theme",
        "Show value labels",
        "All report details",
    ),
    "view": (
        "Reset panel layout",
        "Result only",
        "History",
        "Strategies",
        "Notes",
        "Problems",
        "Log",
    ),
    "commands": (
        "Compare two runs",
        "Temporary folder for large files",
        "Cancel running job",
        "No policy",
    ),
    "tools": (
        "Check file against criteria",
        "Audit published table",
        "Audit linked tables",
        "Check outputs of researchers",
        "Correct attributions",
    ),
    "file": (
        "First look",
        "Format",
        "Categories and missing codes",
        "Missing codes",
        "Find variable",
        "Records",
        "Codebook",
    ),
    "roles": (
        "Role",
        "Measurement level",
        "Key variables by what they add to uniqueness",
        "Actions in order",
        "Add action",
        "Preview",
    ),
    "best recoding": (
        "Draw the map",
        "Planes",
        "Points of",
        "Compare all techniques",
        "Blocks of variables",
        "Map of",
        "Grouping method",
        "Limit in the map",
        "Balance",
    ),
    "search": (
        "Search for levels by criteria",
        "Privacy criteria",
        "Loss measure to minimise",
        "Evaluate all combinations",
        "Values of l",
        "Search progress: best cost and lower bound",
    ),
    "methods": (
        "Top and bottom coding",
        "Local suppression",
        "Synthetic records",
        "Information loss by k",
        "Groups",
        "Post-randomisation (PRAM)",
        "Transitions",
        "Rank swapping",
        "Noise",
        "Rounding of numbers",
        "Microaggregate",
        "Household swapping",
        "Recoding by hand",
    ),
    "steps": (
        "Move up",
        "Move down",
        "Remove step",
        "Show class of record",
        "New secret",
        "Enter secret",
        "Hierarchy",
        "Import file",
        "Save as ARX file",
        "Use hierarchy",
        "Add step",
    ),
    "result": (
        "Values",
        "Classes",
        "Risk",
        "Means, variances and correlations before and after",
        "Utility",
        "Suppressed values",
        "Criteria",
    ),
    "release": (
        "Compare",
        "Another protected file",
        "Strategies on the R-U map",
        "Random order",
        "Escape spreadsheet formulas",
        "Export plan for batch run",
        "Export all",
        "Report",
        "Edition",
        "Language of the report",
    ),
    "pictures": (
        "Add to the report",
        "Show data",
        "Copy picture",
        "Save picture",
        "Save table",
    ),
    "tables": (
        "Table from the open file",
        "Remove",
        "Table layout",
        "Sensitivity rules",
        "Protection method",
        "Protect table",
        "Manual status",
        "Bounds",
        "Add table",
    ),
    "table": (
        "Published",
        "True values",
        "Intervals",
        "Fold all",
        "Copy as published",
        "Unsafe cells",
        "Linked tables",
        "Methods",
        "Search",
        "Differentially private table",
        "Cell key method",
        "Table redesign",
    ),
    "curves": (
        "Keep curve",
        "Kept curves",
        "Logarithmic axis",
        "Cases",
        "Experiment",
        "Techniques",
        "Risk curve from values",
        "Variables that an intruder may know",
    ),
    "queue": (
        "Run simulation",
        "Live release",
        "Play",
        "Go to start",
        "Waiting",
        "Safety of releases under other tests",
        "Requests",
        "New log",
        "Open log",
        "Request order",
    ),
    "outputs": (
        "Read again",
        "Supporting files, never packaged",
        "Counts behind",
        "Other tables",
        "Carried by the file",
        "Ledger",
        "Correct",
        "Rules",
        "Request to the researcher",
        "Approve",
        "Package",
        "Refuse",
    ),
}


def seen(width: int, height: int, language: str, folder: Path) -> tuple[dict[str, list[str]], set[str]]:
    """The texts cut in each view, and the words of all that the views offer."""
    command = [sys.executable, "tests/ui/every_view.py", str(width), str(height), language, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return found["cut"], set(found["offered"])


def test_on_a_common_screen_no_text_is_cut_and_every_action_is_found_in_german(tmp_path) -> None:
    cut, offered = seen(1366, 768, "de", tmp_path)
    assert cut == {}
    german: dict[str, set[str]] = {}
    for message, forms in read_catalogue(resource_path("translations") / "de").items():
        german.setdefault(bare(message), set()).add(bare(forms[0]))
    lost = {
        place: [one for one in actions if not german[one] & offered] for place, actions in ACTIONS.items()
    }
    assert not any(lost.values()), lost


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height", "language"), ALL)
def test_no_text_is_cut_at_any_size(tmp_path, width: int, height: int, language: str) -> None:
    cut, _ = seen(width, height, language, tmp_path)
    assert cut == {}
