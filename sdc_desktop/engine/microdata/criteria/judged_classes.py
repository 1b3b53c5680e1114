"""The classes that a criterion judges: of records, and of persons with equal ones."""

from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.microdata.classes.key_classes import Integers, KeyClasses, chosen
from sdc_desktop.engine.microdata.criteria.class_values import Flags, judged_classes, with_persons
from sdc_desktop.engine.microdata.criteria.people import ClassPeople
from sdc_desktop.engine.microdata.criteria.spec import CriterionSpec, attribute_of


@dataclass(frozen=True)
class JudgedClasses:
    """Classes, and what a population table shows of them."""

    classes: KeyClasses
    people: ClassPeople | None = None

    def chosen(self, rows: Integers) -> "JudgedClasses":
        """The classes with the numbers `rows` (chosen,)."""
        people = None if self.people is None else self.people.chosen(rows)
        return JudgedClasses(chosen(self.classes, rows), people)

    def judged(self, spec: CriterionSpec) -> "JudgedClasses":
        """Those in which a criterion judges values: also of persons, where all their records are known."""
        classes = self.classes if attribute_of(spec) is None else judged_classes(self.classes)
        return self if classes is self.classes else JudgedClasses(classes)

    def having(self, flags: Flags, judged: "JudgedClasses") -> Flags:
        """The classes (classes,) that have a person of those flagged among the judged (judged,)."""
        if judged is self:
            return flags
        members = self.classes.members
        assert members is not None
        return with_persons(members, len(self.classes.sizes), judged.classes.members, np.asarray(flags))
