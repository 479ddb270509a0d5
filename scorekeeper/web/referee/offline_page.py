"""The data with which a phone judges melds and hands without network."""

from typing import TypedDict

from ...rules.errors import N_
from ...rules.referee.tile_words import in_words_of
from ...services.referee.offline_rules import OfflineRules, offline_rules
from ...services.wording import list_pattern
from ..text import _, plural_forms
from .forms.field_reading import missing_words
from .forms.form import RefereeForm

WORDS = {
    "condition": N_("{condition}, it’s “{headline}”."),
    "otherwise": N_("Read otherwise: “{text}” Then it’s “{headline}”."),
    "notNow": N_("It’s a meld, but you can’t lay it now."),
    "mayBe": N_("The joker may be {cards}."),
    "joker": N_("Joker"),
    "gap": N_("gap"),
    "mendJoker": N_("With the joker as {cards} it’s a meld."),
    "mendDrop": N_("Without {cards} it’s a meld."),
    "mendAdd": N_("With {cards} added it’s a meld."),
    "mendMany": N_("With one more card it’s a meld, for example with {cards}."),
    "standsFor": N_("What does the joker stand for?"),
    "nextStandsFor": N_("What does the next joker stand for?"),
    "nobodyOpen": N_("By the rules alone, nobody is right."),
    "nobody": N_("By the rules, nobody is right."),
    "one": N_("By the rules, {names} is right."),
    "all": N_("By the rules, they are all right: {names}."),
    "says legal": N_("{name} says it’s right: “{words}”"),
    "says illegal": N_("{name} says it’s wrong: “{words}”"),
    "says ": N_("{name} says: “{words}”"),
    "why": N_("Why"),
    "first": N_("What I need to know first"),
    "still": N_("Still missing"),
    "explain": N_("Explain more"),
    "rule": N_("Rule {key}"),
    "allRules": N_("all rules"),
    "open": N_("What the rules leave open"),
    "houseRule": N_("House rule:"),
    "change": N_("Change what was asked"),
    "cannot": N_("This can’t be judged like that:"),
    "noCard": N_("A meld has at least one card."),
    "tooManyNamed": N_("You named more cards for jokers than there are jokers ({jokers})."),
    "leftToServer": N_("Go online to find the best melds in hand."),
    "unknownCard": N_("“{card}” isn’t a card. Write rank and suit, like 7H, TS or AD, or JK for a joker."),
    "noJokers": N_("This game is played without jokers."),
    "tooOften": N_("There are more {card} than the packs have ({copies})."),
    "tooMany": N_("Too many: at most {max_length}."),
    "noNumber": N_("“{text}” isn’t a whole number. Write it like 45, −20 or 40+35−15."),
    "atLeast": N_("This must be at least {ge}."),
    "atMost": N_("This must be at most {le}."),
}
"""The sentences of the script, by its names for them; they equal those of the server's page."""

_HERE = N_("Answered offline by this phone, using the rules it saw last.")
_BOOK = N_("To book it, ask again when you’re online.")


class OfflineData(TypedDict):
    """The data of a page for its script: the question, the rules that it reads, the sentences with plural forms."""

    question: str
    must: bool
    carried: OfflineRules
    words: dict[str, object]


def offline_data(form: RefereeForm, *, writes: bool) -> OfflineData:
    """Return the data for the page of one of `QUESTIONS`; `scorer` is whether the reader may decide on a verdict."""
    page, variant = form.page, form.game.variant
    return {
        "question": page.question,
        "must": page.fields[0].must,
        "carried": offline_rules(variant, len(form.game.players)),
        "words": {
            **{key: _(in_words_of(variant, sentence)) for key, sentence in WORDS.items()},
            "or": list_pattern("or"),
            "whichCards": _(missing_words(page.fields[0], variant)),
            "points": plural_forms("{num} point", "{num} points"),
            "here": _(_HERE),
            "again": _("Ask again"),
            "book": _(_BOOK) if writes and page.settles else "",
        },
    }
