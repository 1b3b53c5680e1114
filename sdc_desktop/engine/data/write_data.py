"""The door through which protected records become a file, in whatever format the output asks for."""

from dataclasses import replace
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv_write import digest_csv, refuse_read_only, write_csv
from sdc_desktop.engine.data.dialect import Dialect
from sdc_desktop.engine.data.formats import Format, WrittenFormat, format_of, written_format
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.opened import Style
from sdc_desktop.engine.files import atomic_path
from sdc_desktop.engine.plan import OutputSpec


def output_format(output: OutputSpec) -> WrittenFormat:
    """The format of an output: as told, else by the ending of its name."""
    found: Format = format_of(output.path, output.format)
    return written_format(found)


def write_data(
    data: Microdata, path: Path, output: OutputSpec, style: Style, context: JobContext
) -> int | None:
    """Write all records, whole or not at all; returns how many texts were changed so that no spreadsheet runs
    them, None for formats where none has to be. Raises :class:`Refused` and Cancelled; then the target is as
    it was.
    """
    format = output_format(output)
    if format == "csv":
        return write_csv(data, path, _dialect(output, style), output.escape_formulas, context)
    if format == "rda":
        from sdc_desktop.engine.data.argus_write import write_argus

        write_argus(data, path, context)
        return None
    from sdc_desktop.engine.data.foreign.write import write_foreign

    refuse_read_only(path)
    with atomic_path(path, keep_beside=True) as file:
        write_foreign(data, file, path.name, format, style.columns, context)
        context.checkpoint()
    return None


def digest_data(
    data: Microdata, output: OutputSpec, style: Style, context: JobContext
) -> tuple[str, int | None]:
    """The SHA-256 of the file that `write_data` would write, and what it returns. The SHA-256 is empty for
    formats whose bytes are known only when they are on disk, where cell values must not be for a report.
    Raises as `write_data` does.
    """
    if output_format(output) != "csv":
        return "", None
    return digest_csv(data, output.path, _dialect(output, style), output.escape_formulas, context)


def _dialect(output: OutputSpec, style: Style) -> Dialect:
    """As the source is written; but a name that promises tabs gets them."""
    tabs = output.path.lower().endswith((".tsv", ".tab"))
    return replace(style.dialect, delimiter="\t") if tabs else style.dialect
