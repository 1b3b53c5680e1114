"""What the methods that change values did, and the risks that they leave open, in sentences."""

from collections.abc import Mapping
from typing import Any

from sdc_desktop.engine.methods.perturbation.pram.engine import PramResult
from sdc_desktop.engine.methods.perturbation.swap_households.engine import SwapHouseholdsResult
from sdc_desktop.engine.methods.perturbation.synthesise.engine import SynthesisResult
from sdc_desktop.engine.methods.suppression.local_suppression.engine import LocalSuppressionResult
from sdc_desktop.engine.microdata.classes.open_risks import largest_risk
from sdc_desktop.words.counted import Counted
from sdc_desktop.words.microdata.generalising import SMALLEST
from sdc_desktop.words.microdata.suppression import cells_suppressed, emptied
from sdc_desktop.words.risk.risk import changed_sentence, pram_sentence
from sdc_desktop.words.risk.risk_tab import score_line
from sdc_desktop.words.words import N_, NN_, Words, whole

_LARGEST: Mapping[str, str] = {
    "dld": N_("Largest risk measured: {risk} of records are linked to their original by distance."),
    "pld": N_("Largest risk measured: {risk} of records are linked to their original by agreement."),
    "id": N_("Largest risk measured: {risk} of original values lie close to the released ones."),
    "true_share": N_("Largest risk measured: a true value is inferred with probability {risk} at most."),
    "attributed": N_("Largest risk measured: a target is correctly attributed for {risk} of persons."),
    "replicated_uniques": N_("Largest risk measured: {risk} of persons are replicated uniques."),
    "area_classes": N_("Largest risk measured: by area and key variables, it is up to {risk}."),
    "kept_keys": N_(
        "Largest risk measured: on unchanged key variables, the re-identification risk is up to {risk}."
    ),
}


def largest_text(risks: Mapping[str, float], words: Words) -> str:
    """The largest of the risks, or that none was measured."""
    found = largest_risk(risks)
    if found is None:
        return words.say(N_("No risk was measured."))
    name, share = found
    return words.say(_LARGEST[name], risk=words.percent(share))


def verdict(result: Any, words: Words, *, with_risk: bool = True) -> str:
    """What was suppressed or changed and, where no reason of the grade states it, the largest risk of changed
    values.
    """
    if isinstance(result, LocalSuppressionResult):
        return _suppressed(result, words)
    if isinstance(result, SwapHouseholdsResult):
        return swapped_text(result, words)
    if isinstance(result, SynthesisResult):
        done = synthetic_text(result, words)
    elif (changed := _changed(result, words)) is not None:
        done = changed
    else:
        return words.say(N_("Nothing was changed."))
    return f"{done} {largest_text(result.risks, words)}" if with_risk else done


def _changed(result: Any, words: Words) -> str | None:
    """How many values of the variables of a method changed; None if none did."""
    if isinstance(result, PramResult):
        counts = [(one.changed, one.records) for one in result.variables.values()]
    else:
        counts = [(changed, result.records) for changed in result.changed.values()]
    changed, values = map(sum, zip(*counts, strict=True)) if counts else (0, 0)
    if not changed:
        return None
    text = N_("{number} of {all} values of these variables changed ({share}).")
    figures = {"number": whole(changed), "all": whole(values), "share": words.percent(changed / values)}
    return words.say(text, **figures)


def _suppressed(result: LocalSuppressionResult, words: Words) -> str:
    """The cells, the records that lose all key values, and the smallest class of the others."""
    figures = result.suppression.figures
    parts = [cells_suppressed(result.suppression, result.records, words)]
    if figures.whole_records:
        parts.append(emptied(result.suppression, result.records, words))
    if result.after.classes:
        parts.append(words.say_many(*SMALLEST.of(result.after.persons), result.after.k))
    return " ".join(parts)


_NONE_RARE = Counted(
    NN_(
        N_("{number} household moved. None was rare where it lives."),
        N_("{number} households moved. None was rare where it lives."),
    ),
    NN_(
        N_("{number} person moved. None was rare in their area."),
        N_("{number} persons moved. None was rare in their area."),
    ),
)
_ALL_PLACED = Counted(
    NN_(
        N_("{number} household was rare where it lives, and moved."),
        N_("{number} households were rare where they live. All moved."),
    ),
    NN_(
        N_("{number} person was rare in their area, and moved."),
        N_("{number} persons were rare in their area. All moved."),
    ),
)
_NOT_PLACED = Counted(
    N_("{rare} households were rare where they live. Without a partner: {number}."),
    N_("{rare} persons were rare in their area. Without a partner: {number}."),
)
_SHARES = Counted(
    N_(
        "{swapped} of {households} households moved ({share}), with {records} records. "
        "To another area of {name}: {away}."
    ),
    N_(
        "{swapped} of {households} persons moved ({share}), with {records} records. "
        "To another area of {name}: {away}."
    ),
)


def swapped_text(result: SwapHouseholdsResult, words: Words) -> str:
    """The effect on the households, or persons, that are rare where they live."""
    if result.not_placed:
        text = _NOT_PLACED.of(result.by_person)
        return words.say(text, rare=whole(result.rare), number=whole(result.not_placed))
    if result.rare:
        return words.say_many(*_ALL_PLACED.of(result.by_person), result.rare)
    return words.say_many(*_NONE_RARE.of(result.by_person), result.swapped)


def swapped_shares(result: SwapHouseholdsResult, words: Words) -> str:
    """How many households, or persons, and records moved, and how many to another coarse area."""
    away = sum(
        number for row, line in enumerate(result.moves) for column, number in enumerate(line) if row != column
    )
    return words.say(
        _SHARES.of(result.by_person),
        swapped=whole(result.swapped),
        households=whole(result.households),
        share=words.percent(result.swapped / max(result.households, 1)),
        records=whole(result.moved),
        name=result.levels[0].variable,
        away=whole(away),
    )


def synthetic_text(result: SynthesisResult, words: Words) -> str:
    """How many records were drawn from how many."""
    figures = {"released": whole(result.released), "records": whole(result.records - result.held_back)}
    if not result.held_back:
        return words.say(N_("{released} synthetic records were drawn from {records}."), **figures)
    return words.say(
        N_(
            "{released} synthetic records were drawn from {records}; {number} were held back to measure risk."
        ),
        number=whole(result.held_back),
        **figures,
    )


def synthetic_likeness(result: SynthesisResult, words: Words) -> str:
    """How far distributions moved."""
    return words.say(
        N_(
            "Total variation distance of single variables: at most {single}; of pairs: {mean} on average, at "
            "most {pairs}."
        ),
        single=words.percent(max(result.distance.values(), default=0.0)),
        mean=words.percent(result.pairs_mean),
        pairs=words.percent(result.pairs_largest),
    )


def sentences(result: Any, words: Words) -> str:
    """What was changed, and what that does to analyses; categories are named, so this is for the window."""
    if isinstance(result, LocalSuppressionResult):
        figures = result.suppression.figures
        return " ".join(
            words.say(
                N_("{name}: {number} of {records} values are suppressed ({share})."),
                name=name,
                number=whole(cells),
                records=whole(result.records),
                share=words.percent(cells / max(result.records, 1)),
            )
            for name, cells in figures.cells_by_variable.items()
        )
    if isinstance(result, SwapHouseholdsResult):
        return f"{swapped_shares(result, words)} {largest_text(result.risks, words)}"
    if isinstance(result, SynthesisResult):
        return synthetic_likeness(result, words)
    if isinstance(result, PramResult):
        drawn = result.variables.items()
        return " ".join(pram_sentence(name, one, words, named=True) for name, one in drawn)
    lines = [changed_sentence(name, number, result.records, words) for name, number in result.changed.items()]
    if result.score is not None:
        lines.insert(0, score_line(result.score, words))
    return " ".join(lines)
