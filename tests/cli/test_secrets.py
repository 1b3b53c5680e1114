"""Secrets on the command line: where they come from, where they never are, and key files of pseudonyms."""

import csv
import json
import os
import stat
from pathlib import Path

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.plan import read_plan
from sdc_desktop.engine.plan_secrets import MOST_DIGITS, Secret
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.secrets_file import read_secrets, write_secrets
from tests.support.secret import digits

MINE, OTHER = digits(1), digits(2)
NAMES = ["=cmd()", "Bea", "Cyd", "Dan", "Eve", "Fay"]
posix = pytest.mark.skipif(os.name == "nt", reason="rights of POSIX")


@pytest.fixture
def base(tmp_path: Path) -> Path:
    rows = [f"{name},{1000 + 37 * n},{'ab'[n % 2]}" for n, name in enumerate(NAMES)]
    (tmp_path / "p.csv").write_text("\n".join(["name,pay,town", *rows]) + "\n", encoding="utf-8")
    return tmp_path


def plan(base: Path, *jobs: dict[str, object], **more: object) -> Path:
    variables = {"name": {"role": "direct_identifier"}, "pay": {"level": "continuous"}}
    shown = {"schema": 2, "data": {"path": "p.csv", "variables": variables}, "jobs": jobs, **more}
    path = base / "p.sdcplan"
    path.write_text(json.dumps(shown), encoding="utf-8")
    return path


NOISY = {"name": "noisy", "kind": "noise", "params": {"variables": ["pay"], "amount": 0.5}}
ORDERED = NOISY | {"output": {"path": "noisy.csv", "order": "random"}}
PSEUDONYMS = {
    "name": "made",
    "kind": "prepare",
    "params": {"steps": [{"pseudonymise": {"variables": ["name"], "key": "names.csv"}}]},
    "output": {"path": "made.csv"},
}


ROUNDING = {"method": "rounding", "base": 3, "controlled": False, "random": True}
CELL_KEY = {"method": "cell_key", "variance": 2, "maximum": 5}


def run(path: Path, out: Path, *more: str) -> int:
    return cli.main(["run", str(path), "--out", str(out), "--quiet", *more])


def result(out: Path) -> dict:
    return json.loads((out / "result.json").read_text(encoding="utf-8"))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_verb_prints_a_fresh_secret(capsys) -> None:
    assert cli.main(["secret"]) == cli.main(["secret"]) == 0
    one, other = capsys.readouterr().out.split()
    assert one != other
    assert len(bytes.fromhex(one)) == len(bytes.fromhex(other)) == 32


@pytest.mark.parametrize(
    "job",
    [
        NOISY,
        {"name": "s", "kind": "swap", "params": {"variables": ["pay"]}},
        {"name": "p", "kind": "pram", "params": {"variables": ["town"]}},
        PSEUDONYMS,
        {"name": "r", "kind": "top_code", "params": {}, "output": {"path": "r.csv", "order": "random"}},
        {
            "name": "t",
            "kind": "table",
            "params": {"dimensions": [{"variable": "town"}], "protect": ROUNDING},
        },
        {
            "name": "t",
            "kind": "table",
            "params": {"dimensions": [{"variable": "town"}], "protect": CELL_KEY},
        },
    ],
    ids=lambda job: f"{job['name']}-{job['kind']}",
)  # fmt: skip
@pytest.mark.parametrize("verb", ["run", "check", "report"])
def test_a_plan_that_draws_is_refused_without_secret(base, capsys, job, verb) -> None:
    """An absent seed used to mean 0."""
    out = {"run": ["--out", str(base / "out")], "report": ["--out", str(base / "r.html")], "check": []}[verb]
    assert cli.main([verb, str(plan(base, job)), "--quiet", *out]) == 2
    assert "sdc-desktop secret" in capsys.readouterr().err
    assert not (base / "out").exists()


def test_seeds_of_older_plans_open_and_count_for_nothing(base) -> None:
    old = ORDERED | {"seed": 4, "output": {"path": "noisy.csv", "order": "random", "seed": 5}}
    path = plan(base, old, schema=1)
    assert read_plan(path).jobs[0].model_dump(exclude_defaults=True).keys() == {"name", "output", "params"}
    assert run(path, base / "out") == 2


def test_a_file_of_secrets_goes_before_those_of_the_plan(base) -> None:
    file = base / "mine.json"
    file.write_text(json.dumps({"*": MINE}), encoding="utf-8")
    file.chmod(0o600)
    assert run(plan(base, ORDERED), base / "one", "--secrets", str(file)) == 0
    assert run(plan(base, ORDERED, secrets={"*": MINE}), base / "two") == 0
    assert run(plan(base, ORDERED, secrets={"*": OTHER}), base / "three") == 0
    assert run(plan(base, ORDERED, secrets={"*": OTHER}), base / "four", "--secrets", str(file)) == 0
    texts = [(base / name / "noisy.csv").read_bytes() for name in ("one", "two", "three", "four")]
    assert texts[0] == texts[1] == texts[3] != texts[2]


def test_noise_and_order_have_secrets_of_their_own(base) -> None:
    """The file written was not the one explored: the seed of the output went before that of the noise."""
    secrets = {"noisy": MINE, "noisy/order": MINE}
    assert run(plan(base, ORDERED, secrets=secrets), base / "one") == 0
    assert run(plan(base, ORDERED, secrets=secrets | {"noisy/order": OTHER}), base / "two") == 0
    rows = [(base / name / "noisy.csv").read_text(encoding="utf-8").splitlines() for name in ("one", "two")]
    assert rows[0] != rows[1]
    assert sorted(rows[0]) == sorted(rows[1])


def test_no_secret_is_in_any_file_of_a_run_or_report(base, capsys) -> None:
    path = plan(base, ORDERED, PSEUDONYMS, secrets={"noisy": MINE, "*": OTHER})
    assert run(path, base / "out", "--keys", str(base / "keys")) == 0
    for edition in ("internal", "external"):
        shown = ["--out", str(base / "out" / f"{edition}.html"), "--edition", edition, "--quiet"]
        assert cli.main(["report", str(path), *shown]) == 0
    written = "".join(
        one.read_text(encoding="utf-8")
        for folder in ("out", "keys")
        for one in (base / folder).rglob("*")
        if one.is_file()
    )
    text = capsys.readouterr()
    assert MINE not in written + text.out + text.err
    assert OTHER not in written + text.out + text.err
    job = result(base / "out")["jobs"]["noisy"]
    assert job["secret"] == {"fingerprint": Secret.of(MINE).facts.fingerprint, "weak": False}
    assert job["order_secret"] == job["secret"]
    assert job["seed"] is None
    assert Secret.of(MINE).facts.fingerprint in (base / "out" / "internal.html").read_text(encoding="utf-8")
    assert Secret.of(MINE).facts.fingerprint not in (base / "out" / "external.html").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("weak", [MINE[:30], "0" * 64])
def test_a_weak_secret_lowers_the_verdict_and_has_no_fingerprint(base, capsys, weak) -> None:
    risk = {"name": "risk", "kind": "risk", "input": "noisy", "params": {"key_variables": ["town"]}}
    assert run(plan(base, ORDERED, risk, secrets={"*": weak}), base / "out") == 0
    job = result(base / "out")["jobs"]["noisy"]
    assert job["secret"] == {"fingerprint": None, "weak": True}
    found = {(one["code"], one["grade"]) for one in job["verdict"]["reasons"]}
    assert ("weak_secret", "reservations") in found
    assert run(plan(base, ORDERED, risk, secrets={"*": MINE}), base / "well") == 0
    assert "weak" not in str(result(base / "well")["jobs"]["noisy"]["verdict"])
    assert "weak" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", ["xyz", "", "abc", "0x12"])
def test_a_secret_that_is_none_is_refused_and_not_repeated(base, capsys, wrong) -> None:
    assert (
        run(plan(base, NOISY, secrets={"noisy": f"{MINE}{wrong or ' '}"}), base / "out", "--problems", "json")
        == 2
    )
    assert MINE not in capsys.readouterr().err


@posix
def test_a_file_of_secrets_that_others_can_read_is_stated(base, capsys) -> None:
    file = base / "mine.json"
    file.write_text(json.dumps({"*": MINE}), encoding="utf-8")
    file.chmod(0o644)
    assert run(plan(base, NOISY), base / "out", "--secrets", str(file)) == 0
    assert "chmod 600" in capsys.readouterr().err


def test_a_plan_is_copied_without_its_secrets_and_these_apart(base) -> None:
    path = plan(base, NOISY, secrets={"noisy": MINE})
    copy, apart = base / "copy.sdcplan", base / "mine.json"
    assert cli.main(["without-secrets", str(path), "--out", str(copy), "--secrets", str(apart)]) == 0
    assert MINE not in copy.read_text(encoding="utf-8")
    assert json.loads(apart.read_text(encoding="utf-8")) == {"noisy": MINE}
    assert os.name == "nt" or mode(apart) == 0o600
    assert run(copy, base / "one", "--secrets", str(apart)) == run(path, base / "two") == 0
    assert (base / "one" / "noisy.csv").read_bytes() == (base / "two" / "noisy.csv").read_bytes()
    assert cli.main(["without-secrets", str(path), "--out", str(copy)]) == 2  # nothing is replaced


# key files ------------------------------------------------------------------------------------------------


def test_a_key_file_is_never_beside_the_protected_file(base, capsys) -> None:
    path, out = plan(base, PSEUDONYMS, secrets={"*": MINE}), base / "out"
    assert run(path, out) == 2
    assert "--keys" in capsys.readouterr().err
    for folder in (out, out / "sub", base / "x" / ".." / "out"):
        assert run(path, out, "--keys", str(folder)) == 2
        assert not out.exists()
    if os.name != "nt":
        (base / "real").mkdir()
        (base / "link").symlink_to(base / "real", target_is_directory=True)
        assert run(path, base / "real", "--keys", str(base / "link")) == 2


def test_a_key_file_is_its_owners_alone_and_runs_no_formula(base) -> None:
    path, out, keys = plan(base, PSEUDONYMS, secrets={"*": MINE}), base / "out", base / "keys"
    assert run(path, out, "--keys", str(keys)) == 0
    assert not list(out.rglob("names.csv"))
    with (keys / "names.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert [row[0] for row in rows] == ["value", "'=cmd()", *NAMES[1:]]
    assert os.name == "nt" or mode(keys / "names.csv") == 0o600


def test_pseudonyms_do_not_follow_the_order_of_values_nor_of_records(base) -> None:
    def numbers(name: str) -> dict[str, str]:
        out, keys = base / name, base / f"{name} keys"
        assert run(plan(base, PSEUDONYMS, secrets={"*": MINE}), out, "--keys", str(keys)) == 0
        with (keys / "names.csv").open(newline="", encoding="utf-8") as file:
            return dict(csv.reader(file))

    before = numbers("one")
    head, *rows = (base / "p.csv").read_text(encoding="utf-8").splitlines()
    (base / "p.csv").write_text("\n".join([head, *rows[::-1], "Abe,1,a"]) + "\n", encoding="utf-8")
    after = numbers("two")
    assert after.items() > before.items()


def test_a_secret_of_the_most_digits_is_read_and_a_longer_one_is_refused(tmp_path) -> None:
    path = tmp_path / "secrets.json"
    write_secrets(path, {"noise": "ab" * (MOST_DIGITS // 2)})
    assert len(read_secrets(path)[0]["noise"]) == MOST_DIGITS
    write_secrets(path, {"noise": "ab" * (MOST_DIGITS // 2) + "ab"})
    with pytest.raises(Refused):
        read_secrets(path)
