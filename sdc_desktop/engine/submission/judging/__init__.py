"""Judging the figures of tables, by the class of their statistic, against the rules."""
