"""The weight and the contributors of a new table: by roles, and by identifiers that repeat."""

from pathlib import Path

from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.ui.tabs.tables.tab_job import first_fields
from tests.engine.methods.tables.test_contributor_roles import CONTEXT, ROLES, write


def opened(folder: Path, roles: dict[str, str]) -> Opened:
    write(folder)
    spec = {"path": "firms.csv", "variables": {name: {"role": role} for name, role in roles.items()}}
    return open_data(DataSpec.model_validate(spec), folder, CONTEXT)


def test_new_tables_count_by_the_only_weight_of_the_file(tmp_path) -> None:
    assert first_fields("table", None, opened(tmp_path, ROLES))["weight"] == "weight"
    for roles in (ROLES | {"weight": "other"}, ROLES | {"turnover": "weight"}):
        assert "weight" not in first_fields("table", None, opened(tmp_path, roles))
    assert "weight" not in first_fields("table")


def test_households_or_repeated_identifiers_are_proposed_as_contributors(tmp_path) -> None:
    def proposed(role: str, *repeats: str) -> object:
        fields = first_fields("table", None, opened(tmp_path, ROLES | {"holding": role}), repeats)
        return fields.get("holding")

    assert proposed("household") == "holding"
    assert proposed("direct_identifier", "holding", "note") == "holding"
    assert proposed("direct_identifier") is None
    assert proposed("other", "holding") is None
