"""A judged table as files that tau-ARGUS and others read: .tab with .rda and .hrc, and JJ."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

from sdc_desktop.engine.data.argus.codes import Node, hrc_text
from sdc_desktop.engine.data.argus.rda import Metadata, RdaVariable, rda_text
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.dimension import TOTAL, Dimension
from sdc_desktop.engine.tables.files.jj import Instance
from sdc_desktop.engine.tables.files.tab import TabCell, tab_text
from sdc_desktop.engine.tables.protection.protected_table import granted
from sdc_desktop.engine.tables.protection.suppress import cell_costs
from sdc_desktop.engine.tables.relations import Flags
from sdc_desktop.engine.tables.table_counts import Judged, TableCounts

LEAD = "@"
FREQUENCY, STATUS, LOWER, UPPER = "Freq", "Status", "LowerPL", "UpperPL"


def tab_files(
    counted: TableCounts,
    judged: Judged,
    name: str,
    value_name: str,
    decimal: DecimalMark = ".",
    secondary: Flags | None = None,
) -> Mapping[str, str]:
    """File name -> text: `name`.tab, `name`.rda, and a .hrc for each dimension with a hierarchy. Values are
    reported in full: the files are for work, not for publication. ``secondary`` (cells,): suppressed though
    safe.

    Raises :class:`Refused` where a dimension has several hierarchies: a file holds one tree.
    """
    table = counted.table
    trees: dict[str, str] = {}
    variables = []
    for number, dimension in enumerate(table.dimensions, start=1):
        tags = {"RECODEABLE": "", "TOTCODE": f'"{_total(dimension)}"'}
        if not dimension.flat:
            tree = f"{name}_{number}.hrc"
            trees[tree] = hrc_text(tuple(_nodes(dimension)), LEAD)
            tags |= {"HIERARCHICAL": "", "HIERCODELIST": f'"{tree}"', "HIERLEADSTRING": f'"{LEAD}"'}
        variables.append(RdaVariable(_word(dimension.name), None, None, (), MappingProxyType(tags)))
    places = max(0, -int(table.unit.as_tuple().exponent))
    own = _word(value_name)
    kinds = {own: {"NUMERIC": "", "DECIMALS": str(places)}}
    if counted.behind is not None:
        kinds |= {FREQUENCY: {"FREQUENCY": ""}}
    kinds |= {
        STATUS: {"STATUS": ""},
        LOWER: {"NUMERIC": "", "LOWERPL": ""},
        UPPER: {"NUMERIC": "", "UPPERPL": ""},
    }
    variables += [RdaVariable(key, None, None, (), tags) for key, tags in kinds.items()]
    metadata = Metadata(";", tuple(variables))
    cells = tuple(_cells(counted, judged, own, secondary))
    return {
        f"{name}.tab": tab_text(cells, metadata, decimal),
        f"{name}.rda": rda_text(metadata),
        **trees,
    }


def instance_of(counted: TableCounts, judged: Judged, cost: str, secondary: Flags | None = None) -> Instance:
    """The table with all that suppression needs, as `jj_text` writes it. ``cost`` as in SuppressionSpec;
    ``secondary`` (cells,).
    """
    lower, upper = granted(counted, judged)
    costs = cell_costs(counted, judged, cost)
    return Instance(
        counted.table, costs, judged.unsafe, judged.frozen, lower, upper, judged.levels, secondary
    )


def _cells(counted: TableCounts, judged: Judged, own: str, secondary: Flags | None) -> Iterator[TabCell]:
    table, unit = counted.table, counted.table.unit
    for cell in range(len(table)):
        numbers: dict[str, Decimal | None] = {own: int(table.values[cell]) * unit}
        if counted.behind is not None:
            numbers[FREQUENCY] = Decimal(int(counted.behind.contributors[cell]))
        levels = judged.levels.get(cell)
        for key, level in ((LOWER, levels and levels.lower), (UPPER, levels and levels.upper)):
            numbers[key] = _decimal((level or Fraction(0)) * Fraction(unit))
        yield TabCell(table.coordinates(cell), numbers, _status(counted, judged, cell, secondary))


def _status(counted: TableCounts, judged: Judged, cell: int, secondary: Flags | None) -> str:
    if judged.unsafe[cell]:
        return "unsafe"
    if secondary is not None and secondary[cell]:
        return "secondary"
    if counted.table.empty[cell]:
        return "empty"
    return "frozen" if judged.frozen[cell] and counted.table.values[cell] else "safe"


def _total(dimension: Dimension) -> str:
    return TOTAL if dimension.total is None else dimension.categories[dimension.total]


def _nodes(dimension: Dimension) -> Iterator[Node]:
    """The tree without the total. Raises :class:`Refused` where there are several ways down."""
    if not dimension.nested:
        where = Place(variable=dimension.name)
        raise Refused(error("tauargus.several_hierarchies", where, name=dimension.name))
    parts_of = {split.parent: split.children for split in dimension.splits}
    parts = {child for children in parts_of.values() for child in children}
    tops = [place for place in range(len(dimension)) if place not in parts]
    start = [child for top in tops for child in (parts_of.get(top, ()) if top == dimension.total else (top,))]
    waiting = [(place, 0) for place in reversed(start)]
    line = 0
    while waiting:
        place, depth = waiting.pop()
        line += 1
        yield Node(dimension.categories[place], depth, line)
        waiting += [(child, depth + 1) for child in reversed(parts_of.get(place, ()))]


def _decimal(value: Fraction) -> Decimal:
    """A level as a decimal number, rounded up at the ninth place: never less protection than was asked."""
    scaled = -(-(value * 10**9).numerator // (value * 10**9).denominator)
    return (Decimal(scaled) / 10**9).normalize() + 0


def _word(name: str) -> str:
    """A name without blanks: metadata are cut at them."""
    return "_".join(name.split())
