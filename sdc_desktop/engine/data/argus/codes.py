"""Small files of codes: labels (.cdl) and hierarchies (.hrc)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sdc_desktop.engine.data.hierarchies.hierarchy import Hierarchy, from_table
from sdc_desktop.engine.problems import Place, Refused, error


def parse_cdl(text: str, file: str) -> dict[str, str]:
    """The labels by code, codes unchanged. Raises :class:`Refused` for a line without a comma."""
    labels: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        code, comma, label = line.partition(",")
        if not comma:
            raise Refused(error("tauargus.malformed", Place(file=file, line=number), text=line.strip()))
        labels[code] = label.strip()
    return labels


@dataclass(frozen=True)
class Node:
    """A code, how deep it lies (0 at the top), and its line."""

    code: str
    depth: int
    line: int


def parse_hrc(text: str, lead: str, file: str) -> tuple[Node, ...]:
    """The codes in order. Raises :class:`Refused` for a code deeper than its parent allows, or repeated."""
    nodes: list[Node] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        depth, rest = 0, line.rstrip()
        while lead and rest.startswith(lead):
            depth, rest = depth + 1, rest[len(lead) :]
        if not rest.strip():
            continue
        where = Place(file=file, line=number)
        if depth > (nodes[-1].depth + 1 if nodes else 0):
            raise Refused(error("tauargus.too_deep", where, label=rest.strip()))
        first = seen.setdefault(rest.strip(), number)
        if first != number:
            raise Refused(error("tauargus.code_twice", where, label=rest.strip(), first=first))
        nodes.append(Node(rest, depth, number))
    if not nodes:
        raise Refused(error("hierarchy.empty", Place(file=file)))
    return tuple(nodes)


def hrc_text(nodes: Sequence[Node], lead: str) -> str:
    """The hierarchy as a file."""
    return "".join(f"{lead * node.depth}{node.code}\n" for node in nodes)


def hierarchy_of(variable: str, nodes: Sequence[Node], categories: Sequence[str], file: str) -> Hierarchy:
    """The hierarchy for the categories that a variable has: codes are matched without their padding.

    Its levels are the depths; a leaf that ends early is its own group below. Categories outside the tree are
    left to the caller.
    """
    written = {category.strip(): category for category in categories}
    paths: list[list[str]] = []
    path: list[str] = []
    for place, node in enumerate(nodes):
        path = [*path[: node.depth], written.get(node.code.strip(), node.code.strip())]
        is_leaf = place + 1 == len(nodes) or nodes[place + 1].depth <= node.depth
        if is_leaf:
            paths.append(path)
    deepest = max(map(len, paths))
    rows = [
        (path[-1], *(path[min(depth, len(path) - 1)] for depth in range(deepest - 2, -1, -1)))
        for path in paths
    ]
    names = (variable, *(f"level {depth + 1}" for depth in range(deepest - 2, -1, -1)))
    return from_table(variable, rows, names, file)


def from_digits(variable: str, widths: Sequence[int], categories: Sequence[str], file: str) -> Hierarchy:
    """A hierarchy by the first figures of codes (HIERLEVELS): `widths` from the top, all together a code."""
    cuts = [sum(widths[: number + 1]) for number in range(len(widths)) if widths[number]]
    rows = [(code, *(code[:cut] for cut in reversed(cuts[:-1]))) for code in categories]
    names = (variable, *(f"level {cut}" for cut in reversed(cuts[:-1])))
    return from_table(variable, rows, names, file)
