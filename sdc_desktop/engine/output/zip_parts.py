"""Parts of zip files that have the same bytes at any time and on every system."""

import zipfile

_STAMP = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip file can say
_UNIX = 3  # Python states the system of the writer otherwise


def zip_part(name: str, method: int = zipfile.ZIP_DEFLATED, rights: int = 0o600) -> zipfile.ZipInfo:
    """The entry of a part."""
    part = zipfile.ZipInfo(name, _STAMP)
    part.compress_type = method
    part.create_system = _UNIX
    part.external_attr = rights << 16
    return part
