"""The bill of materials: all parts of the program in one JSON document, CycloneDX 1.6.

Made from what is installed and from the lock, without a clock and without addresses: the same parts give the
same bytes. The document's number is made from its content.
"""

import hashlib
import json
import platform
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from dev_lib import licences, lock, product
from dev_lib.archives import sha256
from dev_lib.licences import Part

SPEC_VERSION = "1.6"
_QT = "pyside6-essentials"  # brings Qt, whose version it has
_OURS = f"pkg:generic/{product.COMMAND}"


def document(
    parts: Sequence[Part], pins: Sequence[lock.Pin], wheels: Mapping[str, str], shipped: Path | None
) -> str:
    """The bill as text.

    `parts` is what the program is made of, `pins` the lock (which package requires which), `wheels` the
    SHA-256 of the wheel that each package was installed from, by normalised name, and `shipped` the folder of
    the program, where the files of the system's libraries are.
    """
    components = [_component(part, wheels, shipped) for part in parts]
    qt = next((part for part in parts if lock.normalised(part.name) == _QT), None)
    if qt is not None:
        components.append(_qt(qt))
    components.sort(key=lambda one: str(one["bom-ref"]))
    shown: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": SPEC_VERSION,
        "version": 1,
        "metadata": {
            "tools": {
                "components": [{"type": "application", "name": "dev.py", "version": product.version()}]
            },
            "component": _program(),
        },
        "components": components,
        "dependencies": _dependencies(components, pins),
    }
    number = hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).digest()
    shown = {"serialNumber": f"urn:uuid:{uuid.UUID(bytes=number[:16], version=4)}"} | shown
    return json.dumps(shown, indent=1, sort_keys=True) + "\n"


def _program() -> dict[str, Any]:
    return {
        "type": "application",
        "bom-ref": _ours(),
        "name": product.COMMAND,
        "version": product.version(),
        "description": product.SUMMARY,
        "publisher": product.PUBLISHER,
        "licenses": [{"license": {"id": "MIT"}}],
        "purl": _ours(),
    }


def _ours() -> str:
    return f"{_OURS}@{product.version()}"


def _component(part: Part, wheels: Mapping[str, str], shipped: Path | None) -> dict[str, Any]:
    purl = _purl(part)
    shown: dict[str, Any] = {
        "type": "platform" if part.origin == licences.PYTHON else "library",
        "bom-ref": purl,
        "name": part.name,
        "version": part.version,
        "purl": purl,
        "licenses": [_licence(part)],
    }
    hashed = wheels.get(lock.normalised(part.name)) if part.origin != licences.SYSTEM else None
    if hashed:
        shown["hashes"] = [_hash(hashed)]
    files = _files(part, purl, shipped) if shipped is not None else []
    return shown | ({"components": files} if files else {})


def _licence(part: Part) -> dict[str, Any]:
    if part.licence == licences.SEE_TEXT:
        return {"license": {"name": f"licences/{part.label.replace(' ', '-')}"}}
    if " " in part.licence:
        return {"expression": part.licence}
    return {"license": {"id": part.licence}}


def _purl(part: Part) -> str:
    version = quote(part.version, safe="")
    if part.origin in (licences.PACKAGE, licences.STARTER):
        return f"pkg:pypi/{lock.normalised(part.name)}@{version}"
    if part.origin == licences.PYTHON:
        return f"pkg:generic/python@{version}"
    try:
        system = platform.freedesktop_os_release()
    except OSError:  # Windows and macOS
        return f"pkg:generic/{quote(part.name)}" + (f"@{version}" if version else "")
    distribution = f"{system.get('ID', 'linux')}-{system.get('VERSION_ID', '')}".rstrip("-")
    return f"pkg:deb/{system.get('ID', 'linux')}/{quote(part.name)}@{version}?distro={quote(distribution)}"


def _qt(pyside: Part) -> dict[str, Any]:
    purl = f"pkg:generic/qt@{quote(pyside.version, safe='')}"
    return {
        "type": "framework",
        "bom-ref": purl,
        "name": "Qt",
        "version": pyside.version,
        "publisher": "The Qt Company",
        "purl": purl,
        "licenses": [{"license": {"id": "LGPL-3.0-only"}}],
    }


def _files(part: Part, purl: str, shipped: Path) -> list[dict[str, Any]]:
    found = {path.name: path for path in shipped.rglob("*.so*") if path.is_file()}
    names = sorted({file.name for file in part.files} & set(found))
    return [
        {"type": "file", "bom-ref": f"{purl}#{name}", "name": name, "hashes": [_hash(sha256(found[name]))]}
        for name in names
    ]


def _hash(content: str) -> dict[str, str]:
    return {"alg": "SHA-256", "content": content}


def _dependencies(components: Sequence[Mapping[str, Any]], pins: Sequence[lock.Pin]) -> list[dict[str, Any]]:
    """Which package requires which, by the lock; the program requires all that no package requires."""
    references = {lock.normalised(str(one["name"])): str(one["bom-ref"]) for one in components}
    query: dict[str, set[str]] = {_ours(): set()} | {reference: set() for reference in references.values()}
    for pin in pins:
        for asker in pin.wanted_by & set(references):
            if pin.name in references:
                query[references[asker]].add(references[pin.name])
    if _QT in references:
        query[references[_QT]].add(references["qt"])
    wanted = set().union(*query.values())
    query[_ours()] = set(references.values()) - wanted
    return [{"ref": reference, "dependsOn": sorted(query[reference])} for reference in sorted(query)]
