"""Files of R of public reports are read exactly, with a warning, or refused plainly (README.md)."""

import bz2
import gzip
import lzma
from typing import Any

import pytest

from tests.support import r_files as r
from tests.support.reported_files import Found, Report, check, sources

YES = r.texts("no", "yes")
LATIN = r.texts("Zürich".encode("latin-1"), "né".encode("latin-1"), mark=r.LATIN1)
HALVES = r.vector(r.LIST, (r.numbers([0.5, None]), r.vector(r.INTEGER, (0, 0))))
ONE, ZEROS = r.vector(r.INTEGER, (1,)), r.vector(r.INTEGER, (0, 0))
HOUR = {"class_": r.texts("POSIXct", "POSIXt"), "tzone": r.texts("UTC")}
UNMARKED = r.texts(b"Z\xfcrich", mark=r.UNMARKED)


def _frame(x: bytes, records: int = 1, *classes: str) -> bytes:
    return r.frame({"x": x}, records, *classes)


def _of(source: str, becomes: list[tuple[str, ...]] | str, x: bytes, *classes: str, **more: Any) -> Report:
    """A file of a data frame with one variable."""
    records = 1 if isinstance(becomes, str) else len(becomes)
    return Report(source, becomes, r.rds(_frame(x, records, *classes)), **more)


def _labelled(source: str, *values: float | bytes | None, words: tuple[str | None, ...]) -> Report:
    """A variable as haven has it, each value with a label."""
    labels = r.numbers(values, names=r.texts(*words))
    made = r.numbers(values, labels=labels, class_=r.texts("haven_labelled", "vctrs_vctr", "double"))
    shown = [("" if one is None else ".a" if one == r.tagged("a") else f"{one:g}",) for one in values]
    return _of(source, shown, made)


def _ascii(item: str) -> bytes:
    return ("A\n2\n262913\n131840\n" + item).encode()


REPORTS = [
    _of(
        "librdata 31, 2020",
        [("1",), ("2",), ("3",)],
        r.altrep("compact_intseq", r.numbers([3, 1, 1])),
        *("tbl_df", "tbl"),
        types=("integer",),
    ),
    _of("rdata 11, 2021", [("14901",), ("",)], r.as_text(r.numbers([14901, None])), types=("text",)),
    _of("librdata 29, 2020", [("1e+05",), ("0.1",), ("123456",)], r.as_text(r.numbers([1e5, 0.1, 123456]))),
    _of(
        "librdata 45, 2022",
        [("yes",), ("no",), ("",)],
        r.altrep(
            "wrap_integer",
            r.vector(r.LIST, (r.vector(r.INTEGER, (2, 1, None)), ZEROS)),
            r.pairs([("levels", YES), ("class", r.texts("factor"))]),
        ),
        types=("text",),
    ),
    Report(
        "librdata 34, 2020",
        [("0.5",), ("",)],
        r.rdata(d=_frame(r.altrep("wrap_real", HALVES, kind=r.DOUBLE), 2)),
        file="a.RData",
    ),
    _of("librdata 43, 2021", [("Zürich",), ("né",)], r.factor(1, 2, levels=LATIN)),
    _of("pyreadr 49, 2020", "data.texts_undecodable", UNMARKED),
    _of("pyreadr 49, 2020 (encoding given)", [("Zürich",)], UNMARKED, options={"encoding": "cp1252"}),
    _of(
        "pyreadr 86, 2022",
        [("2022-08-02 10:00:00",), ("",)],
        r.numbers([1659434400, None], **HOUR),
        "data.table",
        types=("datetime",),
    ),
    _of("data.table 1408, 2015", [("a",), ("",), ("",)], r.factor(1, 2, None, levels=r.texts("a", None))),
    _of(
        "R-Instat 4041, 2017", [("no",), ("yes",)], r.factor(1, 2, levels=YES, classes=("ordered", "factor"))
    ),
    _of("pyreadr 108, 2024", "data.nested", r.vector(r.LIST, (r.numbers([1, 2]),))),
    Report("pyreadr 51, 2020", "r.no_frame", r.rds(r.s4("Seurat"))),
    Report(
        "rdata 21, 2022",
        [("1",)],
        r.rdata(p=r.pointer(), d=_frame(ONE)),
        file="a.RData",
        warned=("r.left_out",),
    ),
    _labelled("haven 481, 2019", 1, None, words=("a", None)),
    _labelled("haven 475, 2019", 1, 3, words=("A", "A")),
    _labelled("haven 352, 2018", 1, r.tagged("a"), words=("yes", "refused")),
    _of(
        "readr 976, 2019 (as integer64)",
        [("4611686018427387905",), ("",)],
        r.numbers([r.bits(2**62 + 1), r.bits(1 << 63)], class_=r.texts("integer64")),
        types=("integer",),
    ),
    _of(
        "R-Instat 3642, 2017",
        [("2020-02-29",), ("",)],
        r.numbers([18321, None], class_=r.texts("Date")),
        types=("date",),
    ),
    Report(
        "readr 1270, 2021",
        [("1",), ("",)],
        _ascii(
            "787\n1\n13\n2\n1\nNA\n1026\n1\n262153\n5\nnames\n16\n1\n262153\n1\nx\n1026\n1\n262153\n9\nrow.names\n"
            "13\n2\nNA\n-2\n1026\n1\n262153\n5\nclass\n16\n1\n262153\n10\ndata.frame\n254\n"
        ),
    ),
    Report("rdata 17, 2022", [("1",)], gzip.compress(r.rds(_frame(ONE), 2))),
    Report("rdata 6, 2021", "data.not_of_format", b"<html>not found</html>\n", file="a.RData"),
    Report("pandas 40287, 2021", [("1",)], bz2.compress(r.rdata(d=_frame(ONE))), file="a.RData"),
    Report(
        "pyreadr 61, 2020",
        "r.no_frame",
        r.rdata(rin=r.vector(r.LIST, (ONE,), class_=r.texts("ResampleInstance"))),
        file="a.RData",
    ),
    Report(
        "DataFrames.jl 169, 2013",
        "data.several_data_sets",
        lzma.compress(r.rdata(a=_frame(ONE), b=_frame(ONE))),
        file="a.RData",
    ),
    Report("vaccine_prioritization 2, 2021", "data.not_of_format", b"X", file="a.RData"),
    Report(
        "iNZight 170, 2018",
        [("true", "TRUE"), ("", "")],
        r.rds(r.frame({"x": r.vector(r.LOGICAL, (True, None)), "y": r.texts("TRUE", None)}, 2)),
        types=("boolean", "text"),
    ),
]


@pytest.mark.conformance
@pytest.mark.parametrize("report", REPORTS, ids=sources(REPORTS))
def test_a_file_of_r(report: Report, tmp_path) -> None:
    found = check(report, tmp_path, "a.rds")
    if not isinstance(found, Found):
        return
    labels = {
        "haven 481, 2019": (("1", "a"),),
        "haven 475, 2019": (("1", "A"), ("3", "A")),
        "haven 352, 2018": (("1", "yes"), (".a", "refused")),
    }.get(report.source, ())
    assert found.columns[0].labels == labels
    assert (found.columns[0].measure == "ordinal") == (report.source == "R-Instat 4041, 2017")
