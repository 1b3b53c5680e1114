"""Delimited files of public reports are read exactly, or refused with their place (README.md)."""

import pytest

from tests.support.reported_files import Report, check, sources

LATE = [(str(number), str(number)) for number in range(3000)]

REPORTS = [
    Report("data.table 2667, 2018", [("1,000",), ("2,000",)], '"abc"\n"1,000"\n"2,000"\n'),
    Report(
        "data.table 1079, 2015",
        "csv.text_after_quote",
        'a\tb\tc\nL2\tsome\t"half" quoted\nL3\tthis\t"should work"\n',
    ),
    Report("data.table 810, 2014", [("1", "x\ny"), ("2", "z")], 'a,b\n1,"x\ny"\n2,z\n'),
    Report("data.table 1095, 2015", "csv.text_after_quote", 'a,b\n1,2\n1,""A"" ST\n'),
    Report("data.table 1764, 2016", "csv.text_after_quote", '"a","b"\n"say \\"x\\", y",9\n'),
    Report("data.table 1077, 2015", "csv.text_after_quote", '2,3\n""foo,bar\n'),
    Report(
        "data.table 6275, 2024",
        [("r1", "x; x\r\nx", "c"), ("r2", "y; y\r\ny", "c")],
        'f;g;h\r\nr1;"x; x\r\nx";c\r\nr2;"y; y\r\ny";c\r\n',
    ),
    Report("data.table 3400, 2019", "csv.nul", b"A,B\n1,2\n\x004,5\n"),
    Report("data.table 1599, 2016", [("0x0", "1"), ("0xAE", "2")], "c;d\n0x0;1\n0xAE;2\n"),
    Report("data.table 2625, 2018", [(".e", "+.", "0e")], "A,B,C\n.e,+.,0e\n"),
    Report("data.table 2999, 2018", [("0300", "1"), ("300", "2")], "a,b\n0300,1\n300,2\n"),
    Report(
        "data.table 2250, 2017",
        [("1", "384325987234905827340958734572934")],
        "A,B\n1,384325987234905827340958734572934\n",
    ),
    Report("data.table 1800, 2016", [("1.#INF", "1"), ("-1.#IND", "2")], "a,b\n1.#INF,1\n-1.#IND,2\n"),
    Report("duckdb 25827, 2026", "csv.ragged", "c0\nv0\na;b\n"),
    Report("duckdb 10336, 2024", [("1", "1.0"), ("", "2.0"), ("4", "")], "n,x\n1,1.0\n,2.0\n4,\n"),
    Report("duckdb 5782, 2022", [("01234", "1"), ("12345", "2")], "zip,n\n01234,1\n12345,2\n"),
    Report(
        "duckdb 19578, 2025",
        [("China", "35.86166;104.19397", "97100,7", "04/07/20")],
        'Country;Location;Count;Date\nChina;"35.86166;104.19397";97100,7;04/07/20\n',
    ),
    Report(
        "duckdb 13923, 2024",
        [("1-1-1A", "31-OCT-2023"), ("1-1-1B", "31-OCT-2023")],
        "n,d\n1-1-1A,31-OCT-2023\n1-1-1B,31-OCT-2023\n",
    ),
    Report("polars 10585, 2023", "csv.ragged", "A\nB,ragged\nC\n"),
    Report("polars 12440, 2023", "csv.unclosed_quote", 'a,b\n1,"open\n2,x\n'),
    Report("polars 21441, 2025", "csv.ragged", '# metadata\nVERSION,1.0\nA,"foo, bar",1\n'),
    Report(
        "polars 5729, 2022",
        [("1", "x"), ("2", "y"), ("3", "z")],
        b"a;b\n1;x\r\n2;y\r3;z\n",
        warned=("csv.mixed_line_ends",),
    ),
    Report("pandas 48170, 2022", [("", "1"), ("1234567890123456789", "")], "a,b\n,1\n1234567890123456789,\n"),
    Report(
        "pandas 2697, 2013",
        [("135217135789158401", "x"), ("1352171357E+5", "y")],
        "id,text\n135217135789158401,x\n1352171357E+5,y\n",
    ),
    Report("pandas 5697, 2013", "csv.blank_line", "x\n\n1111111111111111111\n"),
    Report("pandas 66415, 2026", "csv.nul", b'a,b\n"x\x00y",1\n'),
    Report("readr 976, 2019", [("11898508762506083287", "a")], "id,doi\n11898508762506083287,a\n"),
    Report("readr 773, 2018", [("y", "1"), ("é", "2")], "a\tb\ny\t1\né\t2\n".encode("utf-16")),
    Report("readr 1013, 2019", "csv.nul", b"a\tb\n1\t\x00\n", options={"quote": ""}),
    Report("readr 615, 2017", [("VAS", "VÄNST"), ("HÖG", "x")], "a;b\nVAS;VÄNST\nHÖG;x\n".encode("latin-1")),
    Report("ARX 74, 2016", "csv.empty_name", "a,b,\n1,2\n3,4\n"),
    Report("ARX 22, 2014", [("2014-09-03", "x"), ("2014-09-09", "y")], "d,e\n2014-09-03,x\n2014-09-09,y\n"),
    Report("onadata 1595, 2019", [("03/04/2019 10:15", "a")], "d,e\n03/04/2019 10:15,a\n"),
    Report(
        "readxl 42, 2015 (as CSV)",
        [*LATE, ("tel", "x")],
        "a,b\n" + "".join(f"{a},{b}\n" for a, b in LATE) + "tel,x\n",
    ),
]


@pytest.mark.conformance
@pytest.mark.parametrize("report", REPORTS, ids=sources(REPORTS))
def test_a_delimited_file(report: Report, tmp_path) -> None:
    check(report, tmp_path, "a.csv")
