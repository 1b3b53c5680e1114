"""The complex functions of Windows' C runtime, which Wine has as stubs only and NumPy needs to be loaded.

Compiled by mingw into a `ucrtbase.dll` that hands everything else to Wine's own, which is renamed.
"""

import re
import subprocess
import tempfile
from pathlib import Path

from dev_lib import Stop

_ONE = (
    *("cacos", "cacosh", "casin", "casinh", "catan", "catanh", "ccos", "ccosh", "cexp", "clog", "conj"),
    *("cproj", "csin", "csinh", "csqrt", "ctan", "ctanh"),
)
_REAL = ("cabs", "carg", "cimag", "creal")  # of a complex number, a real one
_KINDS = {"": ("D", "double"), "f": ("F", "float"), "l": ("D", "double")}  # `long double` is a double there
_NAME = re.compile(r"^\s*\[\s*\d+\]\s+(?:\+base\[\s*\d+\]\s+[0-9a-f]+\s+)?(\S+)$", re.MULTILINE)
_BUILTIN = b"Wine builtin DLL"


def complete(source: Path, target: Path) -> None:
    """Put Wine's runtime and ours into Windows' folder of libraries. Raises :class:`Stop`."""
    own = functions()
    names = exported(source)
    lines = [f'  "{name}" = {own.get(name, f"ucrtwine.{name}")}' for name in names]
    with tempfile.TemporaryDirectory() as folder:
        shim, exports = Path(folder, "shim.c"), Path(folder, "shim.def")
        shim.write_text(code(), encoding="ascii")
        exports.write_text("\n".join(["LIBRARY ucrtbase.dll", "EXPORTS", *lines, ""]), encoding="ascii")
        made = Path(folder, "ucrtbase.dll")
        options = ["-O1", "-fno-builtin", "-shared", "-static-libgcc", "-o", str(made)]
        done = subprocess.run(
            ["x86_64-w64-mingw32-gcc", *options, str(shim), str(exports)], capture_output=True, text=True
        )
        if done.returncode:
            raise Stop(f"{done.stderr}\nThe complex functions could not be compiled (see above).")
        library = bytearray(source.read_bytes())
        mark = library.find(_BUILTIN, 0, 256)
        if mark >= 0:  # Wine would load its own by this name wherever it lies
            library[mark : mark + len(_BUILTIN)] = bytes(len(_BUILTIN))
        (target / "ucrtwine.dll").write_bytes(library)
        (target / "ucrtbase.dll").unlink(missing_ok=True)
        (target / "ucrtbase.dll").write_bytes(made.read_bytes())


def exported(library: Path) -> list[str]:
    """The names of a library's functions. Raises :class:`Stop`."""
    command = ["x86_64-w64-mingw32-objdump", "-p", str(library)]
    text = subprocess.run(command, capture_output=True, text=True).stdout
    _, _, table = text.partition("[Ordinal/Name Pointer] Table")
    names = _NAME.findall(table.partition("\n\n")[0])
    if not set(functions()) <= set(names):
        raise Stop(f"{library.name} of Wine has no complex functions to be replaced.")
    return names


def functions() -> dict[str, str]:
    """The functions that are ours: name, and the name in our code."""
    return {f"{name}{kind}": f"w_{name}{kind}" for kind in _KINDS for name in (*_ONE, *_REAL, "cpow")}


def code() -> str:
    """Our functions in C. Windows passes complex numbers as structures."""
    lines = ["#include <complex.h>", "typedef struct{double r,i;} D; typedef struct{float r,i;} F;"]
    for kind, (structure, number) in _KINDS.items():
        called = "" if kind == "l" else kind
        argument = "(z.r+z.i*I)"
        for name in _ONE:
            lines.append(
                f"{structure} w_{name}{kind}({structure} z){{ {number} _Complex r={name}{called}{argument}; "
                f"return ({structure}){{__real__ r,__imag__ r}}; }}"
            )
        for name in _REAL:
            lines.append(f"{number} w_{name}{kind}({structure} z){{ return {name}{called}{argument}; }}")
        lines.append(
            f"{structure} w_cpow{kind}({structure} a,{structure} b){{ "
            f"{number} _Complex r=cpow{called}(a.r+a.i*I,b.r+b.i*I); "
            f"return ({structure}){{__real__ r,__imag__ r}}; }}"
        )
    return "\n".join(lines) + "\n"
