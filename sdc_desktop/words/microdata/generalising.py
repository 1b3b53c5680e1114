"""Criteria and the result of ``generalise`` in sentences, the same in window, batch and report."""

from collections.abc import Mapping

from sdc_desktop.engine.methods.recoding.generalise import LOSSES
from sdc_desktop.engine.methods.recoding.generalise.engine import GeneraliseResult
from sdc_desktop.engine.microdata.criteria.check_file import CriterionCheck, FileCheck
from sdc_desktop.engine.microdata.criteria.diversity import Diversity
from sdc_desktop.engine.microdata.criteria.spec import ESTIMATORS
from sdc_desktop.words.counted import Counted
from sdc_desktop.words.words import N_, NN_, Words, whole

_LOCAL: Mapping[str, str] = {
    "repeat": N_(
        "The remaining records were searched separately, so they are coarser than the rest: a "
        "variable can have several levels, and tables by it need a level that all records reach."
    ),
    "mondrian": N_(
        "The remaining records were divided into ever smaller groups, each coarsened separately: "
        "a variable can have several levels, and tables by it need a level that all records "
        "reach."
    ),
}


_OF_FILE: Mapping[str, str] = {
    "average_risk": N_("Criteria not met: the average risk of the file is too high."),
    "delta_presence": N_(
        "Criteria not met: too few people of some classes of the population are in the file."
    ),
    "population_uniqueness": N_("Criteria not met: too many people are expected to be unique."),
}
_FAILING = Counted(
    NN_(
        N_("Criteria not met: {number} of {classes} classes fails ({records} records)."),
        N_("Criteria not met: {number} of {classes} classes fail ({records} records)."),
    ),
    NN_(
        N_("Criteria not met: a criterion fails for {number} person (records in such classes: {records})."),
        N_("Criteria not met: a criterion fails for {number} persons (records in such classes: {records})."),
    ),
)
SMALLEST = Counted(
    NN_(N_("The smallest class has {number} record."), N_("The smallest class has {number} records.")),
    NN_(N_("The smallest class has {number} person."), N_("The smallest class has {number} persons.")),
)
_SHARES = ("average_risk", "journalist_risk", "delta_presence", "population_uniqueness")


def estimator_name(estimator: str, words: Words) -> str:
    """Which estimate of an entropy."""
    return words.say(ESTIMATORS[estimator].label)


def loss_name(loss: str, words: Words) -> str:
    """Which loss was kept least."""
    return words.say(LOSSES[loss].label)


def worst(check: CriterionCheck, words: Words) -> str:
    """The worst value found; a dash where there is none."""
    if check.worst is None:
        return "–"
    if check.kind in ("k_anonymity", "k_map", "distinct_l_diversity", "p_sensitive"):
        return whole(int(check.worst))
    if check.kind == "k_map_table" and check.worst.is_integer():
        return whole(int(check.worst))
    return words.percent(check.worst) if check.kind in _SHARES else words.figure(check.worst, 3)


def check_verdict(check: FileCheck, words: Words) -> str:
    """Whether a file meets what is asked, in one sentence."""
    if check.passed:
        return words.say_many(
            N_("The single class meets all criteria."),
            N_("All {number} classes meet all criteria."),
            check.classes,
        )
    if not check.failing_classes:
        return words.say(_OF_FILE[next(one.kind for one in check.criteria if not one.passed)])
    persons = max((one.failing_persons or 0 for one in check.criteria), default=0) or None
    return words.say_many(
        *_FAILING.of(persons),
        persons or check.failing_classes,
        classes=whole(check.classes),
        records=whole(check.failing_records),
    )


def suppressed_apart(check: FileCheck, words: Words) -> str | None:
    """That suppressed records are a class of their own, or in none, where there are any."""
    if not check.suppressed:
        return None
    if check.suppressed_class is not None:
        return words.say_many(
            N_("{number} record is suppressed and a class of its own."),
            N_("{number} records are suppressed and a class of their own."),
            check.suppressed,
        )
    return words.say_many(
        N_("{number} record is suppressed and in no class."),
        N_("{number} records are suppressed and in no class."),
        check.suppressed,
    )


def verdict(result: GeneraliseResult, words: Words) -> str:
    """What was achieved, in one sentence."""
    if result.hidden == result.records:
        return words.say(N_("Nothing released: every record is suppressed."))
    if not result.check.passed:
        return check_verdict(result.check, words)
    if not result.hidden:
        return words.say(N_("All classes meet the criteria; no records suppressed."))
    return words.say_many(
        N_("All classes meet the criteria; {number} of {records} records suppressed ({share})."),
        N_("All classes meet the criteria; {number} of {records} records suppressed ({share})."),
        result.hidden,
        records=whole(result.records),
        share=words.percent(result.hidden / result.records),
    )


def proof(result: GeneraliseResult, words: Words) -> str:
    """Whether a better choice of levels can exist."""
    if not result.proven:
        return words.say(
            N_(
                "Search stopped after {nodes} of {lattice} {lattice:combination|combinations} of "
                "levels. These are the best levels so far; better ones may exist."
            ),
            nodes=whole(result.nodes),
            lattice=whole(result.lattice),
        )
    return words.say(
        N_(
            "Proven optimal among {lattice} {lattice:combination|combinations} of levels: "
            "{nodes} evaluated, the rest excluded by a bound."
        ),
        nodes=whole(result.nodes),
        lattice=whole(result.lattice),
    )


def ties(result: GeneraliseResult, words: Words) -> str | None:
    """That others are as good, where there are any."""
    if len(result.ties) < 2:
        return None
    return words.say_many(
        N_("{number} other combination has the same loss; the one with the least suppression was chosen."),
        N_("{number} other combinations have the same loss; the one with the least suppression was chosen."),
        len(result.ties) - 1,
    )


def local_recoding(result: GeneraliseResult, words: Words) -> str | None:
    """What local recoding did to the records left over, and to analyses."""
    if result.local_recoding == "none" or not result.local_rounds:
        return None
    saved = words.say_many(
        N_("{number} record that would have been suppressed is released more coarsely."),
        N_("{number} records that would have been suppressed are released more coarsely."),
        result.suppressed - result.hidden,
    )
    return f"{saved} {words.say(_LOCAL[result.local_recoding])}"


def anopi_beside(result: GeneraliseResult, words: Words) -> str | None:
    """What ANOPI's own levels would do under these criteria."""
    if result.anopi is None:
        return None
    return words.say(
        N_(
            "Under these criteria, the ANOPI levels would suppress {suppressed} "
            "{suppressed:record|records} ({share}) at a loss of {loss}."
        ),
        suppressed=whole(result.anopi.suppressed),
        share=words.percent(result.anopi.suppressed / result.records),
        loss=words.figure(result.anopi.loss, 4),
    )


def estimates(name: str, found: Diversity, words: Words) -> str:
    """The effective number of values by each estimate, and how far they differ."""
    plain, corrected = found.entropy["shannon"], found.entropy["grassberger"]
    if plain is None or corrected is None:  # of persons with several values
        return words.say_many(
            N_("{name}: the least diverse class has {number} value that counts."),
            N_("{name}: the least diverse class has {number} values that count."),
            found.distinct,
            name=name,
        )
    return words.say_many(
        N_(
            "{name}: the least diverse class has {number} value, effectively {plain} by the plain entropy "
            "and {corrected} by the corrected one (difference {difference})."
        ),
        N_(
            "{name}: the least diverse class has {number} distinct values, effectively {plain} by the plain "
            "entropy and {corrected} by the corrected one (difference {difference})."
        ),
        found.distinct,
        name=name,
        plain=words.figure(plain),
        corrected=words.figure(corrected),
        difference=words.figure(corrected - plain),
    )
