"""Reasons against releasing a table: code -> a sentence for either edition."""

from collections.abc import Mapping

from sdc_desktop.words.verdict_said import Said

TABLE_REASONS: Mapping[str, Said] = {}
