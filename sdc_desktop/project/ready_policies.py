"""The policies that the program brings, by their names."""

import hashlib
from pathlib import Path

from sdc_desktop.engine.json_text import load_json, read_text
from sdc_desktop.resources import resource_path

_EXAMPLE = "example"


def ready_policies() -> tuple[str, ...]:
    """The names of the policies that the program brings."""
    files = resource_path("policy").glob("*.json")
    return tuple(sorted(one.stem for one in files if one.stem != _EXAMPLE))


def ready_titles() -> dict[str, str]:
    """By name what each of them calls itself."""
    return {name: _title(name) for name in ready_policies()}


def _title(name: str) -> str:
    content = load_json(read_text(resource_path("policy", f"{name}.json")))
    return str(content["name"]) if isinstance(content, dict) else name


def is_ready(path: Path) -> bool:
    """Whether a policy's file is one of those that the program brings."""
    return path.parent == resource_path("policy")


def ready_of(sha256: str) -> Path | None:
    """The file of the ready-made policy with this SHA-256; None where it is of no such."""
    files = (resource_path("policy", f"{name}.json") for name in ready_policies())
    return next((one for one in files if hashlib.sha256(one.read_bytes()).hexdigest() == sha256), None)


def policy_file(named: Path) -> Path:
    """The file of a policy: that of a ready-made one where the name is one and no such file is here."""
    if named.exists() or str(named) not in ready_policies():
        return named
    return resource_path("policy", f"{named}.json")
