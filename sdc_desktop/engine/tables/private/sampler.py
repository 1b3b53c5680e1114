"""Discrete Laplace and discrete Gaussian noise, drawn exactly: no floating-point number is used.

Source: Canonne, Kamath and Steinke 2020 (The discrete Gaussian for differential privacy), algorithms 1 to 3.
Scales are fractions, so that probabilities are exactly those of the distributions; noise of rounded
floating-point numbers would reveal values by its last digits (Mironov 2012).
"""

from fractions import Fraction
from math import isqrt
from typing import Protocol

from sdc_desktop.engine.secret_stream import SecretStream

_WORD = 64
_BLOCK = 1024  # words taken from the stream at a time


class Choices(Protocol):
    """A source of independent choices."""

    def below(self, limit: int) -> int:
        """A whole number 0 .. limit - 1, each equally probable."""

    def happens(self, probability: Fraction) -> bool:
        """True with this probability, 0 to 1."""


class StreamChoices:
    """Choices from the words of a stream, one after another: those of a job's secret."""

    def __init__(self, stream: SecretStream) -> None:
        self._stream = stream
        self._place = 0
        self._words: list[int] = []

    def below(self, limit: int) -> int:
        """A whole number 0 .. limit - 1, each equally probable: greater ones are drawn again. ValueError
        where the limit is not positive.
        """
        if limit < 1:
            raise ValueError(limit)
        bits = (limit - 1).bit_length()
        while True:
            found = 0
            for _ in range(-(-bits // _WORD)):
                found = found << _WORD | self._next()
            found &= (1 << bits) - 1
            if found < limit:
                return found

    def happens(self, probability: Fraction) -> bool:
        """True with this probability, 0 to 1."""
        return self.below(probability.denominator) < probability.numerator

    def _next(self) -> int:
        if not self._words:
            self._words = self._stream.words(self._place, _BLOCK)[::-1].tolist()
            self._place += _BLOCK
        return self._words.pop()


def bernoulli_exp(gamma: Fraction, choices: Choices) -> bool:
    """True with probability exp(-gamma), for gamma at least 0 (algorithm 1)."""
    whole, rest = divmod(gamma, 1)
    return all(_below_one(Fraction(1), choices) for _ in range(whole)) and _below_one(rest, choices)


def _below_one(gamma: Fraction, choices: Choices) -> bool:
    """True with probability exp(-gamma), for gamma from 0 to 1, by the series of exp(-gamma)."""
    step = 1
    while choices.happens(gamma / step):
        step += 1
    return step % 2 == 1


def discrete_laplace(scale: Fraction, choices: Choices) -> int:
    """A whole number x with probability proportional to exp(-|x| / scale) (algorithm 2). ValueError where
    the scale is not positive.
    """
    if scale <= 0:
        raise ValueError(scale)
    s, t = scale.denominator, scale.numerator
    while True:
        first = choices.below(t)
        if not bernoulli_exp(Fraction(first, t), choices):
            continue
        rounds = 0
        while bernoulli_exp(Fraction(1), choices):
            rounds += 1
        size = (first + t * rounds) // s
        is_negative = choices.happens(Fraction(1, 2))
        if size or not is_negative:  # 0 would be drawn twice as often
            return -size if is_negative else size


def discrete_gaussian(variance: Fraction, choices: Choices) -> int:
    """A whole number x with probability proportional to exp(-x^2 / (2 variance)) (algorithm 3). `variance`:
    the parameter, which the variance of x is not greater than. ValueError where it is not positive.
    """
    if variance <= 0:
        raise ValueError(variance)
    scale = isqrt(int(variance)) + 1
    while True:
        drawn = discrete_laplace(Fraction(scale), choices)
        gamma = (abs(drawn) - variance / scale) ** 2 / (2 * variance)
        if bernoulli_exp(gamma, choices):
            return drawn
