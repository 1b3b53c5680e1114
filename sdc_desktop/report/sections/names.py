"""How files are named in a report: without their folders."""

from pathlib import PurePath, PureWindowsPath


def file_name(path: str) -> str:
    """The last part of a path, whichever system wrote it: folders could tell what a reader must not know."""
    return PureWindowsPath(PurePath(path).name).name
