"""What released synthetic records reveal of a target to an intruder who knows a person's key values.

Sources: Taub and Elliot (2019), correct attribution probability; Raab, Nowok and Dibben (2024), replicated
uniques and disclosive in synthetic, correct in original. All figures are shares from 0 to 1 of the original
records, but for the baseline.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.data.store.packed_codes import distinct_rows
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector, row_numbers

_CELLS = 4_000_000  # of a block of distances


@dataclass(frozen=True)
class Attribution:
    """The figures of attribution, each a share from 0 to 1.

    ``replicated_uniques``: originals unique by their keys whose keys a single released record has.
    ``matched``: originals whose keys occur among the released. ``disco``: originals whose keys have a single
    target value among the released, and the right one. ``tcap``: that by ``matched``; ``tcap_pure``: by the
    share of originals with such keys. ``dcap``: mean probability that a matching released record has the
    right value; ``gcap``: the same with the nearest released records where none matches. ``cap_original``:
    the same within the originals; ``base``: with two random originals.
    """

    replicated_uniques: float
    matched: float
    disco: float
    tcap: float
    tcap_pure: float
    dcap: float
    gcap: float
    cap_original: float
    base: float


def attribution(
    keys: Integers,
    target: Integers,
    released_keys: Integers,
    released_target: Integers,
    checkpoint: Callable[[], None],
) -> Attribution:
    """The figures for keys (records, variables) and targets (records,) in the same codes on both sides."""
    n, m = len(target), len(released_target)
    both = np.concatenate((keys, released_keys))
    number, count = row_numbers(both, [int(column.max(initial=0)) + 1 for column in both.T])
    ours, theirs = number[:n], number[n:]
    values = int(max(target.max(initial=0), released_target.max(initial=0))) + 1
    d_k, s_k = np.bincount(ours, minlength=count), np.bincount(theirs, minlength=count)
    pair = np.concatenate((ours * values + target, theirs * values + released_target))
    cells, place = np.unique(pair, return_inverse=True)
    d_kt = np.bincount(place[:n], minlength=len(cells)).astype(np.float64)
    s_kt = np.bincount(place[n:], minlength=len(cells)).astype(np.float64)
    key_of, value_of = cells // values, cells % values
    s_of = s_k[key_of]
    pure = (s_kt == s_of) & (s_of > 0)
    pure_keys = np.zeros(count, dtype=np.bool_)
    pure_keys[key_of[pure]] = True
    matched = float(d_k[s_k > 0].sum() / n)
    disco = float(d_kt[pure].sum() / n)
    pure_share = float(d_k[pure_keys].sum() / n)
    dcap = float(np.divide(d_kt * s_kt, s_of, out=np.zeros(len(cells)), where=s_of > 0).sum() / n)
    lonely = np.flatnonzero((d_k > 0) & (s_k == 0))
    nearest = _nearest(both, number, lonely, released_keys, released_target, values, checkpoint) if m else {}
    further = sum(
        float((d_kt[here] * nearest[int(key)][value_of[here]]).sum())
        for key in lonely.tolist()
        if int(key) in nearest
        for here in [np.flatnonzero(key_of == key)]
    )
    return Attribution(
        replicated_uniques=float(((d_k == 1) & (s_k == 1)).sum() / n),
        matched=matched,
        disco=disco,
        tcap=disco / matched if matched else 0.0,
        tcap_pure=disco / pure_share if pure_share else 0.0,
        dcap=dcap,
        gcap=dcap + further / n,
        cap_original=float((d_kt**2 / np.maximum(d_k[key_of], 1)).sum() / n),
        base=float(((np.bincount(target) / n) ** 2).sum()),
    )


def _nearest(
    both: Integers,
    number: Integers,
    lonely: Integers,
    released_keys: Integers,
    released_target: Integers,
    values: int,
    checkpoint: Callable[[], None],
) -> dict[int, Vector]:
    """For each key without a released record the shares of the target among those that differ in the fewest
    variables, (values,).
    """
    rows, which, _ = distinct_rows(released_keys)
    shares = np.zeros((len(rows), values))
    np.add.at(shares, (which, released_target), 1.0)
    first = np.full(int(number.max()) + 1, -1, dtype=np.int64)
    first[number[::-1]] = np.arange(len(number))[::-1]
    wanted, found = both[first[lonely]], {}
    step = max(1, _CELLS // max(len(rows), 1))
    for start in range(0, len(wanted), step):
        checkpoint()
        block = wanted[start : start + step]
        far = np.zeros((len(block), len(rows)), dtype=np.int16)
        for column in range(both.shape[1]):
            far += block[:, column, None] != rows[None, :, column]
        for place, distances in enumerate(far):
            near = shares[distances == distances.min()].sum(axis=0)
            found[int(lonely[start + place])] = near / near.sum()
    return found
