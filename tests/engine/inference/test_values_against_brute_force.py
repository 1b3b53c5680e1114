"""The audit finds what an intruder finds who tries everything, record by record."""

from collections import Counter
from collections.abc import Sequence

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.columns import PairedRecords
from sdc_desktop.engine.inference.filled_classes import classes_after
from sdc_desktop.engine.inference.values import ValuesRevealed, values_revealed
from sdc_desktop.engine.spec import Level, Role
from tests.support.inference.pairs import paired_records
from tests.support.inference.plain_intruder import Column, PlainIntruder
from tests.support.inference.planted import PlantedFile, planted_file

CONTEXT = JobContext()


def texts(columns: dict[str, Column]) -> dict[str, list[str]]:
    return {name: ["*" if one is None else one for one in column] for name, column in columns.items()}


def records_of(file: PlantedFile, keys: Sequence[str] = ()) -> PairedRecords:
    roles: dict[str, Role] = dict.fromkeys(keys, "key")
    levels: dict[str, Level] = dict.fromkeys(file.released, "nominal")
    return paired_records(texts(file.original), texts(file.released), roles, levels)


def audited(file: PlantedFile) -> ValuesRevealed:
    return values_revealed(records_of(file), CONTEXT, groups=file.numbers)


def rules(revealed: ValuesRevealed) -> list[tuple[object, ...]]:
    return [
        (one.variable, one.sources, one.protected, one.filled, one.right, one.determined)
        for one in revealed.rules
    ]


def figures(revealed: ValuesRevealed) -> dict[str, tuple[object, ...]]:
    return {one.name: (one.kind, one.protected, one.filled, one.right) for one in revealed.variables}


@pytest.mark.parametrize("block", range(20))
def test_the_audit_equals_brute_force(block: int) -> None:
    for seed in range(15 * block, 15 * block + 15):
        file = planted_file(seed)
        revealed = audited(file)
        plain = PlainIntruder(*file)
        expected = plain.revealed()
        assert figures(revealed) == expected.variables, seed
        assert rules(revealed) == expected.rules, seed
        keys = list(file.released)[:2]
        after = classes_after(records_of(file, keys), revealed, 3, CONTEXT)
        assert after is not None
        assert (after.unique, after.below_k) == plain.classes(keys, expected.cells, 3), seed


def test_the_files_plant_what_tells_each_kind() -> None:
    telling: Counter[tuple[str, int]] = Counter()
    for seed in range(300):
        revealed = audited(planted_file(seed))
        kinds = {one.name: one.kind for one in revealed.variables}
        telling.update((kinds[rule.variable], len(rule.sources)) for rule in revealed.rules)
        telling["nothing", 0] += not revealed.rules
    assert all(
        telling[kind, sources] for kind in ("suppressed", "recoded", "perturbed") for sources in (1, 2)
    )
    assert telling["nothing", 0] >= 100
