"""Confidential attribute equivocation as the source writes it down, and by trying every cut."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log2


def weight(share: float) -> float:
    """P log2(1/P), 0 for 0."""
    return share * log2(1 / share) if share > 0 else 0.0


def algorithm_1(values: Sequence[int], probabilities: Sequence[float]) -> list[float]:
    """Algorithm 1 of Alfalayleh & Brankovic 2014, line by line: H(0), H(1), ..., H(x_n - x_1)."""
    n = len(values)
    x, p = [0, *values], [0.0, *probabilities]  # counted from 1
    before = [sum(weight(p[k]) for k in range(1, i + 1)) for i in range(n + 1)]
    found = [before[n]]
    for eps in range(1, values[-1] - values[0] + 1):
        now = [0.0, weight(p[1])] + [0.0] * (n - 1)
        for i in range(2, n + 1):
            j, partial = i, 0.0
            now[i] = before[i]
            while j != 0 and x[i] - x[j] <= eps:
                partial += p[j]
                now[i] = min(now[i], weight(partial) + now[j - 1])
                j -= 1
        found.append(now[n])
        before = now
    return found


def cuts(n: int) -> Iterator[list[int]]:
    """Every way to cut n values into runs: the borders, from 0 to n."""
    for chosen in range(2 ** (n - 1)):
        yield [0, *(i + 1 for i in range(n - 1) if chosen >> i & 1), n]


def brute_force(values: Sequence[float], probabilities: Sequence[float], eps: float) -> float:
    """H(eps) as the definition says: the least entropy over every cut whose runs are no wider than eps."""
    n = len(values)
    allowed = eps + 1e-12 * (values[-1] - values[0])
    return min(
        sum(weight(sum(probabilities[i:j])) for i, j in pairwise(borders))
        for borders in cuts(n)
        if all(values[j - 1] - values[i] <= allowed for i, j in pairwise(borders))
    )


def plain_programme(values: Sequence[float], probabilities: Sequence[float], eps: float) -> float:
    """H(eps) by the recurrence, every window of every value tried: for more values than can be cut."""
    cumulated = [0.0]
    for probability in probabilities:
        cumulated.append(cumulated[-1] + probability)
    allowed = eps + 1e-12 * (values[-1] - values[0])
    best = [0.0]
    for i in range(len(values)):
        starts = (j for j in range(i + 1) if values[i] - values[j] <= allowed)
        best.append(min(best[j] + weight(cumulated[i + 1] - cumulated[j]) for j in starts))
    return best[-1]
