"""Files of R of public reports are read exactly, with a warning, or refused plainly (README.md)."""

import bz2
import gzip
import lzma
import struct

import pytest

from tests.support import r_file as r
from tests.support.reported_files import Found, Report, check, sources

YES = r.texts("no", "yes")
WIDE = struct.unpack(">Q", struct.pack(">q", 2**62 + 1))[0]
HAVEN = r.texts("haven_labelled", "vctrs_vctr", "double")
HOUR = r.texts("POSIXct", "POSIXt")


def _ascii(item: str) -> bytes:
    return ("A\n2\n262913\n131840\n" + item).encode()


REPORTS = [
    Report(
        "librdata 31, 2020",
        "a.rds",
        [("1",), ("2",), ("3",)],
        r.rds(r.frame(3, "tbl_df", "tbl", x=r.altrep("compact_intseq", 13, r.doubles(3.0, 1.0, 1.0)))),
        types=("integer",),
    ),
    Report(
        "rdata 11, 2021",
        "a.rds",
        [("14901",), ("",)],
        r.rds(r.frame(2, x=r.as_text(r.doubles(14901.0, None)))),
        types=("text",),
    ),
    Report(
        "librdata 29, 2020",
        "a.rds",
        [("1e+05",), ("0.1",), ("123456",)],
        r.rds(r.frame(3, x=r.as_text(r.doubles(1e5, 0.1, 123456.0)))),
    ),
    Report(
        "librdata 45, 2022",
        "a.rds",
        [("yes",), ("no",), ("",)],
        r.rds(
            r.frame(
                3, x=r.wrapped(r.integers(2, 1, None), r.pairs(levels=YES, **{"class": r.texts("factor")}))
            )
        ),
        types=("text",),
    ),
    Report(
        "librdata 34, 2020",
        "a.RData",
        [("0.5",), ("",)],
        r.rdata(d=r.frame(2, x=r.altrep("wrap_real", 14, r.items(r.doubles(0.5, None), r.integers(0, 0))))),
    ),
    Report(
        "librdata 43, 2021",
        "a.rds",
        [("Zürich",), ("né",)],
        r.rds(
            r.frame(
                2,
                x=r.factor(
                    1, 2, levels=r.texts("Zürich".encode("latin-1"), "né".encode("latin-1"), mark=r.LATIN1)
                ),
            )
        ),
    ),
    Report(
        "pyreadr 49, 2020",
        "a.rds",
        "data.texts_undecodable",
        r.rds(r.frame(1, x=r.texts(b"Z\xfcrich", mark=r.UNMARKED))),
    ),
    Report(
        "pyreadr 49, 2020 (encoding given)",
        "a.rds",
        [("Zürich",)],
        r.rds(r.frame(1, x=r.texts(b"Z\xfcrich", mark=r.UNMARKED))),
        options={"encoding": "cp1252"},
    ),
    Report(
        "pyreadr 86, 2022",
        "a.rds",
        [("2022-08-02 10:00:00",), ("",)],
        r.rds(r.frame(2, "data.table", x=r.doubles(1659434400.0, None, class_=HOUR, tzone=r.texts("UTC")))),
        types=("datetime",),
    ),
    Report(
        "data.table 1408, 2015",
        "a.rds",
        [("a",), ("",), ("",)],
        r.rds(r.frame(3, x=r.factor(1, 2, None, levels=r.texts("a", None)))),
    ),
    Report(
        "R-Instat 4041, 2017",
        "a.rds",
        [("low",), ("high",)],
        r.rds(r.frame(2, x=r.factor(1, 2, levels=r.texts("low", "high"), ordered=True))),
    ),
    Report("pyreadr 108, 2024", "a.rds", "data.nested", r.rds(r.frame(1, x=r.items(r.doubles(1.0, 2.0))))),
    Report("pyreadr 51, 2020", "a.rds", "r.no_frame", r.rds(r.s4("Seurat"))),
    Report(
        "rdata 21, 2022",
        "a.RData",
        [("1",)],
        r.rdata(p=r.pointer(), d=r.frame(1, x=r.integers(1))),
        warned=("r.left_out",),
    ),
    Report(
        "haven 481, 2019",
        "a.rds",
        [("1",), ("",)],
        r.rds(
            r.frame(
                2, x=r.doubles(1.0, None, labels=r.doubles(1.0, None, names=r.texts("a", None)), class_=HAVEN)
            )
        ),
    ),
    Report(
        "haven 475, 2019",
        "a.rds",
        [("1",), ("3",)],
        r.rds(
            r.frame(
                2, x=r.doubles(1.0, 3.0, labels=r.doubles(1.0, 3.0, names=r.texts("A", "A")), class_=HAVEN)
            )
        ),
    ),
    Report(
        "haven 352, 2018",
        "a.rds",
        [("1",), (".a",)],
        r.rds(
            r.frame(
                2,
                x=r.doubles(
                    1.0,
                    r.tagged("a"),
                    labels=r.doubles(1.0, r.tagged("a"), names=r.texts("yes", "refused")),
                    class_=HAVEN,
                ),
            )
        ),
    ),
    Report(
        "readr 976, 2019 (as integer64)",
        "a.rds",
        [("4611686018427387905",), ("",)],
        r.rds(r.frame(2, x=r.doubles(WIDE, 1 << 63, class_=r.texts("integer64")))),
        types=("integer",),
    ),
    Report(
        "R-Instat 3642, 2017",
        "a.rds",
        [("2020-02-29",), ("",)],
        r.rds(r.frame(2, x=r.doubles(18321.0, None, class_=r.texts("Date")))),
        types=("date",),
    ),
    Report(
        "readr 1270, 2021",
        "a.rds",
        [("1",), ("",)],
        _ascii(
            "787\n1\n13\n2\n1\nNA\n1026\n1\n262153\n5\nnames\n16\n1\n262153\n1\nx\n1026\n1\n262153\n9\nrow.names\n"
            "13\n2\nNA\n-2\n1026\n1\n262153\n5\nclass\n16\n1\n262153\n10\ndata.frame\n254\n"
        ),
    ),
    Report("rdata 17, 2022", "a.rds", [("1",)], gzip.compress(r.rds(r.frame(1, x=r.integers(1)), 2))),
    Report("rdata 6, 2021", "a.RData", "data.not_of_format", b"<html>not found</html>\n"),
    Report("pandas 40287, 2021", "a.RData", [("1",)], bz2.compress(r.rdata(d=r.frame(1, x=r.integers(1))))),
    Report(
        "pyreadr 61, 2020",
        "a.RData",
        "r.no_frame",
        r.rdata(rin=r.items(r.integers(1), class_=r.texts("ResampleInstance"))),
    ),
    Report(
        "DataFrames.jl 169, 2013",
        "a.RData",
        "data.several_data_sets",
        lzma.compress(r.rdata(a=r.frame(1, x=r.integers(1)), b=r.frame(1, y=r.integers(2)))),
    ),
    Report("vaccine_prioritization 2, 2021", "a.RData", "data.not_of_format", b"X"),
    Report(
        "iNZight 170, 2018",
        "a.rds",
        [("true", "TRUE"), ("", "")],
        r.rds(r.frame(2, x=r.logicals(True, None), y=r.texts("TRUE", None))),
        types=("boolean", "text"),
    ),
]


@pytest.mark.conformance
@pytest.mark.parametrize("report", REPORTS, ids=sources(REPORTS))
def test_a_file_of_r(report: Report, tmp_path) -> None:
    found = check(report, tmp_path)
    if not isinstance(found, Found):
        return
    labels = {
        "haven 481, 2019": (("1", "a"),),
        "haven 475, 2019": (("1", "A"), ("3", "A")),
        "haven 352, 2018": (("1", "yes"), (".a", "refused")),
    }.get(report.source, ())
    assert found.columns[0].labels == labels
    assert (found.columns[0].measure == "ordinal") == (report.source == "R-Instat 4041, 2017")
