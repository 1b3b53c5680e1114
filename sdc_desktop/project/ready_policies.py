"""The policies that the program brings, by their names."""

from pathlib import Path

from sdc_desktop.resources import resource_path

_EXAMPLE = "example"


def ready_policies() -> tuple[str, ...]:
    """The names of the policies that the program brings."""
    files = resource_path("policy").glob("*.json")
    return tuple(sorted(one.stem for one in files if one.stem != _EXAMPLE))


def policy_file(named: Path) -> Path:
    """The file of a policy: that of a ready-made one where the name is one and no such file is here."""
    if named.exists() or str(named) not in ready_policies():
        return named
    return resource_path("policy", f"{named}.json")
