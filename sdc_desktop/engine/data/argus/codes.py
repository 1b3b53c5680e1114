"""Small files of codes: labels (.cdl), recodings (.grc), hierarchies (.hrc)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sdc_desktop.engine.data.hierarchies.hierarchy import Hierarchy, from_table
from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning


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
class Recoding:
    """``groups``: code -> the codes it takes (a pair is a range); or ``cut``: codes of a tree to stop at."""

    groups: dict[str, tuple[tuple[str, str], ...]]
    cut: tuple[str, ...] = ()

    def code_of(self, code: str) -> str:
        """What a code becomes; itself where it is in no group. Ranges compare padded codes."""
        bare = code.strip()
        for group, ranges in self.groups.items():
            for low, high in ranges:
                width = max(len(bare), len(low), len(high))
                if low.rjust(width) <= bare.rjust(width) <= high.rjust(width):
                    return group
        return code


def parse_grc(text: str, file: str) -> Recoding:
    """A recoding: `new: old, low-high, ...`, or a tree recoding (<TREERECODE>). Raises :class:`Refused`."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if lines and lines[0][1].upper() == "<TREERECODE>":
        return Recoding({}, tuple(line for _, line in lines[1:]))
    groups: dict[str, tuple[tuple[str, str], ...]] = {}
    for number, line in lines:
        if line.startswith("<"):
            continue  # labels and missing codes of the recoded variable
        new, colon, old = line.partition(":")
        if not colon:
            raise Refused(error("tauargus.malformed", Place(file=file, line=number), text=line))
        ranges = []
        for part in old.split(","):
            low, dash, high = part.strip().partition("-")
            ranges.append((low.strip(), high.strip() if dash else low.strip()))
        groups[new.strip()] = tuple(ranges)
    return Recoding(groups)


def grc_notes(text: str, file: str) -> tuple[Problem, ...]:
    """What of a recoding has no effect here: the labels and missing codes that it gives the new variable."""
    lines = enumerate(text.splitlines(), start=1)
    tags = ((number, line.strip()) for number, line in lines if line.strip().startswith("<"))
    return tuple(
        warning("tauargus.part_left_out", Place(file=file, line=number), part=tag)
        for number, tag in tags
        if tag.upper() != "<TREERECODE>"
    )


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
