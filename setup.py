"""Puts the resources, which lie beside the package in the source tree, inside it where it is built.

Everything else about the package is in pyproject.toml, which cannot say this.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithResources(build_py):
    """Builds the package and copies the resources into it."""

    def run(self) -> None:
        """Build; an editable install finds the resources where they are."""
        super().run()
        if not self.editable_mode:
            shutil.copytree(
                "resources", Path(self.build_lib, "sdc_desktop", "_resources"), dirs_exist_ok=True
            )


setup(cmdclass={"build_py": BuildWithResources})
