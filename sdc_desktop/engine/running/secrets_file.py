"""A file of secrets: a JSON object of names and hexadecimal digits, readable for its owner alone."""

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path

from sdc_desktop.engine.json_text import load_json, read_text
from sdc_desktop.engine.output.files import atomic_write
from sdc_desktop.engine.plan_secrets import MOST_DIGITS, PATTERN, secrets_text
from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def read_secrets(path: Path) -> tuple[Mapping[str, str], tuple[Problem, ...]]:
    """The secrets by name, and a warning where other users can read the file. Raises :class:`Refused`."""
    found, where = load_json(read_text(path)), Place(file=path.name)
    if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
        raise Refused(error("secret.file", where))
    for name, digits in found.items():
        if not re.fullmatch(PATTERN, digits) or len(digits) > MOST_DIGITS:
            raise Refused(error("secret.not_hexadecimal", Place(file=path.name, key=name)))
    if os.name != "nt" and path.stat().st_mode & _OTHERS:
        return found, (warning("secret.readable", where, path=path.name),)
    return found, ()


def write_secrets(path: Path, by_name: Mapping[str, str]) -> None:
    """Save a file of secrets, for its owner alone. Raises :class:`Refused`."""
    with atomic_write(path, private=True) as file:
        file.write(secrets_text(by_name).encode("utf-8"))
