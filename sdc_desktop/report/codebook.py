"""The codebook beside a protected file, for its recipient: HTML to read, CSV for programs.

It states what the file shows, what was changed in words, how to cite it and the conditions of use. Roles,
counts, extremes, protection levels and parameters are not in it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path, PurePath

from sdc_desktop.engine import ENGINE_VERSION
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.output.files import atomic_write
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.report_spec import FieldsSpec
from sdc_desktop.engine.running.codebook import VariableEntry
from sdc_desktop.engine.running.outputs import codebook_paths, output_of
from sdc_desktop.report.annex.csv_text import csv_text
from sdc_desktop.report.palette import DARK, LIGHT
from sdc_desktop.report.shown import shown_in_html
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.codebook import CONTENTS, category_label, changes_text, table_text
from sdc_desktop.words.program.report_fields import LABELS, value_text

_HEAD = ("variable", "label", "content", "code", "code_label", "meaning", "changes")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_CONDITIONS = ("recipient", "access", "safeguards", "keep_until")


@dataclass(frozen=True)
class Codebook:
    """The variables of a protected file, the job that made it, and its name and SHA-256 (if known)."""

    job: Job
    name: str
    sha256: str
    entries: tuple[VariableEntry, ...]

    @property
    def of_table(self) -> bool:
        """Whether the file is a table."""
        return method_of(self.job.kind).makes == "table"


def codebook_texts(result: PlanResult, fields: FieldsSpec, words: Words) -> Mapping[str, str]:
    """The codebooks of all protected files of a run: their texts by path."""
    texts: dict[str, str] = {}
    plan = result.opened.plan
    for done in result.jobs:
        job = plan.job(done.name)
        output = output_of(job)
        if output is not None and done.codebook and done.files:
            path = output.path.replace("\\", "/")
            book = Codebook(job, PurePath(path).name, done.files.get(path, ""), done.codebook)
            texts |= _pages(book, codebook_paths(path), plan, fields, words)
    return texts


def write_codebook(book: Codebook, target: Path, plan: Plan, fields: FieldsSpec, words: Words) -> None:
    """Save the codebook beside a protected file at `target`. Raises :class:`Refused`."""
    for path, text in _pages(book, codebook_paths(target.name), plan, fields, words).items():
        with atomic_write(target.with_name(path)) as file:
            file.write(text.encode("utf-8"))


def _pages(
    book: Codebook, paths: tuple[str, str], plan: Plan, fields: FieldsSpec, words: Words
) -> Mapping[str, str]:
    page, table = paths
    return {page: codebook_html(book, plan, fields, words), table: codebook_csv(book, plan, words)}


def codebook_csv(book: Codebook, plan: Plan, words: Words) -> str:
    """A row per category, missing code and sign of suppression; a single row for a variable without any."""
    return csv_text(_HEAD, [row for entry in book.entries for row in _rows(entry, book, plan, words)])


def _rows(entry: VariableEntry, book: Codebook, plan: Plan, words: Words) -> Iterator[tuple[str, ...]]:
    first = (entry.name, entry.label, words.say(CONTENTS[entry.content]))
    change = _change(entry, book, plan, words)
    codes = list(_codes(entry, book, words))
    for code, label, meaning in codes or [("", "", "")]:
        yield (*first, code, label, meaning, change)


def _codes(entry: VariableEntry, book: Codebook, words: Words) -> Iterator[tuple[str, str, str]]:
    """Code, label and meaning of each category, missing code and sign of suppression."""
    of_table = book.of_table
    for code, label in entry.categories:
        named = category_label(entry, code, label, of_table=of_table, words=words)
        yield code, named, words.say(N_("category"))
    for code in entry.missing:
        yield code, "", words.say(N_("not published")) if of_table else words.say(N_("missing"))
    if entry.suppressed:
        yield SUPPRESSED, "", words.say(N_("suppressed"))


def _change(entry: VariableEntry, book: Codebook, plan: Plan, words: Words) -> str:
    if book.of_table:
        return table_text(entry, book.job, words)
    return changes_text(entry, plan, words)


def citation(name: str, sha256: str, fields: FieldsSpec, words: Words) -> str:
    """How to cite a protected file: organisation, year, title, file and its checksum, as far as known."""
    year = str(fields.day.year) if fields.day else ""
    by = " ".join(filter(None, (fields.organisation, f"({year})" if year else "")))
    file = words.say(N_("File {name}"), name=name)
    parts = [by, fields.title, file, fields.reference, f"SHA-256 {sha256}" if sha256 else ""]
    return ". ".join(filter(None, parts)) + "."


# HTML --------------------------------------------------------------------------------------------------


_USED = ("paper", "ink", "muted", "rule", "accent")


def _colours(chosen: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{chosen[name]};" for name in _USED)


_STYLE = f"""
:root{{{_colours(LIGHT)}color-scheme:light dark}}
@media (prefers-color-scheme:dark){{:root{{{_colours(DARK)}}}}}
@media print{{:root{{{_colours(LIGHT)}}}}}
*{{box-sizing:border-box}}
body{{margin:0 auto;padding:3rem 2rem;max-width:60rem;background:var(--paper);color:var(--ink);
font:1rem/1.55 "Noto Sans",system-ui,sans-serif;overflow-wrap:anywhere}}
h1{{font-size:2rem;line-height:1.2;margin:.3rem 0 1.5rem}}
h2{{font-size:1.35rem;margin:2.5rem 0 .6rem}}
h3{{font-size:1.05rem;margin:1.8rem 0 .3rem}}
p{{margin:.4rem 0}}
.muted{{color:var(--muted)}}
dl{{margin:0;border-top:1px solid var(--rule)}}
dl div{{display:flex;gap:1rem;padding:.45rem 0;border-bottom:1px solid var(--rule)}}
dt{{flex:0 0 11rem;color:var(--muted)}}
dd{{margin:0}}
.table{{overflow-x:auto}}
.table:focus{{outline:2px solid var(--accent)}}
table{{border-collapse:collapse;width:100%;font-size:.92rem}}
caption{{text-align:left;font-weight:700;padding-bottom:.4rem}}
th,td{{padding:.35rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--rule)}}
thead th{{color:var(--muted);font-weight:400;font-size:.87rem;border-bottom-color:var(--muted)}}
tbody th{{font-weight:700}}
a{{color:var(--accent)}}
.skip{{position:absolute;left:-99rem}}
.skip:focus{{position:static}}
footer{{margin-top:3rem;padding-top:.8rem;border-top:1px solid var(--rule);color:var(--muted);
font-size:.85rem}}
@media print{{body{{padding:0;max-width:none;font-size:9.5pt}}@page{{size:A4;margin:22mm 20mm}}
h2,h3{{break-after:avoid}}tr{{break-inside:avoid}}thead{{display:table-header-group}}}}
"""


def codebook_html(book: Codebook, plan: Plan, fields: FieldsSpec, words: Words) -> str:
    """The codebook as one HTML page: nothing fetched, nothing run. The same file gives the same text."""
    title = words.say(N_("Codebook: {name}"), name=book.name)
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(words.language)}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{_escaped(title)}</title>",
        f"<style>{_STYLE}</style>",
        "</head>",
        "<body>",
        f'<a class="skip" href="#main">{_escaped(words.say(N_("Go to the content")))}</a>',
        '<main id="main">',
        f'<p class="muted">{_escaped(fields.organisation)}</p>' if fields.organisation else "",
        f"<h1>{_escaped(title)}</h1>",
        *_about(fields, words),
        f"<h2>{_escaped(words.say(N_('How to cite')))}</h2>",
        f"<p>{_escaped(citation(book.name, book.sha256, fields, words))}</p>",
        *_variables(book, plan, words),
        *_categories(book, words),
        "</main>",
        f"<footer>SDC Desktop {_escaped(ENGINE_VERSION)}</footer>",
        "</body>",
        "</html>",
    ]
    return "\n".join(filter(None, lines)) + "\n"


def _about(fields: FieldsSpec, words: Words) -> Iterator[str]:
    """Title and conditions of use, where given."""
    names = [name for name in ("title", "population", "sample", *_CONDITIONS) if getattr(fields, name)]
    if names:
        yield "<dl>"
        for name in names:
            value = value_text(name, getattr(fields, name), words)
            yield f"<div><dt>{_escaped(words.say(LABELS[name]))}</dt><dd>{_escaped(value)}</dd></div>"
        yield "</dl>"


def _variables(book: Codebook, plan: Plan, words: Words) -> Iterator[str]:
    title = words.say(N_("Variables"))
    yield f"<h2>{_escaped(title)}</h2>"
    yield from _table(title, *variable_rows(book, plan, words))


def variable_rows(book: Codebook, plan: Plan, words: Words) -> tuple[list[str], list[list[str]]]:
    """The table of the variables: its heads and a row for each."""
    heads = (N_("Variable"), N_("Label"), N_("Content"), N_("Changes"))
    has_labels = any(entry.label for entry in book.entries)
    shown = [head for head in heads if has_labels or head != "Label"]
    rows = []
    for entry in book.entries:
        cells = [words.say(CONTENTS[entry.content]), _change(entry, book, plan, words)]
        rows.append([entry.name, *([entry.label] if has_labels else []), *cells])
    return [words.say(head) for head in shown], rows


def category_rows(book: Codebook, words: Words) -> tuple[list[str], list[list[str]]]:
    """The categories and missing codes of all variables: heads, and a row for each with its variable."""
    heads = (N_("Variable"), N_("Code"), N_("Label"), N_("Meaning"))
    rows = [
        [entry.name, _code(code, words), label, why]
        for entry in book.entries
        for code, label, why in _codes(entry, book, words)
    ]
    has_labels = any(row[2] for row in rows)
    shown = [head for head in heads if has_labels or head != "Label"]
    return [words.say(head) for head in shown], rows if has_labels else [[*row[:2], row[3]] for row in rows]


def _categories(book: Codebook, words: Words) -> Iterator[str]:
    listed = [(entry, list(_codes(entry, book, words))) for entry in book.entries]
    if not any(codes for _, codes in listed):
        return
    yield f"<h2>{_escaped(words.say(N_('Categories and missing codes')))}</h2>"
    heads = [words.say(head) for head in (N_("Code"), N_("Label"), N_("Meaning"))]
    for entry, codes in listed:
        if codes:
            yield f"<h3>{_escaped(entry.name)}</h3>"
            has_labels = any(label for _, label, _ in codes)
            rows = [[_code(code, words), *([label] if has_labels else []), why] for code, label, why in codes]
            yield from _table(entry.name, heads if has_labels else [heads[0], heads[2]], rows)


def _code(code: str, words: Words) -> str:
    return code or words.say(N_("(empty)"))


def _table(title: str, heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield f'<div class="table" tabindex="0" role="region" aria-label="{escape(shown_in_html(title))}">'
    yield "<table><thead><tr>"
    yield "".join(f'<th scope="col">{_escaped(head)}</th>' for head in heads)
    yield "</tr></thead><tbody>"
    for first, *rest in rows:
        cells = "".join(f"<td>{_escaped(cell)}</td>" for cell in rest)
        yield f'<tr><th scope="row">{_escaped(first)}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def _escaped(text: str) -> str:
    return escape(shown_in_html(text))
