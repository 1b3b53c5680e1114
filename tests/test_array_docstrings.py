"""Docstrings of the engine: a function that takes or gives arrays says what each entry of them belongs to."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sdc_desktop

ENGINE = Path(sdc_desktop.__file__).parent / "engine"
ARRAY = re.compile(r"\b(Vector|Integers|Flags|NDArray|Matrix|ndarray)\b")
SHAPE = re.compile(
    r"\((\w+|\.\.\.)[^()]*,[^()]*\)"  # (cells,), (records, variables), (..., width)
    r"|\bshaped as\b|\bone (per|a|for each)\b|\bby (cell|row|record|class|category|level)\b"
    r"|\beach\b|\bflat\b|\bper "
)
ELSEWHERE = re.compile(r"\bAs (with )?:(class|meth|func):`")  # documented there


def public_functions(
    tree: ast.Module | ast.ClassDef, owner: ast.ClassDef | None = None
) -> Iterator[tuple[ast.ClassDef | None, ast.FunctionDef]]:
    """Functions of a module and of its public classes, with the class; not those within functions."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield owner, node
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public_functions(node, node)


def has_arrays(function: ast.FunctionDef) -> bool:
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    hints = [one.annotation for one in arguments] + [function.returns]
    return any(ARRAY.search(ast.unparse(hint)) for hint in hints if hint)


def states_shapes(function: ast.FunctionDef) -> bool:
    text = ast.get_docstring(function) or ""
    return bool(SHAPE.search(text) or ELSEWHERE.search(text))


def without_shapes(trees: dict[str, ast.Module]) -> list[str]:
    """Functions with arrays whose docstring states no shape, and no base or protocol does it for them.

    A protocol's methods count for the classes of its module, which may satisfy it without naming it.
    """
    nodes = (node for tree in trees.values() for node in ast.walk(tree))
    classes = {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}
    found = []
    for name, tree in trees.items():
        protocols = [
            node for node in tree.body if isinstance(node, ast.ClassDef) and "Protocol" in bases_of(node)
        ]
        for owner, function in public_functions(tree):
            if not has_arrays(function) or states_shapes(function):
                continue
            above = [*ancestors(owner, classes), *protocols] if owner else []
            if not any(states_shapes(one) for parent in above for one in methods(parent, function.name)):
                found.append(f"{name}: {f'{owner.name}.' if owner else ''}{function.name}")
    return found


def bases_of(owner: ast.ClassDef) -> list[str]:
    return [re.split(r"[.\[]", ast.unparse(base))[0] for base in owner.bases]


def ancestors(owner: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> Iterator[ast.ClassDef]:
    for name in bases_of(owner):
        if name in classes and name != owner.name:
            yield classes[name]
            yield from ancestors(classes[name], classes)


def methods(owner: ast.ClassDef, name: str) -> Iterator[ast.FunctionDef]:
    yield from (one for one in owner.body if isinstance(one, ast.FunctionDef) and one.name == name)


def test_functions_that_take_or_give_arrays_state_their_shapes() -> None:
    trees = {
        path.relative_to(ENGINE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(ENGINE.rglob("*.py"))
    }
    assert without_shapes(trees) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('def f(x: Vector) -> int:\n    """The sum."""', ["a: f"]),
        ('def f(x: Vector) -> int:\n    """The sum of numbers (records,)."""', []),
        ('def f(x: int) -> "npt.NDArray[np.int64]":\n    """Numbers."""', ["a: f"]),
        ('def f(x: int, *, y: Flags) -> int:\n    """How many."""', ["a: f"]),
        ('def f(x: int) -> int:\n    """The same."""', []),
        ('def _f(x: Vector) -> int:\n    """Private."""', []),
        ("class A:\n    def f(self, x: Vector) -> int: ...", ["a: A.f"]),
        ('class A:\n    def f(self, x: Vector) -> int:\n        """As with :class:`B`."""', []),
        (
            'class B:\n    def f(self, x: Vector) -> int:\n        """Of values (cells,)."""\n'
            'class A(B):\n    def f(self, x: Vector) -> int:\n        """Others."""',
            [],
        ),
        (
            'class P(Protocol):\n    def f(self, x: Vector) -> int:\n        """Of values (cells,)."""\n'
            'class A:\n    def f(self, x: Vector) -> int:\n        """Others."""',
            [],
        ),
    ],
)
def test_what_states_no_shape_is_found(source: str, found: list[str]) -> None:
    assert without_shapes({"a": ast.parse(source)}) == found
