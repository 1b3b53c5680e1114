"""Sets the program up and does the chores: `python3 packaging/dev.py VERB`.

app        set up, then open the window on the demo project (without a display: run it into demo-output/)
test       set up, then run the tests: those without a screen first, then the end-to-end ones under Xvfb.
           Further arguments go to pytest. --slow: also those of tests/slow_tests.txt, which take most of the
           time, and each benchmark but the longest once, unmeasured; --nightly: also the trials that take
           minutes; --coverage: which lines were run; --time: run the slow ones too, then write
           tests/slow_tests.txt again
check      lint, format, types, architecture, catalogue of messages
freeze     make the one-folder program in dist/ and let it test itself
package    freeze, then make in dist/ what is given to others: archives, installer, wheel bundle, hashes.
           --base ROOT: for older Linux systems, inside the root of an old Debian. --release: refuse to
           continue while the publisher's fields in dev_lib/product.py are blank
windows    build and try the Windows program under Wine, as root on Debian: from source, as frozen program,
           installed by its MSI, its window. --quick: from source alone; --installer: also the installer of
           Inno Setup; --tests: its tests instead
macos      fetch the wheels that a Mac would install, of both processors, and list the libraries they carry
faults     sow faults in the engine and list those that no test sees, in an hour or more; further
           arguments: --number, --seed, --only
bench      measure what tests/benchmarks measures; further arguments go to pytest
lock       make packaging/requirements.lock again (needs uv)
icons      draw packaging/icons again from the SVG files
fonts      list the characters of the fonts for the report, after changing a font
catalogue  write the catalogue of messages for translators again
screenshots  take the pictures of the user guide again
docs       make the site of guide, library and examples in build/docs/html

Standard library only: it needs nothing but Python 3.11, 3.12 or 3.13.
"""

import sys

if not (3, 11) <= sys.version_info[:2] < (3, 14):
    sys.exit(
        "SDC Desktop needs Python 3.11, 3.12 or 3.13; this is %s (%s).\n"  # noqa: UP031 - older Pythons
        "Install one of those and run this command with it, for example: python3.12 packaging/dev.py app"
        % (sys.version.split()[0], sys.executable)
    )

import argparse
import json
import os
import secrets
import subprocess
import tempfile
from pathlib import Path

from dev_lib import ROOT, Stop, system
from dev_lib.environment import ALL, PYPROJECT, RUNTIME, Environment, clean_variables, set_up
from dev_lib.site import ready_for_spark, site_requirements

DEMO = ROOT / "resources" / "demo" / "patients" / "patients.sdcproj"
DEMO_OUTPUT = ROOT / "demo-output"


def main(argv: list[str]) -> int:
    """Do what one verb says; the exit code."""
    options, rest = parsed(argv)
    try:
        return VERBS[options.verb](options, rest)
    except Stop as reason:
        print(reason, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parsed(argv: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The options, and what else a verb takes. Leaves the program where a verb does not take it."""
    parser = argparse.ArgumentParser(
        prog="dev.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("verb", choices=VERBS, metavar="VERB", help="one of those above")
    parser.add_argument(
        "--wheels", type=Path, metavar="DIR", help="install from this folder, without a network"
    )
    parser.add_argument(
        "--base", type=Path, metavar="ROOT", help="package: for older systems, in this root of an old Debian"
    )
    parser.add_argument("--release", action="store_true", help="package: for others, not for trials")
    parser.add_argument(
        "--if-changed", action="store_true", help="freeze: only if dist/ is absent or outdated"
    )
    parser.add_argument(
        "-m", dest="markers", default="", metavar="MARKERS", help="test: pytest's marker expression"
    )
    parser.add_argument("--slow", action="store_true", help="test: also the slow tests")
    parser.add_argument("--time", action="store_true", help="test: also the slow tests, and list them again")
    parser.add_argument("--nightly", action="store_true", help="test: also the trials that take minutes")
    parser.add_argument("--coverage", action="store_true", help="test: print which lines were run")
    parser.add_argument("--quick", action="store_true", help="windows: from source alone")
    parser.add_argument(
        "--if-cached", action="store_true", help="windows: only where all that it takes is there already"
    )
    parser.add_argument("--tests", action="store_true", help="windows: its tests")
    parser.add_argument("--installer", action="store_true", help="windows: also the installer of Inno Setup")
    options, rest = parser.parse_known_args(argv)
    if rest and options.verb not in ("test", "bench", "screenshots", "faults"):
        parser.error(f"{options.verb} takes no {' '.join(rest)}")
    rest = [item for item in rest if item != "--"]
    if options.wheels is not None:
        options.wheels = options.wheels.resolve()
    if options.base is not None and options.verb != "package":
        parser.error("--base belongs to package")
    return options, rest


def app(options: argparse.Namespace, rest: list[str]) -> int:
    """Open the window on the demo project, or run the project where there is no display."""
    system.ensure(system.QT)
    environment = set_up(".venv", RUNTIME, options.wheels)
    if has_display():
        return _become(environment, ["--demo"])
    print(
        "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can be opened."
    )
    print("The demo project runs without one.", flush=True)
    report = DEMO_OUTPUT / "report.pdf"
    with tempfile.TemporaryDirectory(prefix="sdc-secret-") as folder:
        own = Path(folder) / "secrets.json"  # the secret that comes with the demo is known to all
        own.touch(0o600)
        own.write_text(json.dumps({"*": secrets.token_hex(32)}), encoding="utf-8")
        for arguments in (
            ["run", str(DEMO), "--out", str(DEMO_OUTPUT), "--secrets", str(own)],
            ["report", str(DEMO), "--out", str(report), "--secrets", str(own)],
        ):
            code = _program(environment, arguments)
            if code:
                return code
    print(f"The result is in {DEMO_OUTPUT / 'result.json'}, the protected file beside it.")
    print(f"The report is in {report}.")
    return 0


def has_display() -> bool:
    """Whether a window can be shown; Windows and macOS always have a screen."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def test(options: argparse.Namespace, rest: list[str]) -> int:
    """Run all tests."""
    from dev_lib.slow_tests import write_slow_tests
    from dev_lib.testing import Extent, run_tests, without_spark

    environment = _full_environment(options)
    ready = ready_for_spark(environment, options.wheels)
    named = bool(rest or options.markers)  # what is named is run, slow or not
    extent = Extent.SLOW if options.slow or options.time or named else Extent.QUICK
    with tempfile.TemporaryDirectory(prefix="sdc-durations-") as folder:
        report = Path(folder) / "report.xml" if options.time else None
        code = run_tests(
            environment,
            options.markers if ready else without_spark(options.markers),
            rest,
            extent=Extent.NIGHTLY if options.nightly else extent,
            coverage=options.coverage,
            report=report,
        )
        if report is not None and code in (0, 1):  # it came to its end
            print(write_slow_tests(report))
    return code


def check(options: argparse.Namespace, rest: list[str]) -> int:
    """Run every checker, even after a failure; the exit code."""
    environment = _full_environment(options)
    failed = [name for name, command in checks(environment).items() if _step(name, command)]
    print(f"Not clean: {', '.join(failed)}" if failed else "All checks are clean.", flush=True)
    return 1 if failed else 0


def checks(environment: Environment) -> dict[str, list[str]]:
    """The checkers by name."""
    python, parts = str(environment.python), ["sdc_desktop", "tests", "packaging", "docs"]
    return {
        "lint": [python, "-m", "ruff", "check", *parts],
        "format": [python, "-m", "ruff", "format", "--check", *parts],
        "types": [python, "-m", "mypy"],
        "architecture": [str(environment.scripts / "lint-imports")],
        "catalogue": [python, "packaging/catalogue.py", "--check"],
        "language": [python, "packaging/language/check.py"],
    }


def freeze(options: argparse.Namespace, rest: list[str]) -> int:
    """Make the one-folder program and let it test itself."""
    from dev_lib.freezing import freeze_program

    system.ensure((*system.QT, *system.FREEZE))
    return freeze_program(options.wheels, only_if_changed=options.if_changed)


def package(options: argparse.Namespace, rest: list[str]) -> int:
    """Make all that is given to others."""
    from dev_lib.packages import make_packages

    if options.base is not None:
        from dev_lib.base import package_in

        return package_in(options.base.resolve(), options.wheels, ROOT / "dist", for_release=options.release)
    system.ensure((*system.QT, *system.FREEZE))
    return make_packages(options.wheels, for_release=options.release)


def windows(options: argparse.Namespace, rest: list[str]) -> int:
    """Build and try the Windows program here."""
    from dev_lib.wine.chore import not_cached
    from dev_lib.wine.chore import windows as try_windows

    if options.if_cached and (reason := not_cached()):
        print(f"The Windows program is not tried: {reason}.")
        return 0
    return try_windows(
        options.wheels, quick=options.quick, with_tests=options.tests, with_installer=options.installer
    )


def macos(options: argparse.Namespace, rest: list[str]) -> int:
    """Check what the macOS program is made of, as far as another system can."""
    from dev_lib.foreign_wheels import try_macos

    return try_macos(set_up(".venv", RUNTIME, options.wheels))


def icons(options: argparse.Namespace, rest: list[str]) -> int:
    """Draw the icons again."""
    return _step("icons", [str(_full_environment(options).python), "packaging/draw_icons.py"])


def fonts(options: argparse.Namespace, rest: list[str]) -> int:
    """List the characters that the bundled fonts have."""
    from dev_lib.fonts import write_coverage

    return write_coverage()


def bench(options: argparse.Namespace, rest: list[str]) -> int:
    """Measure."""
    python = str(_full_environment(options).python)
    return _step("benchmarks", [python, "-m", "pytest", "tests/benchmarks", "--benchmark-only", *rest])


def faults(options: argparse.Namespace, rest: list[str]) -> int:
    """Sow faults, and print those that survive."""
    return _step("faults", [str(_full_environment(options).python), "packaging/faults.py", *rest])


def lock(options: argparse.Namespace, rest: list[str]) -> int:
    """Make the locks again: all extras, all systems, hashes, no addresses. Spark, as large as all else
    together, has a lock of its own.
    """
    extras = [
        "--extra",
        "window",
        "--extra",
        "dev",
        "--extra",
        "freeze",
        "--universal",
        "--python-version",
        "3.11",
    ]
    form = ["--generate-hashes", "--no-header", "--no-emit-index-url", "--no-emit-find-links"]
    compiled = ["uv", "pip", "compile"]
    path = os.pathsep.join([str(Environment(ROOT / ".venv").scripts), os.environ.get("PATH", "")])
    variables = clean_variables(PATH=path)
    site = "\n".join(site_requirements(PYPROJECT))
    try:
        command = [*compiled, "pyproject.toml", *extras, *form, "-o", "packaging/requirements.lock"]
        first = subprocess.run(command, cwd=ROOT, env=variables).returncode
        command = [*compiled, "-", *extras[-3:], *form, "-o", "packaging/requirements-site.lock"]
        return first or subprocess.run(command, cwd=ROOT, env=variables, input=site, text=True).returncode
    except FileNotFoundError:
        raise Stop("The program uv is needed for this: python3 -m pip install uv") from None


def catalogue(options: argparse.Namespace, rest: list[str]) -> int:
    """Write the catalogue again."""
    return _step("catalogue", [str(_full_environment(options).python), "packaging/catalogue.py"])


def screenshots(options: argparse.Namespace, rest: list[str]) -> int:
    """Take the pictures of the guide again."""
    command = [str(_full_environment(options).python), "packaging/screenshots.py", *rest]
    return _step("screenshots", command)


def docs(options: argparse.Namespace, rest: list[str]) -> int:
    """Make the site."""
    from dev_lib.documentation import build_site

    return build_site(_full_environment(options))


def _full_environment(options: argparse.Namespace) -> Environment:
    wanted = system.QT
    if options.verb == "test":
        wanted = (*system.QT, *system.VIRTUAL_SCREEN, *system.FREEZE, *system.MSI)
    system.ensure(wanted)
    return set_up(".venv", ALL, options.wheels)


def _step(name: str, command: list[str]) -> int:
    print(f"-- {name}", flush=True)
    variables = clean_variables(QT_QPA_PLATFORM="offscreen")
    return subprocess.run(command, cwd=ROOT, env=variables, stdin=subprocess.DEVNULL).returncode


def _program(environment: Environment, arguments: list[str]) -> int:
    command = [str(environment.python), "-P", "-m", "sdc_desktop", *arguments]
    return subprocess.run(command, cwd=ROOT, env=clean_variables(), stdin=subprocess.DEVNULL).returncode


def _become(environment: Environment, arguments: list[str]) -> int:
    """Continue as the program itself, so that signals reach it; Windows cannot, there it is a child."""
    if os.name == "nt":
        return _program(environment, arguments)
    sys.stdout.flush()
    command = [str(environment.python), "-P", "-m", "sdc_desktop", *arguments]
    os.execve(command[0], command, clean_variables())


VERBS = {
    "app": app,
    "test": test,
    "check": check,
    "freeze": freeze,
    "package": package,
    "windows": windows,
    "macos": macos,
    "bench": bench,
    "faults": faults,
    "lock": lock,
    "icons": icons,
    "fonts": fonts,
    "catalogue": catalogue,
    "screenshots": screenshots,
    "docs": docs,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
