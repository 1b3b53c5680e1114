"""How files are named in a report: without their folders."""

from pathlib import PurePath, PureWindowsPath


def file_name(path: str) -> str:
    """The last part of a path of any system: folders could reveal what readers must not know."""
    return PureWindowsPath(PurePath(path).name).name
