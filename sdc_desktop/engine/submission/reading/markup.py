"""XML read by events, or as a small tree. Document types and entities are refused, nothing is followed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from sdc_desktop.engine.submission.sheets import Unreadable

MOST_NODES = 1_000_000
MOST_DEPTH = 256
MOST_TREE_BYTES = 20 * 2**20

Start = Callable[[str, Mapping[str, str]], None]
End = Callable[[str], None]
Text = Callable[[str], None]


def _nothing(_: str) -> None:
    """Text that no one reads."""


def parse(data: bytes, start: Start, end: End, text: Text = _nothing) -> None:
    """Read XML by events. Names are ``uri local``, or the local name alone where there is no namespace.

    Raises :class:`Unreadable` for data that are not well-formed or too deep, or have a document type.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    depth = 0

    def started(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEPTH:
            raise Unreadable("too_deep")
        start(name, attributes)

    def ended(name: str) -> None:
        nonlocal depth
        depth -= 1
        end(name)

    parser.StartElementHandler = started
    parser.EndElementHandler = ended
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = _refuse
    parser.EntityDeclHandler = _refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError, UnicodeError):
        raise Unreadable("damaged") from None


def _refuse(*_: object) -> None:
    raise Unreadable("document_type")


def local(name: str) -> str:
    """The local part of a name."""
    return name.rpartition(" ")[2]


@dataclass
class Node:
    """An element of a small tree; ``name`` is its local name."""

    name: str
    attributes: Mapping[str, str]
    children: list["Node"] = field(default_factory=list)
    text: str = ""

    def get(self, key: str, default: str = "") -> str:
        """An attribute by its local name."""
        if key in self.attributes:
            return self.attributes[key]
        return next((value for name, value in self.attributes.items() if local(name) == key), default)

    def all(self, name: str) -> Iterator["Node"]:
        """All elements below with this local name, in the order of the document."""
        for child in self.children:
            if child.name == name:
                yield child
            yield from child.all(name)

    def first(self, name: str) -> "Node | None":
        """The first of them."""
        return next(self.all(name), None)

    def whole_text(self) -> str:
        """Its text with that of all elements below."""
        return self.text + "".join(child.whole_text() for child in self.children)


def tree(data: bytes) -> Node:
    """A part as a tree. Raises :class:`Unreadable`."""
    if len(data) > MOST_TREE_BYTES:
        raise Unreadable("too_large")
    root = Node("", {})
    above = [root]
    number = 0

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal number
        number += 1
        if number > MOST_NODES:
            raise Unreadable("too_large")
        node = Node(local(name), attributes)
        above[-1].children.append(node)
        above.append(node)

    def end(_: str) -> None:
        above.pop()

    def text(data: str) -> None:
        above[-1].text += data

    parse(data, start, end, text)
    if not root.children:
        raise Unreadable("damaged")
    return root.children[0]
