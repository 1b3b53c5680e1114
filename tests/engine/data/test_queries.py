"""A query is always read to its end: DuckDB drops an open result with Python's lock held, which the threads
that read files of ours wait for.
"""

import re
from pathlib import Path

import duckdb
import pytest

from sdc_desktop.engine.data.store.queries import batches, columns_of, only, run

PACKAGE = Path(__file__).resolve().parents[3] / "sdc_desktop"
DIRECT = re.compile(r"\.(execute|executemany|sql|query|fetchone|fetchmany|fetchall|fetchnumpy)\(")
MANY = "SELECT range AS i FROM range(1000000)"


@pytest.fixture
def connection() -> duckdb.DuckDBPyConnection:
    return duckdb.connect(":memory:")


def nothing_is_open(connection: duckdb.DuckDBPyConnection) -> bool:
    try:
        return connection.fetchone() is None
    except duckdb.Error:  # no result at all, or one that ended by an interruption
        return True


def test_statements_and_queries_leave_no_open_result(connection) -> None:
    assert run(connection, f"CREATE TABLE t AS {MANY}") == [(1_000_000,)]
    assert nothing_is_open(connection)
    assert run(connection, "SET threads = 2") == []
    assert nothing_is_open(connection)
    assert only(connection, "SELECT count(*), max(i) FROM t") == (1_000_000, 999_999)
    assert nothing_is_open(connection)
    assert columns_of(connection, "SELECT i FROM t ORDER BY i")["i"][-1] == 999_999
    assert nothing_is_open(connection)


def test_a_query_of_one_row_refuses_another_number(connection) -> None:
    for rows in (0, 2):
        with pytest.raises(ValueError, match="to unpack"):
            only(connection, f"SELECT range FROM range({rows})")


def test_rows_come_in_batches_of_the_size_wanted_and_all_of_them(connection) -> None:
    found = list(batches(connection, f"{MANY} ORDER BY i", 300_000))
    assert [len(rows) for rows in found] == [300_000, 300_000, 300_000, 100_000]
    assert [rows[0][0] for rows in found] == [0, 300_000, 600_000, 900_000]
    assert nothing_is_open(connection)


def test_a_query_given_up_early_is_interrupted_and_its_connection_goes_on(connection) -> None:
    given = batches(connection, MANY, 10)
    assert next(given) == [(number,) for number in range(10)]
    given.close()
    assert nothing_is_open(connection)
    assert only(connection, "SELECT 7") == (7,)


def test_no_other_module_runs_a_query_by_itself() -> None:
    direct = [
        f"{path.relative_to(PACKAGE)}: {line.strip()}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if "duckdb" in (text := path.read_text(encoding="utf-8")) and path.name != "queries.py"
        for line in text.splitlines()
        if DIRECT.search(line)
    ]
    assert direct == []
