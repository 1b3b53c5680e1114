"""One plan with a job of every kind, on records whose confidential values are marked and never to be told."""

from pathlib import Path

from tests.support.secret import digits

HEAD = ("name", "sex", "born", "town", "illness", "pay", "debt", "seen")
SEXES = ("women", "men")
TOWNS = ("north", "south", "east", "west", "isle")
ILLNESSES = tuple(f"hush-{letter * 3}" for letter in "abcde")
SEEDS = (918273, 827364)  # of simulations
SECRETS = {"*": digits(1), "keyed": digits(2), "balance/order": digits(3)}
RECORDS = 60
LEVEL_WORDS = ("37.125", "13.375", "12349")  # of protection: p of a rule, the range of another, days
SWAPPED_HOMES = {"household": "name", "hierarchy": ["town"], "k": 2, "rate": 0.1, "risk_variables": ["sex"]}
SUBMITTED = "Place,Women,Men,Total\nP,41,52,93\nQ,63,x,137\nR,14,6,20\nTotal,118,132,250\n"
_JUMPS = (0, 1, 3, 2, 4, 0, 2)


def records() -> list[tuple[str, ...]]:
    """Sixty records; names, illnesses, pay and debt are confidential, and no number there is a round one."""
    return [
        (
            f"Hidden-{n:02}",
            SEXES[n * n % 5 % 2],
            str(1950 + n * 7 % 24),
            TOWNS[4] if n == 17 else TOWNS[n * n % 7 % 4],
            ILLNESSES[_JUMPS[n % 7]],
            f"{71013 + 977 * n + n * n % 13}.{13 + n * 17 % 80}",
            str(500003 + 7919 * (n * n % 61) + n),
            f"{2001 + n * 3 % 17}-{1 + n * 5 % 12:02}-{1 + n * 11 % 28:02}",
        )
        for n in range(RECORDS)
    ]


def secrets() -> set[str]:
    """Every cell of a direct identifier or of a sensitive variable."""
    return {cell for row in records() for cell in (row[0], *row[4:])}


def write_data(folder: Path) -> None:
    """The records, and the files that the jobs read beside them."""
    lines = [";".join(row) for row in (HEAD, *records())]
    (folder / "people.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    people = ["sex,born,town,people"]
    people += [f"{sex},{born},{town},7" for sex in SEXES for born in range(1950, 1974) for town in TOWNS]
    (folder / "population.csv").write_text("\n".join(people) + "\n", encoding="utf-8")
    levels = ["value;side;all", *(f"{town};{'land' if town != 'isle' else 'sea'};*" for town in TOWNS)]
    (folder / "towns.csv").write_text("\n".join(levels) + "\n", encoding="utf-8")
    (folder / "sexes.csv").write_text("value;all\nwomen;*\nmen;*\n", encoding="utf-8")
    (folder / "submitted.csv").write_text(SUBMITTED, encoding="utf-8")
    ills = ["value;kind", *(f"{ill};hush-kind-{at % 2}" for at, ill in enumerate(ILLNESSES))]
    (folder / "illnesses.csv").write_text("\n".join(ills) + "\n", encoding="utf-8")


def _job(name: str, kind: str, params: dict[str, object], **more: object) -> dict[str, object]:
    return {"name": name, "kind": kind, "params": params, **more}


def _steps() -> list[dict[str, object]]:
    """Steps of every kind; what they compare, replace and bound are values of respondents."""
    rows = records()
    not_ill = {"variable": "illness", "test": "not_in", "values": [ILLNESSES[4], "hush-none"]}
    owes = {"variable": "debt", "test": "at_least", "value": float(rows[0][6])}
    is_other = {"variable": "name", "test": "not_equal", "value": rows[5][0]}
    later = {"variable": "seen", "test": "more", "value": rows[9][7], "type": "date"}
    return [
        {"filter": {"any": [{"all": [not_ill, owes]}, is_other]}},
        {"filter": {"any": [later, {"variable": "pay", "test": "equal", "value": rows[8][5]}]}},
        {"derive": {"name": "wage", "of": "pay", "bands": [float(rows[20][5]), float(rows[40][5])]}},
        {"recode_missing": {"variables": ["debt"], "texts": [rows[30][6]], "to": rows[31][6]}},
        {"recode_missing": {}},
        {"shift_dates": {"variables": ["seen"], "person": "name", "days": 12349}},
        {"pseudonymise": {"variables": ["name"], "key": "key-of-names.csv"}},
        {"rename": {"illness": "trouble"}},
        {"drop": ["pay"]},
    ]


def _stated() -> dict[str, object]:
    """What is said of variables after the steps; their values are those of respondents, too."""
    return {
        "variables": {"trouble": {"role": "sensitive", "order": list(ILLNESSES), "missing": [ILLNESSES[2]]}},
        "hierarchies": {"trouble": {"kind": "levels", "path": "illnesses.csv"}},
    }


def plan_json() -> dict[str, object]:
    """The plan. Jobs on tables cross a sensitive variable, and sum another."""
    criteria = [
        {"kind": "k_anonymity", "k": 2},
        {"kind": "distinct_l_diversity", "l": 2, "attribute": "illness"},
    ]
    of_people = [
        {"kind": "k_map_table", "k": 13},
        {"kind": "journalist_risk", "max": 0.0625},
        {"kind": "delta_presence", "max": 0.4375},
        {"kind": "population_uniqueness", "max": 0.03125, "size": 6000},
    ]
    crossed = [{"variable": "town"}, {"variable": "illness"}]
    fast = {"method": "suppression", "solver": "fast"}
    paid = [{"variable": "sex"}, {"variable": "illness"}]
    rules = [
        {"kind": "p_percent", "p": 37.125},
        {"kind": "threshold", "n": 5, "range": 13.375},
        {"kind": "dominance", "n": 1, "k": 60},
    ]
    table = {"rows": ["a", "b"], "columns": ["x", "y"], "values": [[1, None, 3], [4, 5, 9], [5, 7, 12]]}
    return {
        "schema": 2,
        "data": {
            "path": "people.csv",
            "variables": {
                "name": {"role": "direct_identifier"},
                "sex": {"role": "key"},
                "born": {"role": "key", "level": "continuous"},
                "town": {"role": "key"},
                "illness": {"role": "sensitive"},
                "pay": {"role": "sensitive", "level": "continuous"},
                "debt": {"role": "sensitive", "level": "continuous"},
                "seen": {"role": "sensitive", "missing": ["", records()[3][7]]},
            },
            "hierarchies": {
                "sex": {"kind": "levels", "path": "sexes.csv"},
                "born": {"kind": "intervals", "start": 1950, "widths": [6, 12, 24], "end": 1974},
                "town": {"kind": "levels", "path": "towns.csv"},
                "illness": {"kind": "levels", "path": "illnesses.csv"},
            },
        },
        "secrets": SECRETS,
        "jobs": [
            _job(
                "risk before",
                "risk",
                {"suda_size": 2, "dis": 0.2, "criteria": criteria, "population": {"size": 6000}},
            ),
            _job(
                "balance",
                "anopi",
                {"alpha": 0.4},
                output={"path": "balanced.csv", "order": "random"},
            ),
            _job("made ready", "prepare", {"steps": _steps(), **_stated()}),
            _job(
                "by trouble",
                "table",
                {
                    "dimensions": [{"variable": "sex"}, {"variable": "trouble"}],
                    "rules": rules,
                    "protect": fast,
                },
                input="made ready",
            ),
            _job("by hand", "recode", {"levels": {"born": 2, "town": 1, "sex": 0}}),
            _job(
                "search",
                "generalise",
                {
                    "criteria": [*criteria, *of_people],
                    "population": {"table": "population.csv", "number": "people"},
                    "suppression_limit": 0.2,
                    "sensitive": ["illness"],
                },
            ),
            _job("rare cells", "local_suppression", {"k": 2}, input="by hand"),
            _job("groups", "microaggregate", {"variables": ["born"], "k": 3}),
            _job("map", "ru_map", {"max_risk": 0.4}),
            _job(
                "serves",
                "utility",
                {
                    "variables": ["sex", "town"],
                    "tables": 2,
                    "models": [{"outcome": "debt", "terms": ["sex"]}],
                    "synthetic": True,
                    "key_variables": ["sex"],
                },
                input="by hand",
            ),
            _job("diversity", "diversity_experiment", {"attribute": "illness", "l": [1.5, 2]}),
            _job("post", "pram", {"variables": ["town", "illness"], "retain": 0.7}),
            _job("places", "swap", {"variables": ["pay"], "range": 10}),
            _job("noisy", "noise", {"variables": ["pay", "debt"], "amount": 0.2}),
            _job("rounded", "rounding", {"variables": ["pay", "debt"], "base": 500, "method": "random"}),
            _job("first digits", "significant_digits", {"variables": ["pay", "debt"], "digits": 2}),
            _job("moved", "swap_households", SWAPPED_HOMES),
            _job("synthetic", "synthesise", {"least_leaf": 3, "tolerable_attribution": 0.2}),
            _job("ends", "top_code", {"bounds": {"pay": {"bottom": 75000, "top": 120000}}}),
            _job(
                "pay by illness",
                "table",
                {
                    "dimensions": paid,
                    "value": "pay",
                    "rules": rules,
                    "protect": {**fast, "link": "pay"},
                },
            ),
            _job(
                "pay by town",
                "table",
                {
                    "dimensions": [{"variable": "town", "hierarchy": False}, {"variable": "sex"}],
                    "value": "pay",
                    "rules": rules,
                    "protect": {**fast, "link": "pay"},
                },
            ),
            _job("bare", "table", {"dimensions": crossed, "value": "debt", "rules": rules}),
            _job(
                "counts",
                "table",
                {
                    "dimensions": paid,
                    "rules": [{"kind": "threshold", "n": 5}],
                    "protect": fast,
                },
            ),
            _job(
                "keyed",
                "table",
                {
                    "dimensions": paid,
                    "protect": {
                        "method": "cell_key",
                        "variance": 2,
                        "maximum": 5,
                        "monotone": True,
                        "ratio": {"share_of": "illness"},
                        "most_stay": 0.5,
                    },
                },
            ),
            _job("published", "audit", {"table": table}),
            _job(
                "linked",
                "linked_audit",
                {"dimensions": ["town", "illness"], "scenarios": [[["town"]], [["town"], ["illness"]]]},
            ),
            _job(
                "private",
                "private_table",
                {
                    "dimensions": [
                        {"variable": "sex", "hierarchy": False},
                        {"variable": "illness", "hierarchy": False},
                    ],
                    "codes": {"sex": list(SEXES), "illness": [*ILLNESSES, "hush-zzz"]},
                    "zeros": [["men", "hush-zzz"]],
                    "budget": 0.5,
                    "most_epsilon": 9,
                },
            ),
            _job("curve", "cae", {"attribute": "pay", "known": ["town"]}),
            _job("one case", "cae", {"attribute": "pay", "known": {"illness": ILLNESSES[1]}}),
            _job("left open", "cae", {"intervals": "input"}, input="counts"),
            _job(
                "samples",
                "cae_experiment",
                {
                    "technique": "sampling",
                    "attribute": "pay",
                    "domain": {"lowest": 70000, "highest": 130000, "step": 5000},
                    "parameters": [20, 50],
                    "repeats": 2,
                    "seed": SEEDS[0],
                },
            ),
            _job(
                "queue",
                "release",
                {
                    "attribute": "born",
                    "target": "illness",
                    "tests": ["MIS", "KLD"],
                    "orders": 3,
                    "draws": 1000,
                    "seed": SEEDS[1],
                },
            ),
            _job(
                "whole",
                "release",
                {"attribute": "illness", "target": "town", "assess_only": True},
            ),
            _job("submitted", "output_check", {"outputs": ["submitted.csv"], "population": "people"}),
        ],
    }
