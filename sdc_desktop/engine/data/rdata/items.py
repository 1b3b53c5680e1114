"""What a serialised object of R is made of: the codes of its items, and the items once they are read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy.typing as npt

SYMBOL: Final = 1
PAIRLIST: Final = 2
CLOSURE: Final = 3
ENVIRONMENT: Final = 4
PROMISE: Final = 5
LANGUAGE: Final = 6
SPECIAL, BUILTIN = 7, 8
CHARACTER: Final = 9  # one text
LOGICAL: Final = 10
INTEGER: Final = 13
DOUBLE: Final = 14
COMPLEX: Final = 15
TEXT: Final = 16
DOTS: Final = 17
LIST: Final = 19
EXPRESSION: Final = 20
BYTECODE: Final = 21
POINTER, WEAK_REFERENCE = 22, 23
RAW: Final = 24
S4: Final = 25
ALTREP: Final = 238
ATTRIBUTED_PAIRS, ATTRIBUTED_CALL = 239, 240
BASE_ENVIRONMENT, EMPTY_ENVIRONMENT = 241, 242
SEEN_CODE, SHARED_CODE = 243, 244  # a reference to a part of bytecode, and a part that is referred to
PERSISTENT, PACKAGE, NAMESPACE = 247, 248, 249
BASE_NAMESPACE, MISSING_ARGUMENT, UNBOUND, GLOBAL_ENVIRONMENT = 250, 251, 252, 253
NOTHING: Final = 254
REFERENCE: Final = 255

HAS_ATTRIBUTES, HAS_TAG = 0x200, 0x400  # bits of an item's first number, whose lowest eight are its code
IS_LATIN1, IS_UTF8, IS_ASCII = 0x4000, 0x8000, 0x40000  # of a text

NO_INTEGER: Final = -(2**31)  # NA of whole numbers and of logical values
NO_LONG: Final = -(2**63)  # of bit64
NO_NUMBER: Final = 1954  # the low word of the NaN that is NA
NO_LONGS_OF_TEXT: Final = (
    0x7FF0 << 48 | NO_NUMBER,
    0x7FF8 << 48,
)  # what the text form leaves of negative ones

NAMES: Mapping[int, str] = {  # as typeof() says
    CLOSURE: "function",
    ENVIRONMENT: "environment",
    PROMISE: "promise",
    LANGUAGE: "call",
    SPECIAL: "function",
    BUILTIN: "function",
    LOGICAL: "logical",
    INTEGER: "integer",
    DOUBLE: "double",
    COMPLEX: "complex",
    TEXT: "character",
    LIST: "list",
    EXPRESSION: "expression",
    RAW: "raw",
    S4: "S4",
}

Values = npt.NDArray[Any] | Sequence[Any]


@dataclass(slots=True)
class Vector:
    """A vector: numbers as an array (int32, float64, uint8), texts as str or None for NA, a list as items."""

    code: int
    values: Values
    attributes: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.values)

    @property
    def classes(self) -> tuple[str, ...]:
        """Its classes; none where R derives them from what it is."""
        return self.texts("class")

    def texts(self, attribute: str) -> tuple[str, ...]:
        """The texts of an attribute; none where it has no texts."""
        found = self.attributes.get(attribute)
        if not isinstance(found, Vector) or found.code != TEXT:
            return ()
        return tuple("" if text is None else text for text in found.values)


@dataclass(slots=True)
class Pairs:
    """A pairlist: its cells as (tag, item), and what ends it, which is None as a rule."""

    cells: Sequence[tuple[Any, Any]]
    end: Any = None


@dataclass(slots=True)
class Other:
    """Anything that holds no values: a function, an environment, an object of S4."""

    code: int
    attributes: Mapping[str, Any] = field(default_factory=dict)
