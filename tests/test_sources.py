"""Rules on the sources of the program: what widgets must not call, and where methods are named by a text."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

import sdc_desktop
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.words.program.steps import STEPS

PROGRAM = Path(sdc_desktop.__file__).parent
ROOT = PROGRAM.parent
PACKAGES = PROGRAM / "engine" / "methods"  # where methods name themselves


@cache
def trees() -> Mapping[Path, ast.Module]:
    """The files of the program, read."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PROGRAM.rglob("*.py"))}


def sources() -> list[Path]:
    return [path for folder in (PROGRAM, ROOT / "tests") for path in folder.rglob("*.py")]


# what Python loses hold of ----------------------------------------------------------------------------

# Each makes Python take what it gives for a part of the widget that it was called of, though it may be the
# window around it. When that widget is deleted, Python loses hold of all that Qt made in the window.
ADOPTING = ("nextInFocusChain", "previousInFocusChain", "topLevelWidget")


def test_no_widget_adopts_another_in_python_alone() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {node.attr}"
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ADOPTING
    }
    assert found == set()


# methods by name --------------------------------------------------------------------------------------

# Places that still name a kind, by file; they may only become fewer.
NAMED: Mapping[str, int] = {
    "engine/microdata/population/spec.py": 1,  # a table of the population
    "engine/submission/judging/rules.py": 1,  # what a finding asks for
    "engine/proposals/table_ways.py": 1,  # rounding of a table
    "engine/running/arb_import.py": 1,  # a plan
    "engine/tables/protection/protected_table.py": 1,  # rounding of a table
    "engine/tables/protection/rounding.py": 1,  # its search
    "engine/upgrades.py": 3,  # older plans
    "report/parts.py": 4,  # a part of a chapter
    "ui/tabs/microdata/anopi/planes.py": 2,  # utility and privacy of ANOPI
    "ui/tabs/microdata/evidence/map.py": 2,  # the key of the map
    "ui/tabs/tables/evidence.py": 1,  # a page of a table
}
KIND_NAMES = ("kind", "kinds", "way", "ways")  # of what holds the kind of a job


def named_kinds(tree: ast.Module) -> Iterator[ast.Constant]:
    """The texts that name a kind of job, by where they stand:

    - compared with ``kind`` or ``way``, an attribute or an entry of that name, or looked for in METHODS;
    - the value or the type of such a name, attribute, entry or keyword, or the value of a constant;
    - an argument of a call, unless it is the key of an entry (``get``, ``pop``, ``getattr``);
    - two or more keys or values of a mapping that are half of it; so of a tuple, a list or a set, or its only
      entry.

    A word of a setting, the key of a params, a name of a job or of a file is none of these.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(_holds_a_kind(side) or getattr(side, "id", "") == "METHODS" for side in sides):
                yield from (one for side in sides for one in _kinds_in(side))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            types = [node.annotation] if isinstance(node, ast.AnnAssign) else []
            if isinstance(node.value, ast.Dict):
                continue  # its keys and values are looked at by themselves
            if any(_holds_a_kind(target) for target in targets):
                yield from (one for part in (node.value, *types) if part for one in _kinds_in(part))
            elif node.value and any(getattr(target, "id", "").isupper() for target in targets):
                yield from _kinds([node.value])
        elif isinstance(node, ast.Call):
            yield from (one for part in node.args if not _takes_a_key(node.func) for one in _kinds([part]))
            yield from _kinds([word.value for word in node.keywords if word.arg in KIND_NAMES])
        if isinstance(node, ast.Dict):
            yield from _most(_kinds([key for key in node.keys if key]), len(node.keys))
            yield from _most(_kinds(node.values), len(node.values))
            pairs = zip(node.keys, node.values, strict=True)
            yield from _kinds([value for key, value in pairs if _holds_a_kind(key)])
        elif isinstance(node, ast.Tuple | ast.List | ast.Set):
            found = _kinds(node.elts)
            yield from found if len(node.elts) == 1 else _most(found, len(node.elts))


def _most(found: list[ast.Constant], size: int) -> list[ast.Constant]:
    return found if len(found) > 1 and 2 * len(found) >= size else []


def _kinds(parts: Sequence[ast.AST]) -> list[ast.Constant]:
    return [one for one in parts if isinstance(one, ast.Constant) and one.value in METHODS]


def _kinds_in(part: ast.AST) -> list[ast.Constant]:
    return _kinds(list(ast.walk(part)))


def _holds_a_kind(part: ast.AST | None) -> bool:
    if isinstance(part, ast.Subscript):
        part = part.slice
    name = getattr(part, "id", getattr(part, "attr", getattr(part, "value", None)))
    return isinstance(name, str) and name.lower() in KIND_NAMES


def _takes_a_key(called: ast.expr) -> bool:
    name = getattr(called, "id", getattr(called, "attr", ""))
    return name in ("get", "pop", "getattr", "N_")


def kinds_by_file() -> Mapping[str, int]:
    """The number of texts that name a kind, by file; those of methods' own packages are their own."""
    files = ((path, tree) for path, tree in trees().items() if PACKAGES not in path.parents)
    found = ((path, {id(one) for one in named_kinds(tree)}) for path, tree in files)
    return {path.relative_to(PROGRAM).as_posix(): len(places) for path, places in found if places}


def test_methods_are_named_in_their_packages_only() -> None:
    found = kinds_by_file()
    assert {name: number for name, number in found.items() if number > NAMED.get(name, 0)} == {}
    assert [name for name in NAMED if name not in found] == [], "take it off the list"


@pytest.mark.parametrize(
    ("source", "number"),
    [
        ('job.kind == "noise"', 1),
        ('way in ("table", "audit")', 2),
        ('kind: Literal["swap"] = "swap"', 2),
        ('JOBS = {"risk": 1, "ru_map": 2}', 2),
        ('{"name": name, "kind": "recode"}', 1),
        ('give_help(self, "cae", words)', 1),
        ('PolicyLine(("release",))', 1),
        ('fields.get("table") is not None', 0),
        ('loss == "anopi"', 0),
        ('{"sampling": 1, "restriction": 2, "noise": 3}', 0),
        ('RiskJob(name="risk")', 0),
        ('SHOWN = ("published", "known", "risk")', 0),
    ],
)
def test_a_kind_is_distinguished_from_another_word(source, number) -> None:
    assert len({id(one) for one in named_kinds(ast.parse(source))}) == number


# progress ---------------------------------------------------------------------------------------------


def test_every_step_of_progress_has_words() -> None:
    found = set()
    for tree in trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                if node.func.attr == "progress" and len(node.args) == 2:
                    found |= {n.value for n in ast.walk(node.args[1]) if isinstance(n, ast.Constant)}
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                named = (target.id for target in node.targets if isinstance(target, ast.Name))
                found |= {node.value.value for name in named if name.startswith("STEP")}
    assert found == set(STEPS)
