"""Sows small faults in the engine, one at a time, and lists those that no test sees.

A fault is one comparison, sign, denominator, off-by-one or side of a search changed in one line. The tests
are run once to learn which of them run which line; each fault is then tried against those, the tests that run
least of the engine first. What child processes alone run is tried against the tests of its folder.
Faults that cannot change any result are listed, with the reason, in `faults_without_effect.json`.

`dev.py faults --number 200 --seed 1` prints the survivors; it works on a copy, and needs an hour or more.
Without a seed other faults are drawn each day.
"""

import argparse
import ast
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from coverage import CoverageData

ROOT = Path(__file__).resolve().parents[1]
ENGINE = Path("sdc_desktop") / "engine"
COPIED = ("sdc_desktop", "tests", "resources", "packaging", "docs", "pyproject.toml", "README.md")
WITHOUT_EFFECT = Path(__file__).with_name("faults_without_effect.json")
MOST_TESTS = 60  # against one fault
SECONDS = 300  # for these; a fault that makes them endless is seen
_COMPARED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}
_SIDES = {"right": "left", "left": "right"}
_UNJUDGED = (".progress(", ".within(", "checkpoint(", "STEP", "__all__")  # what is shown while one waits


@dataclass(frozen=True)
class Fault:
    """One change: columns ``start`` to ``stop`` of a line (from 1) of a file become ``text``."""

    file: Path
    line: int
    start: int
    stop: int
    text: str
    kind: str

    def sown(self, source: str) -> str:
        """The source with this fault."""
        lines = source.splitlines(keepends=True)
        was = lines[self.line - 1].encode()
        lines[self.line - 1] = (was[: self.start] + self.text.encode() + was[self.stop :]).decode()
        return "".join(lines)


def faults_of(file: Path, source: str) -> Iterator[Fault]:
    """All faults that can be sown in a file."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        for fault in _faults_at(node, file, lines):
            if not any(mark in lines[fault.line - 1] for mark in _UNJUDGED):
                yield fault


def _faults_at(node: ast.AST, file: Path, lines: Sequence[str]) -> Iterator[Fault]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
            yield from _between(left, right, _COMPARED[type(op)], "comparison", file, lines)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            sign = "-" if isinstance(op, ast.Add) else "+"
            yield from _between(left, right, sign, "sign", file, lines)
            if isinstance(right, ast.Constant) and right.value == 1:
                yield _at(right, "0", "off by one", file)
        case ast.BinOp(op=ast.Div(), right=ast.Name() | ast.Call() | ast.Attribute() as right):
            if right.lineno == right.end_lineno:
                own = ast.get_source_segment("\n".join(lines), right)
                yield _at(right, f"({own} + 1)", "denominator", file)
        case ast.keyword(arg="side", value=ast.Constant(value=side) as value) if side in _SIDES:
            yield _at(value, f'"{_SIDES[side]}"', "side", file)


def _between(
    left: ast.expr, right: ast.expr, text: str, kind: str, file: Path, lines: Sequence[str]
) -> Iterator[Fault]:
    """The operator between two operands of one line."""
    if left.end_lineno != right.lineno or left.end_col_offset is None:
        return
    middle = lines[right.lineno - 1].encode()[left.end_col_offset : right.col_offset].decode()
    operator = middle.strip(" ()")
    if operator:
        start = left.end_col_offset + len(middle[: middle.index(operator)].encode())
        yield Fault(file, right.lineno, start, start + len(operator), text, kind)


def _at(node: ast.expr, text: str, kind: str, file: Path) -> Fault:
    assert node.end_col_offset is not None
    return Fault(file, node.lineno, node.col_offset, node.end_col_offset, text, kind)


def with_effect(faults: Sequence[Fault], sources: Mapping[str, str]) -> list[Fault]:
    """The faults without those listed as changing nothing. A listed line that is gone ends the chore."""
    lines = {file: [line.strip() for line in source.splitlines()] for file, source in sources.items()}
    left_out = set()
    for one in json.loads(WITHOUT_EFFECT.read_text("utf-8")):
        if one["file"] in lines and one["line"] not in lines[one["file"]]:
            sys.exit(f"{WITHOUT_EFFECT.name}: a line is no longer in {one['file']}: {one['line']}")
        left_out.add((one["file"], one["line"], one["text"]))
    return [
        fault
        for fault in faults
        if (fault.file.as_posix(), lines[fault.file.as_posix()][fault.line - 1], fault.text) not in left_out
    ]


def main(argv: Sequence[str]) -> int:
    """Sow, and print what survives: 1 where that is more than a twentieth."""
    parser = argparse.ArgumentParser(description="Sow faults in the engine.")
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=date.today().toordinal(), help="of the draw: the day's")
    parser.add_argument("--only", default="", help="of files whose path has this text")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="sdc-faults-") as folder:
        copy = Path(folder)
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, copy / name)
            else:
                shutil.copy2(ROOT / name, copy / name)
        files = [one.relative_to(copy) for one in sorted((copy / ENGINE).rglob("*.py"))]
        files = [one for one in files if options.only in one.as_posix()]
        sources = {file.as_posix(): (copy / file).read_text("utf-8") for file in files}
        every = with_effect(
            [one for file in files for one in faults_of(file, sources[file.as_posix()])], sources
        )
        chosen = random.Random(options.seed).sample(every, min(options.number, len(every)))
        runs = _tests_by_line(copy)
        extent = _lines_by_test(runs)
        survivors = 0
        for fault in chosen:
            if not _is_seen(fault, copy, _tests_of(fault, copy, runs, extent)):
                survivors += 1
                print(f"{fault.file.as_posix()}:{fault.line}: {fault.kind}, {fault.text}", flush=True)
    print(f"{survivors} of {len(chosen)} faults were seen by no test, of {len(every)} that could be sown.")
    print(f"Seed {options.seed}.")
    return int(20 * survivors > len(chosen))


def _pytest(copy: Path, arguments: Sequence[str]) -> list[str]:
    return [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--benchmark-disable", *arguments]


def _tests_by_line(copy: Path) -> CoverageData:
    """Which tests run which line."""
    measured = ("--cov=sdc_desktop.engine", "--cov-context=test", "--cov-report=", "-n", "2")
    command = _pytest(copy, [*measured, "-m", "not nightly and not slow", "tests/engine", "tests/cli"])
    done = subprocess.run(command, cwd=copy, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    if done.returncode:
        sys.exit("The tests fail without any fault: correct that first.")
    data = CoverageData(str(copy / ".coverage"))
    data.read()
    return data


def _lines_by_test(runs: CoverageData) -> Counter[str]:
    """How many lines of the engine each test runs."""
    found: Counter[str] = Counter()
    for file in runs.measured_files():
        for contexts in runs.contexts_by_lineno(file).values():
            found.update(contexts)
    return found


def _tests_of(fault: Fault, copy: Path, runs: CoverageData, extent: Mapping[str, int]) -> list[str]:
    """The tests that a fault is tried against: of those that run its line, the ones that run least else."""
    contexts = runs.contexts_by_lineno(str(copy / fault.file)).get(fault.line, [])
    by_test = {one.partition("|")[0]: one for one in contexts if one}
    if by_test:
        return sorted(by_test, key=lambda test: (extent[by_test[test]], test))[:MOST_TESTS]
    folder = Path("tests", *fault.file.parts[1:-1])
    while not (copy / folder).is_dir():
        folder = folder.parent
    return ["-m", "not nightly and not slow", folder.as_posix()] if len(folder.parts) > 2 else []


def _is_seen(fault: Fault, copy: Path, tests: Sequence[str]) -> bool:
    if not tests:
        return False
    file = copy / fault.file
    source = file.read_text("utf-8")
    file.write_text(fault.sown(source), "utf-8")
    try:
        command = _pytest(copy, ["-x", *tests])
        done = subprocess.run(
            command, cwd=copy, timeout=SECONDS, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        return bool(done.returncode)
    except subprocess.TimeoutExpired:
        return True
    finally:
        file.write_text(source, "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
