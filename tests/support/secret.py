"""Secrets for tests: of full length, and the same on every run."""

import hashlib

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan_secrets import Secret, Secrets


def digits(number: int = 0) -> str:
    """64 hexadecimal digits, other ones for another number."""
    return hashlib.sha256(f"secret of tests {number}".encode()).hexdigest()


def drawing(number: int = 0, job: str = "job", **more: object) -> JobContext:
    """A context in which one job draws."""
    return JobContext(secret=Secret.of(digits(number), job), **more)  # type: ignore[arg-type]


def with_secrets(number: int = 0, **more: object) -> JobContext:
    """A context in which every job of a plan draws."""
    return JobContext(secrets=Secrets({"*": digits(number)}), **more)  # type: ignore[arg-type]


ALL = {"*": digits()}  # the secrets of a plan
