"""A table job with noise by cell key: weights, files, contributors, ratios, and what is refused."""

import json
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop import cli
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.cell_keys.perturbation_table import made
from sdc_desktop.engine.tables.cell_keys.table_file import table_text
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.verdict import NO_LIMITS
from tests.support.data import microdata
from tests.support.secret import digits, drawing

NUMBER = 400
KEYS = {"method": "cell_key", "variance": 2, "maximum": 5, "monotone": True}
_CHANCE = np.random.default_rng(11)
COLUMNS = {
    "who": [f"P{n:03}" for n in range(NUMBER)],
    "area": _CHANCE.choice(list("abcde"), NUMBER, p=[0.4, 0.3, 0.2, 0.07, 0.03]).tolist(),
    "job": _CHANCE.choice(["none", "part", "full"], NUMBER, p=[0.1, 0.2, 0.7]).tolist(),
    "pay": [str(int(one)) for one in _CHANCE.lognormal(6, 1, NUMBER)],
    "hours": [str(one) for one in _CHANCE.integers(5, 50, NUMBER)],
    "weight": _CHANCE.choice(["1.5", "2", "10.25"], NUMBER).tolist(),
}


def source(base: Path | None = None, columns=COLUMNS) -> Source:
    return Source(microdata(columns, {"who": "direct_identifier"}), {}, base or Path())


def run(where: Source | None = None, dimensions=("area", "job"), **shown):
    protect = shown.pop("protect", KEYS)
    params = {"dimensions": [{"variable": name} for name in dimensions], "protect": protect, **shown}
    typed, context = TableParams.model_validate(params), drawing()
    where = where or source()
    counted = table_job.counts(typed, where, context)
    return table_job.decide(typed, counted, context), counted


def cells(result) -> dict:
    return {cell.coordinates: cell for cell in result.cells}


def test_a_weighted_count_is_its_count_with_noise_times_its_mean_weight() -> None:
    counts, plain = run()
    result, counted = run(weight="weight")
    records = dict(zip(cells(counts), counted.behind.contributors.tolist(), strict=True))
    for name, cell in cells(result).items():
        number, noisy = records[name], cells(counts)[name].published
        expected = 0 if not number else noisy * cell.value / number
        assert cell.published == pytest.approx(expected, abs=0.005000001)
        assert cell.lower is None or cell.lower <= cell.value <= cell.upper
    assert result.certain == counts.certain
    assert counted.table.unit != plain.table.unit


def test_weights_that_are_all_one_change_nothing() -> None:
    ones = source(columns=COLUMNS | {"weight": ["1"] * NUMBER})
    weighted, _ = run(ones, weight="weight")
    assert [cell.published for cell in weighted.cells] == [cell.published for cell in run()[0].cells]


def test_a_table_from_a_file_is_used_in_place_of_variance_and_maximum(tmp_path) -> None:
    (tmp_path / "noise.csv").write_text(table_text(made(2.0, 5, monotone=True)), encoding="utf-8")
    read, _ = run(source(tmp_path), protect={"method": "cell_key", "ptable": "noise.csv"})
    assert [cell.published for cell in read.cells] == [cell.published for cell in run()[0].cells]
    assert read.certain == run()[0].certain


def test_results_that_are_forbidden_do_not_occur() -> None:
    result, _ = run(protect=KEYS | {"variance": 3, "forbidden": 2, "stay": 0.5})
    assert not {cell.published for cell in result.cells} & {1, 2}
    assert result.noise.stays[1:3] == (0, 0)
    assert min(result.noise.stays[3:]) >= 0.5 - 1e-7


def test_intervals_hold_the_true_counts_and_a_published_count_is_never_an_empty_cell() -> None:
    result, _ = run(protect=KEYS | {"variance": 3, "forbidden": 2})
    for cell in result.cells:
        assert cell.lower <= cell.value <= cell.upper
        if cell.published:
            assert cell.lower >= 1


def test_losses_are_those_of_the_published_cells() -> None:
    result, counted = run()
    table = counted.table
    published = np.array([cell.published for cell in result.cells])
    change = np.abs(published - table.values)[~table.empty]
    losses = result.noise.losses
    assert losses.absolute.mean == pytest.approx(change.mean())
    assert losses.absolute.median == np.median(change)
    assert losses.absolute.most_of_them == pytest.approx(np.quantile(change, 0.9))
    assert losses.absolute.maximum == change.max()
    assert losses.changed == (change > 0).sum()
    assert losses.false_zeros == ((published == 0) & (table.values > 0)).sum()
    roots = np.abs(np.sqrt(published) - np.sqrt(table.values))[~table.empty]
    assert losses.roots.mean == pytest.approx(roots.mean())


def test_a_share_is_the_quotient_of_two_published_cells() -> None:
    result, _ = run(protect=KEYS | {"ratio": {"share_of": "job", "least": 20}})
    published = {name: cell.published for name, cell in cells(result).items()}
    for one in result.noise.ratios:
        below = published[(one.coordinates[0], "Total")]
        if below < 20:
            assert one.published is None
            continue
        assert one.published == pytest.approx(published[one.coordinates] / below)
        assert one.lower <= one.published
        assert one.lower <= one.value <= one.upper <= 1
    assert any(one.published is None for one in result.noise.ratios)


def test_a_mean_is_the_sum_by_the_count_with_the_noise_of_the_table_of_counts() -> None:
    counts = {name: cell.published for name, cell in cells(run()[0]).items()}
    result, _ = run(value="pay", protect=KEYS | {"ratio": {"per": None}})
    for one in result.noise.ratios:
        below, above = counts[one.coordinates], cells(result)[one.coordinates]
        if below < 10:
            assert one.published is None
            continue
        assert one.published == pytest.approx(above.published / below)
        assert one.lower <= one.value
        assert one.upper is None or one.value <= one.upper
    assert result.certain == run()[0].certain, "the denominators are counts"


def test_a_ratio_of_amounts_has_the_noise_of_both() -> None:
    pay = cells(run(value="pay")[0])
    hours = cells(run(value="hours")[0])
    result, _ = run(value="pay", protect=KEYS | {"ratio": {"per": "hours", "least": 1}})
    for one in result.noise.ratios:
        assert one.published == pytest.approx(
            pay[one.coordinates].published / hours[one.coordinates].published
        )
        assert one.lower <= one.value <= one.upper


def test_records_with_a_zero_can_be_left_out_of_cell_keys() -> None:
    without = {name: [one for n, one in enumerate(own) if n % 7] for name, own in COLUMNS.items()}
    zeros = COLUMNS | {"pay": ["0" if n % 7 == 0 else one for n, one in enumerate(COLUMNS["pay"])]}
    alone = cells(run(source(columns=without), value="pay")[0])
    for name, cell in cells(
        run(source(columns=zeros), value="pay", protect=KEYS | {"zeros": "ignore"})[0]
    ).items():
        assert cell.published == alone[name].published
    counted = cells(run(source(columns=zeros), value="pay")[0])
    assert any(cell.published != alone[name].published for name, cell in counted.items())


def test_denominators_are_counts_of_all_records_whatever_zeros_do() -> None:
    protect = KEYS | {"zeros": "ignore", "ratio": {"per": None}}
    assert run(value="pay", protect=protect)[0].certain == run()[0].certain


def test_a_code_that_is_published_with_zeros_alone_is_a_reservation() -> None:
    rare = COLUMNS | {"area": ["rare" if n == 0 else one for n, one in enumerate(COLUMNS["area"])]}
    noise = KEYS | {"variance": 2, "maximum": 5}
    for place in range(40):
        rare["area"] = ["rare" if n == place else one for n, one in enumerate(COLUMNS["area"])]
        result, _ = run(source(columns=rare), protect=noise)
        if result.zero_codes:
            break
    assert result.zero_codes == (("area", "rare"),)
    params = TableParams.model_validate({"dimensions": [{"variable": "area"}], "protect": noise})
    codes = [one.code for one in table_job.verdict(params, result, NO_LIMITS)]
    assert "table.zero_codes" in codes
    assert run(protect=noise)[0].zero_codes is None


def test_several_contributors_get_more_noise_and_wider_intervals() -> None:
    one = cells(run(value="pay")[0])
    several = cells(run(value="pay", protect=KEYS | {"top": 3, "shares": [1, 0.8, 0.6]})[0])
    assert [cell.published for cell in one.values()] != [cell.published for cell in several.values()]
    # a cell in a row that adds up is bounded by the others too
    wider = [
        (several[name].upper - several[name].lower) - (cell.upper - cell.lower) for name, cell in one.items()
    ]
    assert min(wider) >= 0 < max(wider)


def refusals(where=None, **shown) -> list[tuple[str, str | None]]:
    with pytest.raises(Refused) as caught:
        run(where, **shown)
    return [(one.code, one.where.key) for one in caught.value.problems]


@pytest.mark.parametrize(
    ("protect", "more", "code", "key"),
    [
        ({"variance": None}, {}, "cell_key.no_noise", "variance"),
        ({"maximum": None}, {}, "cell_key.no_noise", "maximum"),
        ({"ptable": "noise.csv"}, {}, "cell_key.two_noises", "ptable"),
        ({"forbidden": 5}, {}, "cell_key.forbidden", "forbidden"),
        ({"top": 3, "shares": [1, 0.5]}, {}, "cell_key.shares", "shares"),
        ({"top": 3, "shares": [1, 0.5, 0.6]}, {}, "cell_key.shares", "shares"),
        ({"top": 2, "shares": [0.9, 0.5]}, {}, "cell_key.shares", "shares"),
        ({"ratio": {"per": None}}, {}, "cell_key.mean_of_counts", "ratio"),
        ({"ratio": {"share_of": "pay"}}, {}, "cell_key.share_of", "ratio"),
        ({"step": 30}, {"value": "pay"}, "cell_key.noise_too_large", "step"),
    ],
)
def test_settings_that_do_not_go_together_are_refused_where_they_are(protect, more, code, key) -> None:
    assert refusals(protect=KEYS | protect, **more) == [(code, f"params.protect.{key}")]


def test_weighted_amounts_and_files_for_amounts_are_refused(tmp_path) -> None:
    assert refusals(value="pay", weight="weight") == [("cell_key.no_weights", "params.weight")]
    (tmp_path / "noise.csv").write_text(table_text(made(2.0, 5, monotone=True)), encoding="utf-8")
    protect = {"method": "cell_key", "ptable": "noise.csv"}
    found = refusals(source(tmp_path), protect=protect, value="pay")
    assert found == [("cell_key.table_for_counts", "params.protect.ptable")]


def test_a_file_that_is_not_there_or_not_a_table_is_refused(tmp_path) -> None:
    protect = {"method": "cell_key", "ptable": "noise.csv"}
    assert refusals(source(tmp_path), protect=protect)[0][0] == "file.unreadable"
    (tmp_path / "noise.csv").write_text("i;j\n1;2\n", encoding="utf-8")
    assert refusals(source(tmp_path), protect=protect)[0][0] == "ptable.no_column"


def test_a_dimension_called_ratio_is_refused_only_beside_ratios() -> None:
    where = source(columns={"ratio": COLUMNS["area"], "who": COLUMNS["who"], "job": COLUMNS["job"]})
    result, counted = run(where, dimensions=("ratio", "job"))
    assert table_job.apply(result, counted, where, drawing()).names == ("ratio", "job", "value", "status")
    protect = KEYS | {"ratio": {"share_of": "job"}}
    result, counted = run(where, dimensions=("ratio", "job"), protect=protect)
    with pytest.raises(Refused) as caught:
        table_job.apply(result, counted, where, JobContext())
    assert caught.value.problems[0].code == "table.name_taken"


# batch ------------------------------------------------------------------------------------------------


def write_plan(folder: Path, *protections: dict, **more) -> Path:
    lines = [";".join(COLUMNS), *(";".join(row) for row in zip(*COLUMNS.values(), strict=True))]
    (folder / "people.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    jobs = [
        {
            "name": f"t{number}",
            "kind": "table",
            "params": {"dimensions": [{"variable": "area"}, {"variable": "job"}], "protect": one, **more},
        }
        for number, one in enumerate(protections)
    ]
    plan = {
        "schema": 2,
        "data": {"path": "people.csv", "variables": {"who": {"role": "direct_identifier"}}},
        "secrets": {"*": digits(1)},
        "jobs": jobs,
    }
    (folder / "plan.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    return folder / "plan.sdcplan"


def test_the_perturbation_table_of_a_job_is_exported_and_used_by_another(tmp_path) -> None:
    plan = write_plan(tmp_path, KEYS)
    assert cli.main(["perturbation-table", str(plan), "--out", str(tmp_path / "noise.csv")]) == cli.DONE
    plan = write_plan(tmp_path, KEYS, {"method": "cell_key", "ptable": "noise.csv"})
    assert cli.main(["run", str(plan), "--out", str(tmp_path / "out"), "--quiet"]) == cli.DONE
    one, other = ((tmp_path / "out" / f"t{number}.csv").read_bytes() for number in (0, 1))
    assert one == other


def test_the_export_requests_the_job_and_writes_over_no_input(tmp_path, capsys) -> None:
    plan = write_plan(tmp_path, KEYS, KEYS | {"variance": 1})
    out = str(tmp_path / "noise.csv")
    assert cli.main(["perturbation-table", str(plan), "--out", out]) == cli.REFUSED
    assert "t0, t1" in capsys.readouterr().err
    assert cli.main(["perturbation-table", str(plan), "--out", out, "--job", "nose"]) == cli.REFUSED
    assert cli.main(["perturbation-table", str(plan), "--out", out, "--job", "t1"]) == cli.DONE
    data = (tmp_path / "people.csv").read_bytes()
    arguments = ["perturbation-table", str(plan), "--job", "t1", "--out", str(tmp_path / "people.csv")]
    assert cli.main(arguments) == cli.REFUSED
    assert (tmp_path / "people.csv").read_bytes() == data


def test_ratios_are_a_column_of_the_table_written(tmp_path) -> None:
    plan = write_plan(tmp_path, KEYS | {"ratio": {"share_of": "job"}})
    assert cli.main(["run", str(plan), "--out", str(tmp_path / "out"), "--quiet"]) == cli.DONE
    lines = (tmp_path / "out" / "t0.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "area;job;value;status;ratio"
    rows = {tuple(line.split(";")[:2]): line.split(";")[2:] for line in lines[1:]}
    whole = int(rows["a", "Total"][0])
    assert float(rows["a", "full"][2]) == pytest.approx(int(rows["a", "full"][0]) / whole, rel=1e-5)
