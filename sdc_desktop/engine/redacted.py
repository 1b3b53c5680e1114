"""The mark of a field that result.json omits."""

from collections.abc import Mapping
from types import MappingProxyType

REDACTED: Mapping[str, bool] = MappingProxyType({"redacted": True})  # metadata of a dataclass field
