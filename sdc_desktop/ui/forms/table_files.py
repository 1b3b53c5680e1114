"""A published table in a file, to be audited."""

from pathlib import Path

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.specs.settings import TableSpec
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.ui.forms.pasted_table import read_table


def table_of_file(path: Path, base: Path) -> TableSpec:
    """The table of a file. One in JJ format or of tau-ARGUS stays a file, named from `base`; of others the
    cells are read. Raises :class:`Refused`.
    """
    if path.suffix.lower() == ".jj":
        return TableSpec(instance=relative_path(path, base))
    if path.suffix.lower() != ".tab":
        return read_table(path)
    metadata = next((other for other in path.parent.glob("*") if is_metadata_of(other, path)), None)
    if metadata is None:
        raise Refused(error("tauargus.no_metadata", Place(file=path.name)))
    return TableSpec(tab=relative_path(path, base), metadata=relative_path(metadata, base))


def is_metadata_of(path: Path, table: Path) -> bool:
    """Whether a file is the .rda of a .tab, whatever their case."""
    name, wanted = path.name.casefold(), table.with_suffix(".rda").name.casefold()
    return name == wanted and path.is_file()
