"""Methods that protect tables, and audits of published ones."""

from typing import Any

from sdc_desktop.engine.method import Method
from sdc_desktop.engine.methods.tables.audit import AUDIT
from sdc_desktop.engine.methods.tables.linked_audit import LINKED_AUDIT
from sdc_desktop.engine.methods.tables.private_table import PRIVATE_TABLE
from sdc_desktop.engine.methods.tables.table import TABLE

METHODS: tuple[Method[Any], ...] = (
    TABLE,
    AUDIT,
    LINKED_AUDIT,
    PRIVATE_TABLE,
)
