"""Fetches the source archive of a package and runs nothing of it: `fetch_archive.py NAME VERSION TARGET`.

`pip download` runs the package's setup.py. This asks pip where the archive is, with the settings that it has.
"""

import sys
from pathlib import Path

from pip._internal.commands import create_command
from pip._vendor.packaging.specifiers import SpecifierSet


def main(name: str, version: str, target: str) -> int:
    """Write the archive; the exit code."""
    command = create_command("download")
    options, _ = command.parse_args(["--no-binary", ":all:", "--quiet"])
    with command.main_context():
        session = command.get_default_session(options)
        finder = command._build_package_finder(options=options, session=session)
        best = finder.find_best_candidate(name, SpecifierSet(f"=={version}")).best_candidate
        if best is None:
            print(f"{name} {version} was not found.", file=sys.stderr)
            return 1
        answer = session.get(best.link.url_without_fragment)
        answer.raise_for_status()
        Path(target).write_bytes(answer.content)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
