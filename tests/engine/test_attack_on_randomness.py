"""The attack: the program is known, the plan, and the order of the file; the secret is not.

An intruder tries every seed below 2^16, as a seed of NumPy's generators (from which an older version drew,
with seed 0 where none was set) and as a key of the program's own stream, and undoes the draw with each. This
finds no more than chance does without the program.
"""

import hashlib
from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ndtri

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.perturbation.noise import NOISE, NoiseParams
from sdc_desktop.engine.methods.perturbation.pram import PRAM, PramParams
from sdc_desktop.engine.methods.perturbation.rounding import ROUNDING, RoundingParams
from sdc_desktop.engine.methods.perturbation.swap import SWAP, SwapParams
from sdc_desktop.engine.methods.perturbation.swap.engine import swapped_ranks
from sdc_desktop.engine.methods.tables.table import engine as table_job
from sdc_desktop.engine.plan_secrets import Secret, fresh
from sdc_desktop.engine.secret_stream import SecretStream, label, record_keys
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.cell_keys.equal_variance import transition
from sdc_desktop.engine.tables.specs.table import TableParams
from tests.support.data import microdata

SEEDS = 2**16
JOB = "job"
RECORDS = 201
ALL_CELLS = 52  # of the table: 13 areas with the total, 4 statuses
MANY = 120  # the same where chance alone explains most draws
FEW = 24  # draws of each seed that the intruder compares; more only make a false find rarer
RNG = np.random.default_rng(5)
INCOMES = np.round(RNG.lognormal(10, 0.5, RECORDS), 2)
STATUS = RNG.choice(["single", "married", "widowed"], RECORDS, p=[0.3, 0.5, 0.2])
AREA = RNG.choice([f"area{number}" for number in range(12)], RECORDS)


def people() -> Source:
    data = microdata(
        {"income": [f"{value:.2f}" for value in INCOMES], "status": STATUS.tolist(), "area": AREA.tolist()},
        {"status": "key", "area": "key"},
    )
    levels = {"income": "continuous"}
    variables = tuple(replace(one, level=levels.get(one.name, one.level)) for one in data.variables)
    return Source(data.with_variables(variables), {})


def with_secret(digits: str) -> JobContext:
    return JobContext(secret=Secret.of(digits, JOB))


def keys() -> list[bytes]:
    """What a lazy officer, or the program, might have for a key: the seed in two bytes."""
    return [number.to_bytes(2, "big") for number in range(SEEDS)]


def uniforms_of_every_seed(purpose: str, variable: str, count: int = FEW) -> np.ndarray:
    """The first draws of every seed, (2 * SEEDS, count): of the older version, and of the stream."""
    old = np.array([np.random.default_rng(seed).random(count) for seed in range(SEEDS)])
    shown = label(purpose, JOB, variable)
    new = np.array([_first(key, shown, count) for key in keys()])
    return np.vstack((old, new))


def _first(key: bytes, shown: bytes, count: int = FEW) -> np.ndarray:
    # only the first words of the first block: the same bytes as SecretStream's, 8 KB less each
    message = len(key).to_bytes(2, "big") + key + len(shown).to_bytes(2, "big") + shown + bytes(8)
    words = np.frombuffer(hashlib.shake_256(message).digest(8 * count), dtype=">u8")
    return ((words >> 11).astype(np.float64) + 0.5) * 2.0**-53


def normals_of_every_seed(purpose: str, variable: str) -> np.ndarray:
    old = np.array([np.random.default_rng(seed).standard_normal(FEW) for seed in range(SEEDS)])
    shown = label(purpose, JOB, variable)
    new = ndtri(np.array([_first(key, shown) for key in keys()]))
    return np.vstack((old, new))


def test_the_intruder_draws_as_the_program_does() -> None:
    shown = label("noise", JOB, "income")
    assert _first(b"\x00\x07", shown).tolist() == SecretStream(b"\x00\x07", shown).uniforms(0, FEW).tolist()


# noise ----------------------------------------------------------------------------------------------------


def noisy(digits: str) -> np.ndarray:
    params, context = NoiseParams(variables=("income",), amount=0.3), with_secret(digits)
    return NOISE.stages.decide(params, NOISE.stages.counts(params, people(), context), context).values[0]


def residues(released: np.ndarray, drawn: np.ndarray) -> np.ndarray:
    """For each seed the largest error of the first incomes once its noise is taken away."""
    spread = 0.3 * INCOMES.std()
    left = released[:FEW] - spread * drawn
    return np.abs(left - INCOMES[:FEW]).max(axis=1)


def test_noise_cannot_be_taken_away() -> None:
    """From seed 0 all 201 incomes came back, with a largest error of 0.005."""
    drawn = normals_of_every_seed("noise", "income")
    released = noisy(fresh())
    spread = 0.3 * INCOMES.std()
    assert residues(released, drawn).min() > 0.2 * spread
    # the same attack finds a secret that is no secret, so it is one
    found = residues(noisy("0007"), drawn)
    assert found.argmin() == SEEDS + 7
    assert found.min() <= 0.0051


# rank swapping --------------------------------------------------------------------------------------------


def swapped(digits: str) -> np.ndarray:
    params, context = SwapParams(variables=("income",), range=10), with_secret(digits)
    return SWAP.stages.decide(params, SWAP.stages.counts(params, people(), context), context).values[0]


def first_partners(drawn: np.ndarray) -> np.ndarray:
    """For each seed the partner of the least rank: the only one that needs no draw before it."""
    reach = int(RECORDS * 10 / 100 + 1e-9)
    return 1 + (drawn[:, 0] * reach).astype(int)


def partners_of(number: int, key: bytes | None) -> np.ndarray:
    if key is None:
        random = np.random.default_rng(number)
        draws = iter(random.random, None)
    else:
        draws = SecretStream(key, label("swap", JOB, "income")).one_by_one()
    return swapped_ranks(RECORDS, 10.0, draws, JobContext())


def best_of_swaps(released: np.ndarray) -> int:
    """The most ranks that any seed restores. Every seed whose first partner is right is followed further."""
    order = np.argsort(INCOMES, kind="stable")
    rank_of = {value: rank for rank, value in enumerate(INCOMES[order].tolist())}
    true = np.array([rank_of[value] for value in released[order].tolist()])
    drawn = uniforms_of_every_seed("swap", "income")
    likely = np.flatnonzero(first_partners(drawn) == true[0])
    best = 0
    for place in likely.tolist():
        key = None if place < SEEDS else (place - SEEDS).to_bytes(2, "big")
        best = max(best, int((partners_of(place % SEEDS, key) == true).sum()))
    return best


def test_swaps_cannot_be_taken_back() -> None:
    """From seed 0 all 201 ranks came back."""
    assert best_of_swaps(swapped("0007")) == RECORDS
    assert best_of_swaps(swapped(fresh())) < RECORDS / 3


# random rounding ------------------------------------------------------------------------------------------


def rounded_up(digits: str) -> np.ndarray:
    """Whether each of the first incomes was rounded up, which an intruder sees who knows them."""
    params = RoundingParams(variables=("income",), base=1000, method="random")
    context = with_secret(digits)
    result = ROUNDING.stages.decide(params, ROUNDING.stages.counts(params, people(), context), context)
    return result.values[0][:MANY] > INCOMES[:MANY]


def test_known_incomes_do_not_reveal_how_others_were_rounded() -> None:
    """A seed that explains the directions of known incomes would give those of all others."""
    drawn = uniforms_of_every_seed("rounding", "income", MANY)
    made = drawn < INCOMES[:MANY] / 1000 % 1
    found = (made == rounded_up("0007")).sum(axis=1)
    assert (found.argmax(), found.max()) == (SEEDS + 7, MANY)
    assert (made == rounded_up(fresh())).sum(axis=1).max() < 0.95 * MANY


# post-randomisation ---------------------------------------------------------------------------------------


def randomised(digits: str) -> tuple[np.ndarray, np.ndarray]:
    """The released codes, and the transition matrix, which the intruder knows."""
    params, context = PramParams(variables=("status",), retain=0.6), with_secret(digits)
    result = PRAM.stages.decide(params, PRAM.stages.counts(params, people(), context), context)
    return result.codes[0], result.matrices[0]


def explains(released: np.ndarray, matrix: np.ndarray, drawn: np.ndarray) -> np.ndarray:
    """For each seed how many of the first released values it makes of the true ones."""
    texts = sorted(set(STATUS.tolist()))
    known = np.array([texts.index(value) for value in STATUS[:MANY].tolist()])
    cumulated = np.cumsum(matrix, axis=1)
    made = (drawn[:, :, None] >= cumulated[known][None, :, :]).sum(axis=2)
    return np.asarray((np.minimum(made, len(texts) - 1) == released[:MANY]).sum(axis=1))


def test_post_randomisation_cannot_be_undone() -> None:
    """From seed 0, 131 of 201 values were known with certainty."""
    drawn = uniforms_of_every_seed("pram", "status", MANY)
    released, matrix = randomised(fresh())
    assert explains(released, matrix, drawn).max() < MANY
    released, matrix = randomised("0007")
    found = explains(released, matrix, drawn)
    assert found[SEEDS + 7] == MANY


# tables ---------------------------------------------------------------------------------------------------


def table(digits: str, protect: dict[str, object]) -> tuple[np.ndarray, np.ndarray]:
    """True and published counts of every cell."""
    dimensions = [{"variable": "area"}, {"variable": "status"}]
    params, context = (
        TableParams.model_validate({"dimensions": dimensions, "protect": protect}),
        with_secret(digits),
    )
    result = table_job.decide(params, table_job.counts(params, people(), context), context)
    return np.array([c.value for c in result.cells]), np.array([c.published for c in result.cells])


def test_random_rounding_cannot_be_undone() -> None:
    protect = {"method": "rounding", "base": 5, "controlled": False, "random": True}
    shown = label("rounding", JOB, "")
    old = np.array([np.random.default_rng(seed).integers(0, 5, ALL_CELLS) for seed in range(SEEDS)])
    new = np.array([SecretStream(key, shown).integers(ALL_CELLS, 5) for key in keys()[:4096]])
    drawn = np.vstack((old, new))

    def right(digits: str) -> np.ndarray:
        true, published = table(digits, protect)
        rest = true[:ALL_CELLS] % 5
        made = true[:ALL_CELLS] - rest + 5 * (drawn < rest)
        return np.asarray((made == published[:ALL_CELLS]).sum(axis=1))

    assert right("0007")[SEEDS + 7] == ALL_CELLS
    assert right(fresh()).max() < ALL_CELLS


@pytest.mark.parametrize("identified", [False, True])
def test_noise_by_cell_key_cannot_be_taken_away(identified) -> None:
    """The seed of the keys was 0 unless it was set; then the noise of every cell followed."""
    cells = sorted({(area, status) for area, status in zip(AREA, STATUS, strict=True)})[:FEW]
    inside = np.array([[(a, s) == cell for a, s in zip(AREA, STATUS, strict=True)] for cell in cells])
    counts = inside.sum(axis=1)
    ends = [np.cumsum(transition(int(min(n, 5)), 2.0, 5)[1]) for n in counts]
    values = [transition(int(min(n, 5)), 2.0, 5)[0] for n in counts]
    protect: dict[str, object] = {"method": "cell_key", "variance": 2, "maximum": 5}
    if identified:
        protect["record_key"] = {"hash": ["income"], "repeats": "allow"}

    def noise_of(keys_of_records: np.ndarray) -> np.ndarray:
        found = (inside @ keys_of_records) % 2**32 / 2**32
        places = [int(np.searchsorted(e, f, side="right")) for e, f in zip(ends, found, strict=True)]
        return np.array([v[min(at, len(v) - 1)] for v, at in zip(values, places, strict=True)])

    def published(digits: str) -> np.ndarray:
        dimensions = [{"variable": "area"}, {"variable": "status"}]
        params = TableParams.model_validate({"dimensions": dimensions, "protect": protect})
        context = with_secret(digits)
        result = table_job.decide(params, table_job.counts(params, people(), context), context)
        by_cell = {c.coordinates: c.published - c.value for c in result.cells}
        return np.array([by_cell[cell] for cell in cells])

    def best(digits: str) -> int:
        """The most cells that any seed explains; seeds that miss one of the first three count for none."""
        seen, most = published(digits), 0
        for seed in range(SEEDS):
            drawn = np.random.default_rng(seed).integers(0, 2**32, RECORDS)
            most = max(most, _explained(drawn, seen))
        return most

    def _explained(drawn: np.ndarray, seen: np.ndarray) -> int:
        for place in range(3):
            key = int(inside[place] @ drawn) % 2**32 / 2**32
            at = min(int(np.searchsorted(ends[place], key, side="right")), len(values[place]) - 1)
            if values[place][at] != seen[place]:
                return 0
        return int((noise_of(drawn) == seen).sum())

    assert best(fresh()) < FEW
    # what the attack can do where the secret is none
    if identified:
        texts = [f"{value:.2f}" for value in INCOMES]
        drawn = record_keys(b"\x00\x07", texts, JobContext())
    else:
        drawn = (
            SecretStream(b"\x00\x07", label("cell_key", "", "")).words(0, RECORDS) >> np.uint64(32)
        ).astype(int)
    assert _explained(drawn, published("0007")) == FEW
