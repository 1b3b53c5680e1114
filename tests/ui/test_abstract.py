"""What a class of the window leaves to others is given by all of them: Qt's metaclass does not look."""

import importlib
import inspect
import pkgutil
from abc import abstractmethod

import pytest
from PySide6.QtCore import QObject

from sdc_desktop import ui


def _classes() -> list[type]:
    for module in pkgutil.walk_packages(ui.__path__, f"{ui.__name__}."):
        importlib.import_module(module.name)
    found: dict[type, None] = {}
    waiting: list[type] = [QObject]
    while waiting:
        for each in waiting.pop().__subclasses__():
            if each not in found:
                found[each] = None
                waiting.append(each)
    return [each for each in found if each.__module__.startswith(f"{ui.__name__}.")]


def _is_abstract(member: object) -> bool:
    return getattr(member, "__isabstractmethod__", False) is True


def _own(owner: type) -> set[str]:
    """What a class leaves to those that are made from it."""
    return {name for name, member in vars(owner).items() if _is_abstract(member)}


def _lacking(owner: type) -> set[str]:
    """What a class inherits and should have given, for it leaves nothing to others itself."""
    left = {name for base in owner.__mro__[1:] for name in _own(base)}
    return (
        set() if _own(owner) else {name for name in left if _is_abstract(inspect.getattr_static(owner, name))}
    )


@pytest.fixture(scope="module")
def classes() -> list[type]:
    return _classes()


def test_every_class_gives_what_is_left_to_it(classes) -> None:
    last = [each for each in classes if not each.__subclasses__()]
    assert {each.__qualname__: lacking for each in last if (lacking := _lacking(each))} == {}


def test_what_is_left_to_others_is_given_by_a_person(classes) -> None:
    leaving = {each.__qualname__ for each in classes if _own(each)}
    assert leaving >= {"QuestionPresenter", "Part", "Editor"}
    assert [each.__qualname__ for each in classes if _own(each) and not each.__subclasses__()] == []


def test_one_that_is_forgotten_is_found(classes) -> None:
    class Leaving(QObject):
        @property
        @abstractmethod
        def title(self) -> str:
            """What it is called."""

        @abstractmethod
        def show(self) -> None:
            """Tell how things stand."""

    class Giving(Leaving):
        title = "given"

        def show(self) -> None:
            pass

    class Forgetting(Leaving):
        title = "given"

    class ForgettingToo(Forgetting):
        pass

    assert (_lacking(Giving), _lacking(Leaving)) == (set(), set())
    assert _lacking(Forgetting) == _lacking(ForgettingToo) == {"show"}
