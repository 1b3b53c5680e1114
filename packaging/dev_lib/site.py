"""Java, and Spark from a lock of its own, for the tests of a site's cluster."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

from dev_lib import ROOT, system
from dev_lib.environment import Environment, clean_variables

LOCK = ROOT / "packaging" / "requirements-site.lock"
JAVA = ("default-jre-headless",)
OLDEST_JAVA = 17
ON_WINDOWS = os.name == "nt"
_VERSION = re.compile(r'version "(\d+)')


def site_requirements(pyproject: Path) -> tuple[str, ...]:
    """The packages of the extra `site`, as pyproject names them."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    return tuple(project["optional-dependencies"]["site"])


def java_version(text: str) -> int:
    """The first number of the version in what `java -version` says; 0 where there is none."""
    found = _VERSION.search(text)
    return int(found[1]) if found else 0


def java_here() -> int:
    """The version of the Java that would be started; 0: there is none."""
    java = shutil.which("java")
    if java is None:
        return 0
    done = subprocess.run([java, "-version"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return java_version(done.stderr + done.stdout)


def ready_for_spark(environment: Environment, wheels: Path | None) -> bool:
    """Install Java and Spark where they are missing and may be installed. False: the tests of Spark are left
    out, and it was said why.
    """
    if ON_WINDOWS:
        print("The tests of Spark are left out: it needs programs of Hadoop that Windows lacks.", flush=True)
        return False
    if java_here() < OLDEST_JAVA:
        system.ensure(JAVA)
    if java_here() < OLDEST_JAVA:
        print(f"The tests of Spark are left out: they need Java {OLDEST_JAVA} or newer.", flush=True)
        return False
    if _has_spark(environment) or _install(environment, wheels):
        return True
    print("The tests of Spark are left out: pyspark could not be installed.", flush=True)
    return False


def _has_spark(environment: Environment) -> bool:
    wanted = _pinned(LOCK.read_text(encoding="utf-8"))
    query = "import importlib.metadata as m; print(m.version('pyspark'))"
    done = subprocess.run(
        [str(environment.python), "-P", "-c", query], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    return done.stdout.strip() == wanted


def _pinned(lock: str) -> str:
    found = re.search(r"^pyspark==([\w.]+)", lock, re.MULTILINE)
    return found[1] if found else ""


def _install(environment: Environment, wheels: Path | None) -> bool:
    """Spark is published as source alone: it is packed here, which compiles nothing."""
    print("Installing Spark for its tests", flush=True)
    offline = () if wheels is None else ("--no-index", "--find-links", str(wheels))
    command = ["-m", "pip", "install", "-q", "--require-hashes", "--no-deps", "--no-input", *offline]
    done = subprocess.run(
        [str(environment.python), *command, "-r", str(LOCK)],
        env=clean_variables(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    return done.returncode == 0
