"""The one source of every draw that protects: streams and single draws that follow from a secret.

Stream: block b (from 0) of a label is SHAKE-256(length of key, key, length of label, label, b), lengths as
two bytes and b as eight, big endian; 8,192 bytes are 1,024 words of 64 bits, big endian. A label is ``sdc1``,
purpose, job and variable joined by U+001F. A uniform number is ((word >> 11) + 1/2) / 2^53, a normal number
the inverse normal distribution of a uniform one. Any part of a stream is computed without those before it.

Draws that belong to one record are HMAC-SHA-256 of its identifier: of the label and the identifier joined by
U+001F, or, for the record keys of tables, of the identifier alone (it has no job: tables share them).

Sources: FIPS 202 (SHAKE-256), FIPS 198-1 (HMAC).
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan_secrets import ALL, Secret
from sdc_desktop.engine.problems import Place, Refused, error

Words = npt.NDArray[np.uint64]
Integers = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float64]

SEPARATOR = "\x1f"
KEY_PARTS = 2**32  # record keys are whole numbers of these parts of 1
_BLOCK_WORDS = 1024
_BLOCK_BYTES = 8 * _BLOCK_WORDS
_RECORDS_BETWEEN = 20_000  # macs between two looks whether to stop


def label(purpose: str, job: str, variable: str) -> bytes:
    """The label of a stream, and the beginning of the message of a draw of one record."""
    return SEPARATOR.join(("sdc1", purpose, job, variable)).encode("utf-8")


@dataclass(frozen=True)
class SecretStream:
    """The draws of one key and label. Every part of it is a function of its place."""

    key: bytes = field(repr=False)
    label: bytes

    def words(self, start: int, count: int) -> Words:
        """The words start .. start + count - 1, (count,)."""
        first, last = start // _BLOCK_WORDS, -(-(start + count) // _BLOCK_WORDS)
        begun = hashlib.shake_256(_with_length(self.key) + _with_length(self.label))
        blocks = bytearray()
        for block in range(first, last):
            state = begun.copy()
            state.update(block.to_bytes(8, "big"))
            blocks += state.digest(_BLOCK_BYTES)
        found = np.frombuffer(blocks, dtype=">u8").astype(np.uint64)
        return found[start - first * _BLOCK_WORDS :][:count]

    def uniforms(self, start: int, count: int) -> Vector:
        """Uniform numbers above 0 and below 1, (count,)."""
        drawn = ((self.words(start, count) >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53
        return np.minimum(drawn, 1 - 2.0**-53)  # the greatest would be rounded to 1

    def normals(self, start: int, count: int) -> Vector:
        """Standard normal numbers, (count,)."""
        from scipy.special import ndtri  # a slow import

        return np.asarray(ndtri(self.uniforms(start, count)))

    def integers(self, count: int, limit: int) -> Integers:
        """Whole numbers 0 .. limit - 1, (count,), each equally probable: words beyond the last whole multiple
        of `limit` are passed over. ValueError for a limit beyond 1 .. 2^63.
        """
        if not 1 <= limit <= 2**63:
            raise ValueError(limit)
        beyond = 2**64 // limit * limit - 1  # the last word that counts
        found, place = np.empty(0, dtype=np.uint64), 0
        while len(found) < count:
            drawn = self.words(place, count - len(found))
            place += len(drawn)
            found = np.concatenate((found, drawn[drawn <= np.uint64(beyond)]))
        return (found % np.uint64(limit)).astype(np.int64)

    def permutation(self, count: int) -> Integers:
        """The numbers 0 .. count - 1 in a random order, (count,): that of their words. Ties, once in 2^64
        pairs, are by number.
        """
        return np.argsort(self.words(0, count), kind="stable").astype(np.int64)

    def choice(self, count: int, chosen: int) -> Integers:
        """This many different numbers below `count`, ascending, (chosen,). ValueError where there are
        fewer.
        """
        if not 0 <= chosen <= count:
            raise ValueError(chosen)
        return np.sort(self.permutation(count)[:chosen])

    def one_by_one(self) -> Iterator[float]:
        """The uniform numbers, one after another, without end."""
        place = 0
        while True:
            yield from self.uniforms(place, _BLOCK_WORDS).tolist()
            place += _BLOCK_WORDS


def stream(context: JobContext, purpose: str, variable: str = "") -> SecretStream:
    """The draws of the job at work. Raises :class:`Refused` where it has no secret."""
    secret = secret_of(context)
    return SecretStream(secret.key, label(purpose, secret.job, variable))


def shared_stream(context: JobContext, purpose: str) -> SecretStream:
    """Draws that every job with the same secret has in common. Raises :class:`Refused`."""
    return SecretStream(secret_of(context).key, label(purpose, "", ""))


def order_stream(secret: Secret) -> SecretStream:
    """The draws of the random order of a job's records."""
    return SecretStream(secret.key, label("order", secret.job, ""))


def secret_of(context: JobContext) -> Secret:
    """The secret of the job at work. Raises :class:`Refused` where it has none."""
    if context.secret is None:
        raise Refused(error("secret.missing", Place(key="secrets"), name=ALL))
    return context.secret


def keyed(
    secret: Secret, purpose: str, variable: str, identifiers: Sequence[str], context: JobContext
) -> npt.NDArray[np.uint64]:
    """One draw per identifier, (identifiers, 4): the words of its MAC, big endian. Raises Cancelled."""
    return keyed_with(secret.key, keyed_label(secret, purpose, variable), identifiers, context)


def keyed_label(secret: Secret, purpose: str, variable: str) -> bytes:
    """What is before the identifier in the message of a draw of one record."""
    return label(purpose, secret.job, variable) + SEPARATOR.encode("ascii")


def record_keys(key: bytes, identifiers: Sequence[str], context: JobContext) -> Integers:
    """The record keys of identifiers, in KEY_PARTS: the first four bytes of HMAC-SHA-256(key, identifier).
    The parts of an identifier are joined by U+001F. Raises Cancelled.
    """
    return (keyed_with(key, b"", identifiers, context)[:, 0] >> np.uint64(32)).astype(np.int64)


def keyed_with(
    key: bytes, begun: bytes, identifiers: Sequence[str], context: JobContext
) -> npt.NDArray[np.uint64]:
    """The words (identifiers, 4) of HMAC-SHA-256(key, begun + identifier), big endian. Raises Cancelled."""
    found = bytearray()
    for start in range(0, len(identifiers), _RECORDS_BETWEEN):
        context.checkpoint()
        for identifier in identifiers[start : start + _RECORDS_BETWEEN]:
            found += hmac.digest(key, begun + identifier.encode("utf-8"), "sha256")
    return np.frombuffer(found, dtype=">u8").astype(np.uint64).reshape(-1, 4)


def _with_length(part: bytes) -> bytes:
    return len(part).to_bytes(2, "big") + part
