"""Where files are looked for and proposed."""

from pathlib import Path

from sdc_desktop.resources import resource_path


def output_folder(beside: Path) -> Path:
    """The folder to propose for what is written: beside the data, but never inside the program (the demo)."""
    inside = beside.resolve().is_relative_to(resource_path("demo").resolve())
    return Path.home() if inside else beside
