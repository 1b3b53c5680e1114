"""Cases of a submission: one for each researcher, with the files that are theirs."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path, PurePosixPath

from sdc_desktop.engine.problems import Place, Problem, error

_MOST_LETTERS = 60  # of a researcher's name in the name of a file


@dataclass(frozen=True)
class Case:
    """A researcher, and the files and folders that they submitted. ``paths`` is None where all files are."""

    researcher: str
    paths: tuple[str, ...] | None = None

    def has(self, path: str) -> bool:
        """Whether a file, by its path as submitted, is the researcher's."""
        if self.paths is None:
            return True
        return not self._own.isdisjoint(_with_folders(path))

    @cached_property
    def _own(self) -> frozenset[str]:
        return frozenset(str(_plain(path)) for path in self.paths or ())

    @property
    def ending(self) -> str:
        """What the names of this researcher's files end in; nothing where all files are theirs."""
        return "" if self.paths is None else f"-{in_file_names(self.researcher)}"

    def named(self, path: Path) -> Path:
        """A path with the researcher in the name of its file, where there are several."""
        return path.with_name(f"{path.stem}{self.ending}{path.suffix}")


@lru_cache(maxsize=10_000)
def _with_folders(path: str) -> frozenset[str]:
    """A path, and the folders above it."""
    whole = _plain(path)
    return frozenset(map(str, (whole, *whole.parents)))


def _plain(path: str) -> PurePosixPath:
    return PurePosixPath(path.replace("\\", "/"))


def in_file_names(researcher: str) -> str:
    """A researcher's name as a part of the name of a file: letters and digits."""
    signs = (sign if sign.isalnum() else "_" for sign in unicodedata.normalize("NFKC", researcher))
    return "_".join(filter(None, "".join(signs).split("_")))[:_MOST_LETTERS]


def case_problems(cases: Sequence[Case], paths: Sequence[str]) -> Iterator[Problem]:
    """What is wrong with cases: no name, one name twice, no file, files of no researcher or of two.
    ``paths``: all files that are submitted.
    """
    names: set[str] = set()
    for number, case in enumerate(cases):
        where = Place(key=f"params.cases[{number}].researcher")
        name = in_file_names(case.researcher).casefold()
        if not name:
            yield error("output_check.case_without_name", where)
        elif name in names:
            yield error("output_check.case_twice", where, name=case.researcher)
        names.add(name)
        if not any(map(case.has, paths)):
            yield error("output_check.case_without_file", where, name=case.researcher)
    for path in paths:
        owners = [case.researcher for case in cases if case.has(path)]
        if not owners:
            yield error("output_check.file_of_no_case", Place(file=path))
        elif len(owners) > 1:
            yield error("output_check.file_of_two_cases", Place(file=path), names=tuple(owners))


def same_file_problems(cases: Sequence[Case], files: Sequence[tuple[str, str]]) -> Iterator[Problem]:
    """Files of two researchers with the same content, whose tables could not be decided on apart. ``files``:
    path and SHA-256 of each.
    """
    first: dict[str, tuple[str, Case]] = {}
    for path, sha256 in files:
        case = next((one for one in cases if one.has(path)), None)
        if case is None or not sha256:
            continue
        known, owner = first.setdefault(sha256, (path, case))
        if owner is not case:
            yield error("output_check.same_file", Place(file=path), other=known)
