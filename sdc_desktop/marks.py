"""The mark of texts for translators. It imports nothing, so that every layer can mark the names it knows."""


def N_(message: str) -> str:  # noqa: N802 - the name gettext's extractors look for
    """Marks a message for the catalogue; it is translated for display."""
    return message


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - as above
    """Marks two messages, each in ``N_``, as the singular and plural of one."""
    return one, many
