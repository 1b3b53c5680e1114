"""What files can be called: on every system, since plans travel, and such that a reader sees what it is."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from sdc_desktop.engine.problems import Place, Problem, error

MOST_BYTES = 255  # of one part of a path, in UTF-8: the limit of most file systems
_FORBIDDEN = set('<>:"|?*')  # by one system or another
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # devices on Windows
_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # controls, bidirectional and zero-width signs, halves of pairs
_BLANKS = set("\u034f\u115f\u1160\u2800\u3164\uffa0")  # letters and marks that show nothing
_LIKE_OTHERS = set("\u2024\u2044\u2215\u2236\u29f5\u29f8\ua789")  # like . / : and \
_FORMS = ("<wide>", "<narrow>", "<small>")


def parts_of(path: str) -> list[str]:
    """The folders and the name of a path, however they are separated."""
    return [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]


def name_problems(path: str, where: Place, files: Iterable[str] = ()) -> Iterator[Problem]:
    """The first thing that is wrong with a path's parts, or with those of the ``files`` written for it."""
    parts = parts_of(path)
    signs = tuple(dict.fromkeys(f"U+{ord(sign):04X}" for part in parts for sign in part if _is_odd(sign)))
    longest = max((_size(part) for one in (path, *files) for part in parts_of(one)), default=0)
    if any(map(_is_unusable, parts)):
        yield error("plan.output_name", where, path=shown(path))
    elif signs:
        yield error("plan.output_name_sign", where, path=shown(path), signs=signs)
    elif longest > MOST_BYTES:
        yield error("plan.output_name_long", where, number=longest, most=MOST_BYTES)


def shown(path: str) -> str:
    """A path as it can be printed: signs that hide, turn or imitate others by their number."""
    return "".join(f"<U+{ord(sign):04X}>" if _is_odd(sign) or ord(sign) < 32 else sign for sign in path)


def _size(part: str) -> int:
    return len(part.encode("utf-8", "surrogatepass"))  # never fewer than the units that Windows counts


def _is_unusable(part: str) -> bool:
    """Whether some system cannot have a file or folder of this name."""
    odd = bool(set(part) & _FORBIDDEN) or any(ord(sign) < 32 for sign in part) or part[-1] in " ."
    return odd or _RESERVED.fullmatch(part) is not None


def _is_odd(sign: str) -> bool:
    """Whether a sign shows nothing, turns what follows, or looks like an ASCII sign that it is not."""
    if sign.isascii():
        return sign == "\x7f"
    kind = unicodedata.category(sign)
    if kind in _HIDDEN or kind == "Zs" or sign in _BLANKS or sign in _LIKE_OTHERS:
        return True
    form_of = unicodedata.decomposition(sign)
    return form_of.startswith(_FORMS) and unicodedata.normalize("NFKC", sign).isascii()
