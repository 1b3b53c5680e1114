"""What the tests of the site share: one session of Spark for all of them."""

from pathlib import Path

import pytest

from tests.engine.site.test_spark import by_spark


@pytest.fixture(scope="session")
def counted(tmp_path_factory, real_environment) -> Path:
    """A folder with what one session of Spark has counted and applied."""
    folder = tmp_path_factory.mktemp("spark")
    by_spark(folder, real_environment)
    return folder
