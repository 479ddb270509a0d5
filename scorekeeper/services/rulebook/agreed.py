"""Word house rules and what a table has chosen."""

from collections.abc import Iterable, Iterator

from ...rules.errors import N_
from ...rules.model.options import Choice, Option
from ...rules.model.presets import preset_in_force
from ...rules.model.sources import Ambiguity
from ...rules.model.variant import Variant
from ..wording import sentence

_CHOSEN = N_("{rule}: {choice}.")


def choice_text(option: Option, choice: Choice) -> str:
    """Return a choice of a house rule in words; a dash if nothing is chosen."""
    if isinstance(choice, bool):
        return sentence(N_("yes") if choice else N_("no"))
    if choice is None:
        return sentence(option.none)
    if isinstance(choice, str) and choice in option.labels:
        return sentence(option.labels[choice])
    return str(choice) or "–"


def agreed_text(option: Option, choice: Choice) -> str:
    """Return what a table has agreed by a choice of a house rule, as a sentence."""
    text = sentence(option.sentence).rstrip(".")
    if isinstance(choice, bool):
        return text + "." if choice else sentence(N_("Not at this table: {rule}."), {"rule": text})
    return sentence(_CHOSEN, {"rule": text, "choice": choice_text(option, choice)})


def changed_text(option: Option, old: Choice, new: Choice) -> str:
    """Return a changed house rule as a sentence, with its choice before and now where they are more than yes and no."""
    if isinstance(new, bool):
        return agreed_text(option, new)
    choices = f"{choice_text(option, old)} → {choice_text(option, new)}"
    return sentence(_CHOSEN, {"rule": sentence(option.sentence).rstrip("."), "choice": choices})


def differs(variant: Variant, option: Option) -> bool:
    """Return whether the choice in force for a house rule is not the default; True is not 1 here."""
    chosen = variant.chosen(option)
    return (type(chosen), chosen) != (type(option.default), option.default)


def house_rules(variant: Variant) -> Iterator[str]:
    """Yield the preset that is in force, and each house rule that differs from the default, in words.

    An option with free text is left out: it only names the game.
    """
    if preset := preset_in_force(variant.presets, variant.choices):
        yield sentence(N_("Variation: {name}."), {"name": preset.name})
    yield from (agreed_text(o, variant.chosen(o)) for o in variant.options if differs(variant, o) and not o.is_text)


def agreed_instead(variant: Variant, rule: str) -> Iterable[str]:
    """Yield what the table has agreed instead of a rule or a variation, which house rules with its id replace."""
    return (agreed_text(o, variant.chosen(o)) for o in variant.options if o.rule == rule and differs(variant, o))


def settled_as(variant: Variant, ambiguity: Ambiguity) -> Iterable[str]:
    """Yield how the table has settled an ambiguity: by other readings of the source or another choice, or as we do.

    A house rule that is shown at a rule of its own is left out. Nothing is yielded while the ambiguity is open.
    """
    deciding = variant.settling(ambiguity)
    others = [option for option in deciding if differs(variant, option)]
    if deciding and not others:
        yield sentence(ambiguity.default)
    for option in others:
        if option.rule == ambiguity.key:
            chosen = variant.chosen(option)
            read = [r.text for r in ambiguity.readings if (r.option, r.choice) == (option.key, chosen)]
            yield sentence(read[0]) if read else agreed_text(option, chosen)
