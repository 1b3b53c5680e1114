"""Whether files that were read are still what they were: else a file and its report would differ."""

from collections.abc import Iterable
from pathlib import Path

from sdc_desktop.engine.files import sha256_of
from sdc_desktop.engine.problems import Place, Problem, Refused, error

ReadFile = tuple[Path, str]  # a file, and the SHA-256 that it had when it was read


def refuse_changed(files: Iterable[ReadFile]) -> None:
    """Reads the files again. Raises :class:`Refused` with each one that has another content or is gone."""
    problems: list[Problem] = []
    for path, sha256 in files:
        where = Place(file=path.name)
        try:
            if sha256_of(path, path.name) != sha256:
                problems.append(error("data.changed_since_opened", where))
        except Refused:
            problems.append(error("data.gone_since_opened", where))
    if problems:
        raise Refused(problems)
