"""A step as text that runs elsewhere: a Python script, or a command for a shell. Both give the same bytes.

Python: one file that needs nothing but the installed package. Command: for a POSIX shell or for PowerShell;
where no file holds the plan, the command writes one beside the plan's data first, called after its content.
What is copied holds no secrets: a plan that needs them reads these from a file of secrets beside the data.
"""

import hashlib
import pprint
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from sdc_desktop.engine.plan import Plan, plan_to_json, plan_to_text, without_secrets

Shell = Literal["posix", "powershell"]
_WIDTH = 100
_END = "END_OF_PLAN"  # no line of a plan in JSON is this

_SCRIPT = """\
# {title}
# Runs with the Python in which SDC Desktop is installed: python -P SCRIPT (no module beside it is imported).
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import run_plan
{imports}
BASE = Path({base})  # where the paths in the plan begin
OUT = Path({out})  # gets result.json and the files of the jobs
{secrets}PLAN = {plan}


def main():
    result = run_plan(plan_from_json({given}), BASE, OUT, JobContext())
    for job in result.jobs:
        print(job.name, job.kind, *job.files)


if __name__ == "__main__":
    main()
"""


SECRETS_FILE = "secrets.json"
_READ = "from sdc_desktop.engine.running.secrets_file import read_secrets\n"
_WHERE = f'SECRETS = BASE / "{SECRETS_FILE}"  # the secrets of the plan, which are not part of the script\n'
_GIVEN = 'PLAN | {"secrets": dict(read_secrets(SECRETS)[0])}'


def as_python(plan: Plan, title: str, base: Path, out: Path) -> str:
    """A script that runs the plan, whose paths begin at `base`, and writes its files into `out`."""
    shown = without_secrets(plan)
    literal = pprint.pformat(plan_to_json(shown), indent=1, width=_WIDTH, sort_dicts=False)
    one_line = " ".join(title.split())
    return _SCRIPT.format(
        title=one_line or "SDC Desktop",
        base=repr(str(base)),
        out=repr(str(out)),
        plan=literal,
        imports=_READ if plan.secrets else "",
        secrets=_WHERE if plan.secrets else "",
        given=_GIVEN if plan.secrets else "PLAN",
    )


def as_command(
    file: Path, out: Path, program: Sequence[str], shell: Shell = "posix", secrets: Path | None = None
) -> str:
    """The command that runs the plan or project in `file`. `program`: what starts the batch command;
    `secrets`: a file of secrets.
    """
    words = [*program, "run", str(file), "--out", str(out)]
    words += [] if secrets is None else ["--secrets", str(secrets)]
    if shell == "posix":
        return shlex.join(words) + "\n"
    return "& " + " ".join(_powershell(word) for word in words) + "\n"


def as_whole_command(
    plan: Plan, base: Path, out: Path, program: Sequence[str], shell: Shell = "posix"
) -> str:
    """The command with the plan in it: it saves the plan in `base`, where its paths begin, and runs it."""
    text = plan_to_text(without_secrets(plan))
    file = base / f"plan-{hashlib.sha256(text.encode('utf-8')).hexdigest()[:12]}.sdcplan"
    secrets = base / SECRETS_FILE if plan.secrets else None
    command = as_command(file, out, program, shell, secrets)
    if shell == "posix":
        return f"cat > {shlex.quote(str(file))} <<'{_END}' &&\n{text}{_END}\n{command}"
    path = _powershell(str(file))
    # written by .NET, for Windows' own Set-Content knows UTF-8 with a mark at the beginning alone
    return f"[IO.File]::WriteAllText({path}, @'\n{text}'@)\n{command}"


def _powershell(word: str) -> str:
    """A word in quotation marks that nothing in it ends or changes; typographic ones are doubled as well."""
    return "'" + "".join(sign * 2 if sign in "'\u2018\u2019\u201a\u201b" else sign for sign in word) + "'"
