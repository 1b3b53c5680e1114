"""Runs the demo plans and all that the self-test tries, into a folder that stays: `python trials.py FOLDER`.

Run by the Python of each system, so that the files can be compared.
"""

import sys
import traceback
from pathlib import Path

from sdc_desktop import cli, self_test
from sdc_desktop.resources import resource_path


def main(folder: Path) -> int:
    """Run everything; how many failed."""
    failed = 0
    for name, work in (*_demos(folder / "demo"), *self_test.trials(folder / "self-test")):
        try:
            work()
        except Exception:  # noqa: BLE001 - whatever fails is named
            failed += 1
            print(f"FAILED: {name}", file=sys.stderr)
            traceback.print_exc()
    return failed


def _demos(folder):
    """Each demo plan, and one report in German."""
    folder.mkdir(parents=True)
    (folder.parent / "self-test").mkdir()
    for plan in sorted(resource_path("demo").glob("*/*.sdcplan")):
        yield plan.stem, lambda plan=plan: _batch("run", plan, "--out", folder / plan.stem)
    report = ("report", resource_path("demo", "patients", "patients.sdcplan"), "--language", "de")
    yield "report", lambda: _batch(*report, "--date", "2026-01-01", "--out", folder / "Übersicht.pdf")


def _batch(*arguments):
    code = cli.main([*map(str, arguments), "--quiet"])
    if code:
        raise RuntimeError(f"exit code {code}")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
