"""Notes on texts that were changed so that no spreadsheet runs them as formulas."""

from sdc_desktop.words.words import N_, Words


def escaped_line(number: int, words: Words) -> str:
    """How many texts of a file were changed; empty where none was."""
    if not number:
        return ""
    return words.say_many(
        N_("{number} text starts with an added apostrophe, so that no spreadsheet runs it as a formula."),
        N_("{number} texts start with an added apostrophe, so that no spreadsheet runs them as formulas."),
        number,
    )


def escaped_in(name: str, number: int, words: Words) -> str:
    """The same with the file's name."""
    return words.say(N_("{name}: {message}"), name=name, message=escaped_line(number, words))
