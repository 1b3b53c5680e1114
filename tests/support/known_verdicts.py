"""Small plans whose honest grade is known by hand: every kind of job, each with the reason for its grade."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.submission.submission import table_id

SAFE, RESERVED, OPEN, UNSAFE = "safe", "reservations", "open", "unsafe"
SECRET = "8f2c19d07ab64e53b1d8f6027c9ae41563d70f8eab295c14e07b36d2f98a4c61"


@dataclass(frozen=True)
class Known:
    """Rows of a CSV file, one job (or several) on it, and the grade of the last one."""

    grade: str
    rows: Sequence[str]
    kind: str
    params: Mapping[str, Any]
    variables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    hierarchies: Mapping[str, Any] = field(default_factory=dict)
    before: Sequence[Mapping[str, Any]] = ()  # jobs that come first
    reads: str = "data"

    @property
    def writes(self) -> bool:
        """Whether the job has a file."""
        method = METHODS[self.kind]
        return method.makes != "measures" and not method.releases

    @property
    def is_product(self) -> bool:
        """Whether the job's own grade is that of the plan: it has a file, or checks a release."""
        return self.writes or self.kind == "output_check"

    def plan(self) -> dict[str, Any]:
        """The plan as JSON data; its data file is data.csv."""
        job: dict[str, Any] = {"name": "out", "kind": self.kind, "params": dict(self.params)}
        if self.reads != "data":
            job["input"] = self.reads
        if self.writes:
            job["output"] = {"path": "out.csv"}
        variables = {name: dict(text) for name, text in self.variables.items()}
        data = {"path": "data.csv", "variables": variables}
        if self.hierarchies:
            data["hierarchies"] = dict(self.hierarchies)
        jobs = [*map(dict, self.before), job]
        secrets = {one["name"]: SECRET for one in jobs}
        return {"schema": 2, "data": data, "secrets": secrets, "jobs": jobs}


KEY, SENSITIVE, OTHER = {"role": "key"}, {"role": "sensitive"}, {"role": "other"}
PEOPLE = {"sex": KEY, "ill": SENSITIVE}
NUMERIC = {name: {"role": "key", "level": "continuous"} for name in ("pay", "x")}
FREE = {name: {"role": "other", "level": "continuous"} for name in ("pay", "x")}

# two classes of four, each with two illnesses
FOURS = ("sex,ill", *(f"{sex},{ill}" for sex in "mf" for ill in ("flu", "cold", "flu", "cold")))
ALIKE = ("sex,ill", *["m,flu"] * 4, *["f,flu", "f,cold"] * 2)  # one illness for all men
OFTEN, OFTEN_ALIKE = (FOURS[0], *FOURS[1:] * 5), (ALIKE[0], *ALIKE[1:] * 5)
TOLERATED = {"tolerable_attribution": 0.1, "tolerable_replicated": 0.1}
ALMOST = ("sex,ill", *["m,flu"] * 19, "m,cold", *["f,flu", "f,cold"] * 2)  # 95 % of men
ALONE = (*FOURS, "x,flu")  # one record alone in its class
BLANK = ("sex,ill", *["m,HIV", "m,"] * 2, *["f,flu", "f,cold"] * 2)  # a blank is no second value
SPELT = ("sex,ill", *["m,flu", "m,Flu"] * 2, *["f,flu", "f,cold"] * 2)
NUMBERED = ("sex,ill,wave", *(f"{row},{7000 + 13 * n}" for n, row in enumerate(FOURS[1:] * 10)))
PAID_EXACTLY = ("sex,ill,pay", *(f"{row},{900 + 13 * n}.{n + 10}" for n, row in enumerate(FOURS[1:] * 10)))
BORN = (
    "sex,ill,d,m,y",
    *(f"{row},{n % 28},{n % 12},{1950 + n % 20}" for n, row in enumerate(FOURS[1:] * 10)),
)
DIGITS = ("sex,ill", "m,1", "m,1.0", "m,01", "f,1", "f,2", "f,3")
NUMBERS = ("sex,pay,x", *(f"{'mf'[n % 2]},{1000 + 37 * (n * n % 97)},{n * n % 89}.5" for n in range(60)))
PAID = ("sex,ill,pay", *(f"{row},{1000 + 37 * n * n}" for n, row in enumerate(ALIKE[1:])))
PAID_PEOPLE = {**PEOPLE, "pay": {"role": "other", "level": "continuous"}}
FOURS_PAID = ("sex,ill,pay", *(f"{row},{100 + 37 * n * n % 97}" for n, row in enumerate([*FOURS[1:]] * 5)))
PAY_NOISE = {"variables": ["pay"], "amount": 5, "tolerable_risk": 0.9}
STAYS = {"m": {"m": 0.5, "f": 0.5}, "f": {"m": 0, "f": 1}}  # nobody is drawn to be a man
NAMED = ("name,sex", *(f"person {n},{'mf'[n % 2]}" for n in range(12)))  # nobody gave `name` a role
K3 = {"kind": "k_anonymity", "k": 3}
K1 = {"kind": "k_anonymity", "k": 1}
L2 = {"kind": "distinct_l_diversity", "l": 2, "attribute": "ill"}
L1 = {"kind": "distinct_l_diversity", "l": 1, "attribute": "ill"}
L3 = {"kind": "distinct_l_diversity", "l": 3, "attribute": "ill"}
T = {"kind": "t_closeness", "t": 0.2, "attribute": "ill", "distance": "equal"}
AVERAGE = {"kind": "average_risk", "max": 0.3}
MS = {"sex": {"kind": "order", "groups": [{"m": "any", "f": "any", "x": "any"}]}}


def _people(grade, rows, kind, params, **more) -> Known:
    return Known(grade, rows, kind, params, PEOPLE, **more)


def _of_table(grade, criterion) -> Known:  # the records as the people
    return _people(grade, FOURS, "risk", {"criteria": [criterion], "population": {"table": "data.csv"}})


def _table(grade, rows, params, **more) -> Known:
    names = [{"variable": "r"}, {"variable": "c"}]
    return Known(grade, rows, "table", {"dimensions": names, **params}, **more)


def _inline(grade, params) -> Known:
    return Known(grade, ("none", "1"), "audit", params)


# tables of counts: five records in each cell; one cell with a single record; a row with all in one cell
FULL = ("r,c", *(f"{r},{c}" for r in "abc" for c in "xyz" for _ in range(5)))
FEW = ("r,c", *(f"{r},{c}" for r in "abc" for c in "xyz" for _ in range(1 if r + c == "ax" else 5)))
ONE_CELL = ("r,c", *(f"{r},{c}" for r in "ab" for c in "xyz" for _ in range(5)), *["d,x"] * 6)
FIRMS = (
    "r,c,firm,v",
    *(f"{r},{c},{r}{c}{n},{100 + 7 * n}" for r in "abc" for c in "xyz" for n in range(6)),
)
BIG = (*FIRMS, "a,x,big,90000")  # one firm has nearly all of a / x
THREE = {"kind": "threshold", "n": 3}
P10 = {"kind": "p_percent", "p": 10}
SUPPRESS = {"method": "suppression"}
FREE_NOISE = {"variables": ["pay", "x"], "amount": 0.05}
TIED = ("sex,ill", *(f"{'mf'[n % 2]},{'ab'[n % 2]}" for n in range(40)))  # sex determines the illness
HOMES = ("hh,town,sex", *(f"{n + 1},{'AB'[n % 2]},{'mf'[n // 2 % 2]}" for n in range(24)))
LONE_HOME = (*HOMES, "25,A,x")
IN_HOMES = {"hh": {"role": "household"}, "town": KEY, "sex": KEY}
SWAPPED = {"hierarchy": ["town"], "k": 2, "rate": 0.1}
FREE_ROUNDING = {"variables": ["pay", "x"], "base": 10}
FREE_DIGITS = {"variables": ["pay", "x"], "digits": 2}
HARDLY = {"method": "cell_key", "variance": 0.01, "maximum": 5}
PRIVATE = {
    "dimensions": [{"variable": "r"}, {"variable": "c"}],
    "codes": {"r": ["a", "b", "c"], "c": ["x", "y", "z"]},
}
NO_LEVELS = {"cell": ["a", "x"], "upper": 0, "lower": 0}
OPEN_TABLE = {"rows": ["a", "b", "c"], "columns": ["x", "y"]}
HOLES = [[4, None, None], [12, None, None], [9, None, None], [25, None, None]]

# outputs that a researcher submits: the file itself
COUNTED = ("Number of persons,2020,2021", "North,52,61", "South,73,80")
COUNTED_FEW = (*COUNTED, "East,7,80")
RELEASED = table_id(sha256(("\n".join(COUNTED) + "\n").encode()).hexdigest(), "", "B2:C3")
LEDGER = {"ledger": "p.ledger", "head": "heads/p.head"}


def _outputs(grade: str, rows: Sequence[str], decided: bool = True, **params: Any) -> Known:
    decisions = [{"table": RELEASED, "verdict": "release", "by": "A"}] if decided else []
    return Known(grade, rows, "output_check", {"outputs": ["data.csv"], "decisions": decisions, **params})


KNOWN: Mapping[str, Known] = {
    # outputs: findings, what is undecided, earlier releases, one person
    "output decided and compared": _outputs(SAFE, COUNTED, **LEDGER),
    "output not compared": _outputs(RESERVED, COUNTED),
    "output of one person": _outputs(RESERVED, COUNTED, four_eyes=False, **LEDGER),
    "output undecided": _outputs(OPEN, COUNTED, decided=False, **LEDGER),
    "output with few persons": _outputs(UNSAFE, COUNTED_FEW, decided=False, **LEDGER),
    # generalise: each criterion on the classes released
    "criteria met": _people(SAFE, FOURS, "generalise", {"criteria": [K3, L2]}),
    "closeness met": _people(SAFE, FOURS, "generalise", {"criteria": [K3, T]}),
    "criteria that require nothing": _people(OPEN, FOURS, "generalise", {"criteria": [K1, L1]}),
    "average risk met": _people(SAFE, FOURS, "generalise", {"criteria": [AVERAGE, L2]}),
    "one value disclosed": _people(UNSAFE, ALIKE, "generalise", {"criteria": [K3]}),
    "one value almost disclosed": _people(RESERVED, ALMOST, "generalise", {"criteria": [K3]}),
    "two spellings of one value": _people(RESERVED, SPELT, "generalise", {"criteria": [K3, L2]}),
    "one record alone suppressed": _people(
        UNSAFE, ALONE, "generalise", {"criteria": [K3, L2], "suppression_limit": 0.2}
    ),
    # variables without a condition: what the released file shows of them
    "an unnamed number released unchanged": Known(
        UNSAFE, NUMBERED, "generalise", {"criteria": [K3, L2]}, {**PEOPLE, "wave": OTHER}
    ),
    "an amount with cents released unchanged": Known(
        RESERVED, PAID_EXACTLY, "generalise", {"criteria": [K3, L2]}, PEOPLE
    ),
    "an amount with cents, given as sensitive": Known(
        RESERVED, PAID_EXACTLY, "generalise", {"criteria": [K3, L2]}, {**PEOPLE, "pay": SENSITIVE}
    ),
    "a birthday in three parts": Known(
        RESERVED, BORN, "local_suppression", {"k": 3}, {**PEOPLE, **dict.fromkeys(("d", "m", "y"), OTHER)}
    ),
    # recode and anopi: only what suppression of rare records requires
    "recoded, nothing required": _people(OPEN, FOURS, "recode", {"levels": {}}),
    "recoded, one record alone": _people(UNSAFE, ALONE, "recode", {"levels": {}}),
    "recoded, rare records suppressed": _people(UNSAFE, ALONE, "recode", {"levels": {}, "suppress_below": 3}),
    "recoded, rare values suppressed": _people(
        UNSAFE, ALONE, "recode", {"levels": {}, "suppress_below": 3, "suppress": "cells"}
    ),
    "recoded, one value disclosed": _people(UNSAFE, ALIKE, "recode", {"levels": {}, "suppress_below": 3}),
    # local suppression
    "values suppressed": _people(SAFE, ALONE, "local_suppression", {"k": 3, "suppressed_records": "delete"}),
    "values suppressed, one value disclosed": _people(UNSAFE, ALIKE, "local_suppression", {"k": 3}),
    "numbers suppressed locally": Known(
        RESERVED,
        ("sex,pay", *(f"{'mf'[n % 2]},{100 + n // 10}.5" for n in range(40))),
        "local_suppression",
        {"k": 3, "key_variables": ["sex", "pay"]},
        {"sex": KEY, "pay": KEY},
    ),
    "numbers left out of local suppression": Known(
        UNSAFE,
        ("sex,pay", *(f"{'mf'[n % 2]},{100 + n}.5" for n in range(40))),
        "local_suppression",
        {"k": 3},
        {"sex": KEY, "pay": KEY},
    ),
    # microaggregation
    "grouped by three": Known(SAFE, NUMBERS, "microaggregate", {"k": 3}, {**NUMERIC, "sex": OTHER}),
    "grouped by one": Known(OPEN, NUMBERS, "microaggregate", {"k": 1}, NUMERIC),
    "grouped one by one": Known(
        UNSAFE, NUMBERS, "microaggregate", {"k": 3, "blocks": [["pay"], ["x"]]}, NUMERIC
    ),
    "numbers of no role grouped": Known(
        OPEN, NUMBERS, "microaggregate", {"k": 3, "variables": ["pay", "x"]}, FREE
    ),
    "numbers grouped, risk tolerated": Known(
        SAFE, NUMBERS, "microaggregate", {"k": 30, "variables": ["pay", "x"], "tolerable_risk": 0.9}, FREE
    ),
    "numbers grouped, any risk tolerated": Known(
        OPEN, NUMBERS, "microaggregate", {"k": 3, "variables": ["pay", "x"], "tolerable_risk": 1}, FREE
    ),
    "numbers grouped, risk too high": Known(
        UNSAFE, NUMBERS, "microaggregate", {"k": 3, "variables": ["pay", "x"], "tolerable_risk": 0.1}, FREE
    ),
    # values changed by chance: the largest risk left open
    "noise, no tolerable risk": Known(OPEN, NUMBERS, "noise", FREE_NOISE, FREE),
    "noise, risk too high": Known(UNSAFE, NUMBERS, "noise", {**FREE_NOISE, "tolerable_risk": 0.2}, FREE),
    "noise, risk tolerated": Known(
        SAFE, NUMBERS, "noise", {**FREE_NOISE, "amount": 5, "tolerable_risk": 0.9}, FREE
    ),
    "noise, any risk tolerated": Known(OPEN, NUMBERS, "noise", {**FREE_NOISE, "tolerable_risk": 1}, FREE),
    "noise beside one value disclosed": Known(
        UNSAFE, PAID, "noise", {"variables": ["pay"], "amount": 5, "tolerable_risk": 0.9}, PAID_PEOPLE
    ),
    "swapped, no tolerable risk": Known(OPEN, NUMBERS, "swap", {"variables": ["pay", "x"], "range": 3}, FREE),
    "swapped, risk too high": Known(
        UNSAFE, NUMBERS, "swap", {"variables": ["pay", "x"], "range": 3, "tolerable_risk": 0.2}, FREE
    ),
    "top coded, no tolerable risk": Known(
        OPEN, NUMBERS, "top_code", {"bounds": {"pay": {"top": 4000}}}, FREE
    ),
    "top coded, risk too high": Known(
        UNSAFE, NUMBERS, "top_code", {"bounds": {"pay": {"top": 4000}}, "tolerable_risk": 0.2}, FREE
    ),
    "rounded, no tolerable risk": Known(OPEN, NUMBERS, "rounding", FREE_ROUNDING, FREE),
    "rounded, risk too high": Known(
        UNSAFE, NUMBERS, "rounding", {**FREE_ROUNDING, "tolerable_risk": 0.2}, FREE
    ),
    "rounded widely, risk tolerated": Known(
        SAFE, NUMBERS, "rounding", {**FREE_ROUNDING, "base": 10000, "tolerable_risk": 0.9}, FREE
    ),
    "rounded at random, any risk tolerated": Known(
        OPEN, NUMBERS, "rounding", {**FREE_ROUNDING, "method": "random", "tolerable_risk": 1}, FREE
    ),
    "first digits, no tolerable risk": Known(OPEN, NUMBERS, "significant_digits", FREE_DIGITS, FREE),
    "first digits, risk too high": Known(
        UNSAFE, NUMBERS, "significant_digits", {**FREE_DIGITS, "tolerable_risk": 0.2}, FREE
    ),
    "one digit, risk tolerated": Known(
        SAFE, NUMBERS, "significant_digits", {**FREE_DIGITS, "digits": 1, "tolerable_risk": 0.9}, FREE
    ),
    "synthetic, no limits": Known(OPEN, FOURS, "synthesise", {}, PEOPLE),
    "synthetic, everything attributed": Known(
        UNSAFE, TIED, "synthesise", {"tolerable_attribution": 0.1, "tolerable_replicated": 0.1}, PEOPLE
    ),
    "synthetic, one limit only": Known(RESERVED, FOURS, "synthesise", {"tolerable_attribution": 0.9}, PEOPLE),
    "households swapped": Known(SAFE, HOMES, "swap_households", SWAPPED, IN_HOMES),
    "households swapped, none rare": Known(OPEN, HOMES, "swap_households", {**SWAPPED, "k": 0}, IN_HOMES),
    "households swapped, one rare everywhere": Known(
        RESERVED, LONE_HOME, "swap_households", SWAPPED, IN_HOMES
    ),
    "households swapped, risk too high": Known(
        UNSAFE, LONE_HOME, "swap_households", {**SWAPPED, "tolerable_risk": 0.5}, IN_HOMES
    ),
    "categories drawn, no tolerable risk": Known(
        OPEN, FOURS, "pram", {"variables": ["sex"], "retain": 0.8}, PEOPLE
    ),
    "categories drawn, risk too high": Known(
        UNSAFE, FOURS, "pram", {"variables": ["sex"], "retain": 0.8, "tolerable_risk": 0.5}, PEOPLE
    ),
    "categories drawn, risk tolerated": Known(
        SAFE, FOURS, "pram", {"variables": ["ill"], "retain": 0.8, "tolerable_risk": 0.95}, PEOPLE
    ),
    "categories drawn, any risk tolerated": Known(
        OPEN, FOURS, "pram", {"variables": ["sex"], "retain": 1, "tolerable_risk": 1}, PEOPLE
    ),
    "categories hardly drawn, one value disclosed": Known(
        UNSAFE, ALIKE, "pram", {"variables": ["sex"], "retain": 0.8, "tolerable_risk": 0.9}, PEOPLE
    ),
    "categories drawn one way only": Known(
        UNSAFE,
        FOURS,
        "pram",
        {"variables": ["sex"], "matrix": {"sex": STAYS}, "tolerable_risk": 0.9},
        {"sex": OTHER, "ill": SENSITIVE},
    ),
    "unique keys beside noise": Known(
        UNSAFE,
        ("age,pay", *(f"{n},{1000 + 37 * (n * n % 97)}" for n in range(60))),
        "noise",
        {"variables": ["pay"], "amount": 5, "tolerable_risk": 0.9},
        {"age": KEY, "pay": {"role": "other", "level": "continuous"}},
    ),
    "recoded after noise with too high a risk": Known(
        UNSAFE,
        NUMBERS,
        "recode",
        {"levels": {}, "suppress_below": 3},
        {**FREE, "sex": KEY},
        before=[{"name": "n", "kind": "noise", "params": {**FREE_NOISE, "tolerable_risk": 0.2}}],
        reads="n",
    ),
    "recoded after noise without a tolerable risk": Known(
        OPEN,
        NUMBERS,
        "recode",
        {"levels": {}, "suppress_below": 3},
        {**FREE, "sex": KEY},
        before=[{"name": "n", "kind": "noise", "params": FREE_NOISE}],
        reads="n",
    ),
    "rare records suppressed after noise": Known(
        SAFE,
        (*FOURS_PAID, "x,flu,900"),
        "recode",
        {"levels": {}, "suppress_below": 3, "suppressed_records": "delete"},
        PAID_PEOPLE,
        before=[{"name": "n", "kind": "noise", "params": PAY_NOISE}],
        reads="n",
    ),
    # prepare, and a measure on what it wrote
    "prepared, nothing required": _people(
        OPEN, FOURS, "prepare", {"steps": [{"rename": {"ill": "disease"}}]}
    ),
    # measures
    "risk measured": _people(OPEN, FOURS, "risk", {}),
    "risk tolerated": _people(SAFE, FOURS, "risk", {"tolerable": 0.25}),
    "any risk tolerated": _people(OPEN, FOURS, "risk", {"tolerable": 1}),
    "risk too high": _people(UNSAFE, FOURS, "risk", {"tolerable": 0.2}),
    "criteria of a file met": _people(SAFE, FOURS, "risk", {"criteria": [K3, L2]}),
    "criteria of a file not met": _people(UNSAFE, ALONE, "risk", {"criteria": [K3]}),
    "a blank is no second value": _people(UNSAFE, BLANK, "risk", {"criteria": [L2]}),
    "one number in three spellings": Known(
        UNSAFE,
        DIGITS,
        "risk",
        {"criteria": [L3]},
        {"sex": KEY, "ill": {"role": "sensitive", "level": "ordinal"}},
    ),
    "one record passes nothing": _people(UNSAFE, ("sex,ill", "m,flu"), "risk", {"criteria": [K1]}),
    "curve of a variable": Known(
        OPEN,
        NUMBERS,
        "cae",
        {"attribute": "pay"},
        {**FREE, "pay": {"role": "sensitive", "level": "continuous"}},
    ),
    "curve of pasted values": Known(OPEN, ("none", "1"), "cae", {"values": [1, 3, 8, 9]}),
    "experiment on sampling": Known(
        OPEN,
        NUMBERS,
        "cae_experiment",
        {
            "technique": "sampling",
            "parameters": [50],
            "repeats": 2,
            "seed": 1,
            "data": "data",
            "attribute": "pay",
        },
        {**FREE, "pay": {"role": "sensitive", "level": "continuous"}},
    ),
    # tables of counts
    "no rule, no protection": _table(OPEN, FULL, {}),
    "no rule, suppression": _table(OPEN, FEW, {"protect": SUPPRESS}),
    "no cell is unsafe": _table(SAFE, FULL, {"rules": [THREE]}),
    "unsafe cells unprotected": _table(UNSAFE, FEW, {"rules": [THREE]}),
    "unsafe cells suppressed": _table(SAFE, FEW, {"rules": [THREE], "protect": SUPPRESS}),
    "suppressed by the fast method": _table(
        SAFE, FEW, {"rules": [THREE], "protect": {**SUPPRESS, "solver": "fast"}}
    ),
    "rules that no cell can break": _table(OPEN, FEW, {"rules": [{"kind": "threshold", "n": 1}]}),
    "any count may be certain": _table(OPEN, FEW, {"protect": {**HARDLY, "most_certain": 1}}),
    "all of a row in one cell": _table(RESERVED, ONE_CELL, {"rules": [THREE]}),
    "rounded to base 5": _table(SAFE, FEW, {"rules": [THREE], "protect": {"method": "rounding", "base": 5}}),
    "counts by cell key, hardly changed": _table(UNSAFE, FEW, {"rules": [THREE], "protect": HARDLY}),
    "counts by cell key, often unchanged": _table(
        UNSAFE, FEW, {"protect": {**HARDLY, "most_certain": 1, "most_stay": 0.5}}
    ),
    "counts by cell key, as shares": _table(
        UNSAFE, FULL, {"protect": {**HARDLY, "variance": 2, "ratio": {"share_of": "r"}}}
    ),
    # tables of amounts
    "amounts, no cell is unsafe": _table(SAFE, FIRMS, {"value": "v", "rules": [P10]}),
    "amounts, one firm dominates": _table(UNSAFE, BIG, {"value": "v", "rules": [P10]}),
    "amounts suppressed": _table(
        SAFE, BIG, {"value": "v", "rules": [P10], "protect": {**SUPPRESS, "holding": "firm"}}
    ),
    "amounts, whole of a cell allowed": _table(
        OPEN, BIG, {"value": "v", "rules": [{"kind": "dominance", "n": 1, "k": 100}]}
    ),
    "amounts suppressed, levels lowered": _table(
        RESERVED,
        BIG,
        {"value": "v", "rules": [P10], "protect": SUPPRESS, "cells": [NO_LEVELS]},
    ),
    "contributors not examined": _table(
        OPEN, BIG, {"value": "v", "rules": [P10], "protect": {**SUPPRESS, "insiders": "ignore"}}
    ),
    # audits
    "audit of a table with holes": _inline(
        OPEN,
        {"table": {**OPEN_TABLE, "values": [[4, 11, 15], [None, None, 15], [None, None, 25], [25, 30, 55]]}},
    ),
    "audit finds a disclosed cell": _inline(
        UNSAFE,
        {
            "table": {
                "rows": ["a", "b"],
                "columns": ["x", "y"],
                "values": [[1, None, 3], [4, 5, 9], [5, 7, 12]],
            }
        },
    ),
    "audit against any risk": _inline(
        OPEN,
        {
            "table": {
                **OPEN_TABLE,
                "values": [[4, 11, 15], [None, None, 15], [None, None, 25], [25, 30, 55]],
            },
            "max_risk": 1,
        },
    ),
    "audit against a highest risk": _inline(
        UNSAFE,
        {
            "table": {
                **OPEN_TABLE,
                "values": [[4, 11, 15], [None, None, 15], [None, None, 25], [25, 30, 55]],
            },
            "max_risk": 0.1,
        },
    ),
    "linked tables measured": Known(
        OPEN, FULL, "linked_audit", {"dimensions": ["r", "c"], "scenarios": [[["r"]], [["r"], ["c"]]]}
    ),
    "k-map by a table": _of_table(RESERVED, {"kind": "k_map_table", "k": 4}),
    "presence by a table": _of_table(UNSAFE, {"kind": "delta_presence", "max": 0.5}),
    "uniqueness": _of_table(RESERVED, {"kind": "population_uniqueness", "max": 0.1, "size": 100}),
    "k-map by the size of the population": _people(
        RESERVED, FOURS, "risk", {"criteria": [{"kind": "k_map", "k": 4, "size": 8}]}
    ),
    # differentially private tables: a budget is never safe
    "private table without a limit": Known(OPEN, FULL, "private_table", PRIVATE),
    "private table within its limit": Known(RESERVED, FULL, "private_table", {**PRIVATE, "most_epsilon": 4}),
    # utility: it never speaks for a release; synthetic records can speak against it
    "utility measured": _people(OPEN, OFTEN, "utility", {"released": "data.csv"}),
    "synthetic records within the limits": _people(
        OPEN, OFTEN, "utility", {"released": "data.csv", "synthetic": True, **TOLERATED}
    ),
    "synthetic records attribute too much": _people(
        UNSAFE, OFTEN_ALIKE, "utility", {"released": "data.csv", "synthetic": True, **TOLERATED}
    ),
    # release queue
    "queue simulated": Known(
        OPEN,
        ("age,town", *(f"{n % 4},{'ab'[n % 2]}" for n in range(40))),
        "release",
        {"attribute": "age", "target": "town", "tests": ["KLD"], "orders": 2, "draws": 200},
        {"age": {"role": "other", "level": "ordinal"}},
    ),
    "file assessed, tests hold": Known(
        SAFE,
        ("age,town", *(f"{n % 3},{town}" for town in "ab" for n in range(90))),
        "release",
        {"attribute": "age", "target": "town", "tests": ["KLD"], "assess_only": True, "alpha": 0.05},
        {"age": {"role": "other", "level": "ordinal"}},
    ),
    "file assessed, a target too small to test": Known(
        RESERVED,
        ("age,town", "0,c", "1,c", *(f"{n % 3},{town}" for town in "ab" for n in range(90))),
        "release",
        {"attribute": "age", "target": "town", "tests": ["CST"], "assess_only": True, "alpha": 0.05},
        {"age": {"role": "other", "level": "ordinal"}},
    ),
    "file assessed, a test fails": Known(
        UNSAFE,
        ("age,town", *["0,a"] * 60, *(f"{n % 3},b" for n in range(180))),
        "release",
        {"attribute": "age", "target": "town", "tests": ["KLD"], "assess_only": True, "alpha": 0.05},
        {"age": {"role": "other", "level": "ordinal"}},
    ),
}
