"""The secrets that protecting draws come from: by job in a plan, or in a file of their own.

A secret consists of hexadecimal digits. ``NAME`` is the secret of the job NAME, ``NAME/order`` that of the
random order of its records, and ``*`` that of every job without one. Results, logs and reports hold the
fingerprint of a secret, never the secret.
"""

import hashlib
import hmac
import json
import secrets as system
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

ALL = "*"  # no job can be called so
ORDER = "/order"
FEWEST_DIGITS = 32  # of a secret that nobody can try out: 128 bits
_FRESH_BYTES = 32
_FEWEST_KINDS = 7  # different digits; 32 drawn ones have fewer once in 10^9 secrets
_PUBLISHED = frozenset({"96dcc575"})  # fingerprints of secrets that come with the program, for its examples
PATTERN = r"^([0-9a-fA-F]{2})+$"
MOST_DIGITS = 1024


@dataclass(frozen=True)
class SecretFacts:
    """What may be known of a secret. ``fingerprint``: 8 hexadecimal digits; None where it is weak, for a weak
    one could be found by its fingerprint.
    """

    fingerprint: str | None
    weak: bool


@dataclass(frozen=True)
class Secret:
    """A secret and the job it is used for, whose name is part of every label."""

    key: bytes = field(repr=False)
    job: str = ""

    @staticmethod
    def of(digits: str, job: str = "") -> "Secret":
        """The secret of these hexadecimal digits. Raises ValueError for other texts."""
        return Secret(bytes.fromhex(digits), job)

    @property
    def facts(self) -> SecretFacts:
        """Its fingerprint, and whether it is too short or too uniform to be a secret, or is published.

        Digits that repeat themselves count once.
        """
        digits, mark = self.key.hex(), fingerprint(self.key)
        own = (digits + digits).find(digits, 1)  # of which all of them are repetitions
        weak = own < FEWEST_DIGITS or len(set(digits)) < _FEWEST_KINDS or mark in _PUBLISHED
        return SecretFacts(None if weak else mark, weak)


def fingerprint(key: bytes) -> str:
    """The first four bytes, in hexadecimal, of HMAC-SHA-256(key, "key check")."""
    return hmac.digest(key, b"key check", "sha256")[:4].hex()


def fresh() -> str:
    """A new secret of 256 bits from the system's randomness: 64 hexadecimal digits."""
    return system.token_hex(_FRESH_BYTES)


@dataclass(frozen=True)
class Secrets:
    """Secrets in hexadecimal digits, by name."""

    by_name: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)

    def of_job(self, name: str) -> Secret | None:
        """The secret of a job's own draws."""
        return self._first((name, ALL), name)

    def of_order(self, name: str) -> Secret | None:
        """The secret of the order of a job's records; where it has none of its own, that of its draws."""
        return self._first((f"{name}{ORDER}", name, ALL), name)

    def mark(self, name: str) -> str:
        """A text that changes with the secrets of a job, and does not tell them."""
        known = (self.of_job(name), self.of_order(name))
        keys = b"/".join(b"" if one is None else one.key for one in known)
        return hashlib.sha256(keys).hexdigest()

    def over(self, others: "Secrets") -> "Secrets":
        """These, and those of the others that have no name here."""
        return replace(self, by_name={**others.by_name, **self.by_name})

    def _first(self, names: tuple[str, ...], job: str) -> Secret | None:
        digits = next((self.by_name[name] for name in names if name in self.by_name), None)
        return None if digits is None else Secret.of(digits, job)


NO_SECRETS = Secrets()


def secrets_text(by_name: Mapping[str, str]) -> str:
    """The text of a file of secrets."""
    return json.dumps(dict(by_name), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


REDACTED: Mapping[str, bool] = MappingProxyType({"redacted": True})  # metadata of a dataclass field
IF_THERE: Mapping[str, bool] = MappingProxyType(
    {"if_there": True}
)  # a field that is left out of results where it is None
