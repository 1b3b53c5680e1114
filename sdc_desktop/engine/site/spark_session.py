"""The session of Spark, and what the program sets in it. One of two modules that know pyspark."""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sdc_desktop.engine.output.files import sha256_of
from sdc_desktop.engine.problems import Place, Refused, error

PINNED: Mapping[str, str] = {
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.caseSensitive": "true",
    "spark.sql.ansi.enabled": "true",
    "spark.sql.files.ignoreCorruptFiles": "false",
    "spark.sql.files.ignoreMissingFiles": "false",
    "spark.sql.sources.partitionColumnTypeInference.enabled": "false",
    "spark.sql.parquet.mergeSchema": "false",
    "spark.sql.parquet.binaryAsString": "false",
    "spark.sql.parquet.inferTimestampNTZ.enabled": "true",
    "spark.ui.showConsoleProgress": "false",  # the program shows its own
}
_LINE = re.compile(r"\s*([A-Za-z][\w.\-]*)\s*=\s*(.*?)\s*")
_ALONE = "local[*]"
_MOST = 2**20


def spark_conf(path: Path) -> Mapping[str, str]:
    """The settings of a file: lines ``key = value``, ``#`` begins a comment. Raises :class:`Refused` with the
    number of a line that is none; no value is ever shown.
    """
    sha256_of(path, path.name)  # refuses what cannot be read
    found: dict[str, str] = {}
    text = path.read_bytes()[:_MOST].decode("utf-8", "replace")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        parts = _LINE.fullmatch(line)
        if parts is None or not re.match(r"spark\.\w", parts[1]):
            raise Refused(error("site.conf", Place(file=path.name, line=number)))
        if parts[1] in PINNED:
            raise Refused(error("site.conf_pinned", Place(file=path.name, line=number), name=parts[1]))
        found[parts[1]] = parts[2]
    return found


def spark_path(path: Path) -> str:
    """The address of a file or folder as Spark takes it: a pattern, whose signs are escaped."""
    return "file://" + re.sub(r"([\\*?\[\]{}])", r"\\\1", path.absolute().as_posix())


@contextmanager
def spark_session(conf: Mapping[str, str]) -> Iterator[Any]:
    """A session with the site's settings and the program's own; it ends with the block. Raises
    :class:`Refused` where Spark is not installed, cannot be started, or is of another version than pyspark.
    """
    try:
        import pyspark
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError:
        raise Refused(error("site.no_spark")) from None
    builder = SparkSession.builder.appName("sdc-desktop")
    for key, value in {**conf, **PINNED}.items():
        builder = builder.config(key, value)
    if "spark.master" not in conf and "SPARK_HOME" not in os.environ and "MASTER" not in os.environ:
        builder = builder.master(_ALONE)
    try:
        session = builder.getOrCreate()
    except (PySparkException, OSError, RuntimeError):
        raise Refused(error("site.spark_not_started")) from None
    try:
        own, theirs = (version.split(".")[:2] for version in (pyspark.__version__, session.version))
        if own != theirs:
            raise Refused(error("site.version", found=session.version, own=pyspark.__version__))
        session.sparkContext.setLogLevel("ERROR")
        yield session
    finally:
        with suppress(PySparkException, Py4JError, OSError):  # it may have died
            session.stop()


@contextmanager
def refusing() -> Iterator[None]:
    """Within the block a failure of Spark becomes a refusal: its text may hold values and is never shown."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError, ConnectionError):
        raise Refused(error("site.spark_failed")) from None
