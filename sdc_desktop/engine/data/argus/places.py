"""Where the files are that tau-ARGUS files name: beside them, in whatever case, with either slash."""

from pathlib import Path

from sdc_desktop.engine.problems import Place, Refused, error

_ENCODINGS = ("utf-8-sig", "cp1252", "latin-1")


def found_file(folder: Path, name: str) -> Path:
    """The file of that name in `folder`, its case apart. Raises :class:`Refused` where there is none."""
    wanted = Path(name.replace("\\", "/")).name
    exact = folder / wanted
    if exact.is_file():
        return exact
    same = sorted(p for p in folder.iterdir() if p.name.casefold() == wanted.casefold() and p.is_file())
    if not same:
        raise Refused(error("tauargus.no_file", Place(file=wanted), name=wanted))
    return same[0]


def path_beside(path: str, other: Path) -> str:
    """How a plan calls a file in the folder of one that it names."""
    cut = max(path.rfind("/"), path.rfind("\\")) + 1
    return path[:cut] + other.name


def file_text(path: Path) -> str:
    """The text of a file, UTF-8 or else Windows'. Raises :class:`Refused` where it cannot be read."""
    return text_and_encoding(path)[0]


def text_and_encoding(path: Path) -> tuple[str, str]:
    """The text of a file and how it is encoded. Raises :class:`Refused` where it cannot be read."""
    try:
        raw = path.read_bytes()
    except OSError as failure:
        raise Refused(
            error("file.unreadable", Place(file=path.name), reason=failure.strerror or "")
        ) from None
    for encoding in _ENCODINGS:
        try:
            return raw.decode(encoding), _plain(encoding, raw)
        except UnicodeDecodeError:
            continue
    raise AssertionError("latin-1 takes all bytes")


def _plain(encoding: str, raw: bytes) -> str:
    """Without the mark of the byte order where the file has none."""
    return "utf-8" if encoding == "utf-8-sig" and not raw.startswith(b"\xef\xbb\xbf") else encoding
