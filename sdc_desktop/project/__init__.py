"""The project: the plan with the history of its decisions, notes, and the fields of the report.

No Qt and no records: a project holds what was decided, never cell values.
"""
