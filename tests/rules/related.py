"""Questions that must agree with one another.

A relation is a function of a `Table` that deals cards, asks related questions, and asserts that their answers agree.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from scorekeeper.rules.model.terms import ClosingRequirement, EmptyHand, LastDiscard, LayOff, Requirement, RunSuits
from scorekeeper.rules.scoring.rounds import factor
from scorekeeper.services.errors import Invalid
from scorekeeper.services.referee.ask import rule_on_document

from .related_tables import JOKER, RANKS, SUITS, Answer, Table, go_out_situation, pile_situation, some_question
from .strategies import fullest_hand


def outcome(answer: Answer) -> tuple[Any, ...]:
    """Return the verdict, facts and penalties."""
    return answer["verdict"], answer["facts"], answer["penalties"]


def has_joker(cards: Sequence[str], table: Table) -> bool:
    """Return whether a joker or a wild card is among them."""
    wild = {rank.name for rank in table.variant.deck.wild_ranks}
    return any(card == JOKER or (wild and card[0] == "2") for card in cards)


def others(table: Table, hand: list[str]) -> dict[str, dict[str, list[str]]]:
    """Return a round in which Ida went out, Ole holds this hand, and all others nothing."""
    names = ["Ida", "Ole", "Eva", "Per", "Una", "Ari"][: table.players]
    return {name: {"hand": hand if name == "Ole" else []} for name in names}


# ------------------------------------------------------------------ relations: one question told in two ways


def null_is_left_out(table: Table) -> None:
    """Keys that are null change nothing, nor does what the ordinary case is told as."""
    question, situation = some_question(table)
    ordinary = {
        "own_turn": True,
        "first_round": False,
        "active_player_claims": False,
        "called": True,
        "table_valid": True,
    }
    known = {
        "meld": ("first_round",),
        "lay-off": ("own_turn", "first_round"),
        "joker-swap": ("own_turn", "first_round"),
        "pile": ("first_round", "active_player_claims"),
        "go-out": ("first_round", "called", "table_valid"),
    }
    try:
        plain = table.ask(question, **situation)
    except Invalid:
        return
    for key in known.get(question, ()):
        if key not in situation:
            assert table.ask(question, **situation, **{key: None}) == plain
            assert table.ask(question, **situation, **{key: ordinary[key]}) == plain


def order_is_none(table: Table) -> None:
    """The order of cards within melds and hands changes no verdict, penalty or number."""
    question, situation = some_question(table)

    def turned(key: str, value: Any) -> Any:
        if key in ("pile", "callers") or not isinstance(value, list) or not value:
            return value
        if isinstance(value[0], str):
            return value[::-1]
        return [turned(key, part) for part in value]

    other = {key: turned(key, value) for key, value in situation.items()}
    if question == "arrange":
        return
    found, as_turned = answers(table, question, situation, other)
    if found is None or as_turned is None:
        assert found is as_turned is None
        return
    assert found["verdict"] == as_turned["verdict"]
    assert found["penalties"] == as_turned["penalties"]
    assert found["settled"] == as_turned["settled"]
    assert sorted({reason["code"] for reason in found["reasons"]}) == sorted({r["code"] for r in as_turned["reasons"]})
    assert unordered(found["facts"]) == unordered(as_turned["facts"])


def answers(table: Table, question: str, *situations: dict[str, Any]) -> list[Answer | None]:
    """Return an answer for each situation, None where it is refused."""
    found: list[Answer | None] = []
    for situation in situations:
        try:
            found.append(table.ask(question, **situation))
        except Invalid:
            found.append(None)
    return found


def unordered(value: Any) -> Any:
    """Return facts with lists of cards sorted."""
    if isinstance(value, dict):
        return {key: unordered(part) for key, part in value.items()}
    if isinstance(value, list):
        return sorted(map(repr, map(unordered, value)))
    return value


def suits_are_alike(table: Table) -> None:
    """Cards with their suits exchanged get the same answer with those suits."""
    question, situation = some_question(table)
    if question == "arrange":
        return
    new = dict(zip(SUITS, table.random.sample(SUITS, 4), strict=True))
    if table.variant.melds.run_suits is RunSuits.ALTERNATING:  # black and red stay apart
        new = dict(zip("SCHD", table.random.choice(("CSDH", "HDSC", "DHSC")), strict=True))

    def swapped(value: Any) -> Any:
        if isinstance(value, str) and len(value) == 2 and value[0] in RANKS and value[1] in SUITS:
            return value[0] + new[value[1]]
        if isinstance(value, dict):
            return {key: swapped(part) for key, part in value.items()}
        return [swapped(part) for part in value] if isinstance(value, list) else value

    found, exchanged = answers(table, question, situation, swapped(situation))
    if found is None or exchanged is None:
        assert found is exchanged is None
        return
    assert found["verdict"] == exchanged["verdict"]
    assert found["penalties"] == exchanged["penalties"]
    assert unordered(swapped(found["facts"])) == unordered(exchanged["facts"])


def default_choices_change_nothing(table: Table) -> None:
    """A house rule chosen as its default settles a doubt, and changes no verdict, fact or penalty."""
    question, situation = some_question(table)
    option = table.random.choice(table.variant.options)
    if option.key in table.house_rules or question == "arrange":
        return
    chosen = {**table.house_rules, option.key: option.default}
    table.asked += 1
    try:
        plain = table.ask(question, **situation)
    except Invalid:
        return
    assert outcome(rule_on_document(question, table.body(situation, chosen))) == outcome(plain)


def readings_are_house_rules(table: Table) -> None:
    """Each reading that an answer lists is what the answer is once the table has chosen that house rule."""
    question, situation = some_question(table)
    try:
        plain = table.ask(question, **situation)
    except Invalid:
        return
    assert plain["settled"] is (not plain["readings"])
    assert plain["verdict"] == "illegal" or not plain["penalties"]
    for reading in plain["readings"]:
        if reading["verdict"] is None or question == "arrange":  # nobody can try it
            continue
        table.asked += 1
        rules = {**table.house_rules, reading["option"]: reading["choice"]}
        chosen = rule_on_document(question, table.body(situation, rules))
        assert chosen["verdict"] == reading["verdict"], reading
        for key, value in (reading.get("facts") or {}).items():
            assert chosen["facts"].get(key) == value, (key, value, chosen["facts"].get(key), reading["option"])
        assert outcome(chosen) != outcome(plain), reading["option"]


def other_runs_are_open_where_one_lies(table: Table) -> None:
    """A reading that allows other runs is open where cards lie so that are no meld otherwise, and nowhere else."""
    question, situation = some_question(table)
    readings = [other for ambiguity in table.variant.ambiguities for other in ambiguity.readings if other.where_laid]
    if not readings or question == "arrange":
        return
    other = readings[0]
    rules = {key: choice for key, choice in table.house_rules.items() if key != other.option}

    def is_meld(cards: list[str], chosen: dict[str, Any]) -> bool:
        body = table.body({"cards": cards}, {**rules, **chosen})
        return bool(rule_on_document("meld", body)["facts"]["valid"])

    try:
        plain = rule_on_document(question, table.body(situation, rules))
    except Invalid:
        return
    table.asked += 1
    lists = [part for key, part in situation.items() if key in ("cards", "meld") and question != "lay-off"]
    lists += [
        meld for key in ("melds", "table", "before", "after", "laid_new_melds") for meld in situation.get(key, ())
    ]
    lists += [player["hand"] for player in situation.get("players", {}).values()]
    lies = any(is_meld(cards, {other.option: other.choice}) and not is_meld(cards, {}) for cards in lists if cards)
    is_open = any(reading["option"] == other.option for reading in plain["readings"])
    assert is_open if question == "meld" and lies else lies or not is_open


def one_pack_has_no_doubt_of_two(table: Table) -> None:
    """With one pack no doubt is shown about what only two packs have."""
    question, situation = some_question(table)
    if table.variant.deck.packs_for(table.players) > 1:
        return
    for found in answers(table, question, situation):
        keys = {reading["option"] for reading in found["readings"]} if found else set()
        assert not keys & {option.key for option in table.variant.options if option.packs > 1}


# ------------------------------------------------------------------ relations: several questions


def counts_otherwise(table: Table, melds: Sequence[Sequence[str]]) -> bool:
    """Return whether melds count otherwise toward the opening than laid: jokers do, or melds with jokers do not."""
    clean = table.variant.turn.opening_asks(Requirement.WITHOUT_JOKERS)
    return "opening_joker" in table.house_rules or (clean and any(has_joker(meld, table) for meld in melds))


def a_named_joker_is_one_that_may_be(table: Table) -> None:
    """The only joker of a meld may be named as what it may be, and as nothing else."""
    cards = table.meld()
    found = table.ask("meld", cards=cards)
    if not found["facts"]["valid"] or cards.count(JOKER) != 1 or has_joker([c for c in cards if c != JOKER], table):
        return
    may_be = found["facts"]["joker_may_be"]
    for card in (*may_be, *table.random.sample([rank + suit for rank in RANKS for suit in SUITS], 4)):
        named = table.ask("meld", cards=cards, joker_as=[card])
        held = cards.count(card) < table.variant.deck.packs_for(table.players)
        assert named["facts"]["valid"] is (card in may_be) or not held, card


def an_opening_is_its_melds(table: Table) -> None:
    """An opening is right if its melds are, and counts what they count."""
    melds = table.melds(3)
    if not melds:
        return
    each = [table.ask("meld", cards=cards) for cards in melds]
    found = table.ask("opening", melds=melds)
    if not all(one["facts"]["valid"] for one in each):
        assert found["verdict"] == "illegal"
    if found["verdict"] == "legal":
        assert all(one["facts"]["may_be_laid_now"] for one in each)
    if all(one["facts"]["valid"] for one in each) and not counts_otherwise(table, melds):
        counted = found["facts"].get("points", found["facts"].get("best_points"))
        assert counted == sum(one["facts"]["points"] for one in each)
        if not table.variant.turn.opening_asks(Requirement.IN_ONE_MELD):
            assert found["facts"]["meets_minimum"] is (counted >= found["facts"]["minimum"])


def what_is_laid_off_makes_a_meld(table: Table) -> None:
    """A card fits a meld if both together are one; where no joker lies, the table says the same, and the call."""
    melds = table.melds(3) or [table.meld()]
    if not all(table.is_meld(meld) for meld in melds):
        return
    card = table.near(melds)
    found = table.ask("lay-off", table=melds, cards=[card])
    targets = found["facts"].get("targets")
    if targets is None:
        return
    turn, plain = table.variant.turn, not has_joker([card, *(c for meld in melds for c in meld)], table)
    for at, meld in enumerate(melds):
        together = table.is_meld([*meld, card])
        assert at not in targets or together
        if plain:
            assert (at in targets) is together
            after = [[*m, card] if i == at else m for i, m in enumerate(melds)]
            judged = table.ask("table", before=melds, after=after, played=[card])
            assert (judged["verdict"] == "legal") is together or turn.lay_off is LayOff.NEVER
    if found["verdict"] == "legal":
        assert targets
        assert found["facts"]["must_say_which"] is (len(targets) > 1)
    if table.variant.call.allowed and plain:
        call = table.ask("rummy-call", discard=card, table=melds, discarder="Ida", callers=["Ida", "Ole"])
        assert (call["verdict"] == "legal") is bool(targets)
        winner = "Ida" if table.house_rules.get("discarder_may_call") else "Ole"
        assert call["facts"].get("card_to") == (winner if targets else None)


def a_turn_is_what_its_parts_are(table: Table) -> None:
    """What a legal turn has laid are melds, and open if they must; what the pile leaves is what the turn ends with."""
    situation = go_out_situation(table)
    try:
        found = table.ask("go-out", **situation)
    except Invalid:
        return
    facts = found["facts"]
    if found["verdict"] != "illegal":
        each = [table.ask("meld", cards=cards) for cards in situation["laid_new_melds"]]
        assert all(one["facts"]["valid"] for one in each)
        had_opened = situation.get("opened_before", True) and situation.get("melded_before", True)
        if each and not had_opened and facts.get("closes") is False:
            assert table.ask("opening", melds=situation["laid_new_melds"])["facts"]["meets_minimum"]
    if facts.get("closes"):
        assert not situation["hand_after"] or table.variant.knock.allowed
        for way in (key for key, way in table.variant.closing.ways.items() if way.laid_before):
            names = others(table, table.draw(2))
            single = table.ask("round-score", closer="Ida", players=names)["facts"]["scores"]
            doubled = table.ask("round-score", closer="Ida", players=names, **{way: facts[way]})["facts"]["scores"]
            times = factor(table.variant, way) if facts[way] else 1
            assert doubled == {name: times * points for name, points in single.items()}


def the_pile_and_the_turn_agree(table: Table) -> None:
    """A turn in which the top discard was drawn is legal by both questions, or by neither."""
    if table.variant.closing.last_discard is LastDiscard.NONE:
        return
    situation = pile_situation(table)
    first = table.random.random() < 0.2
    opened = table.random.random() < 0.7
    told = {key: situation[key] for key in ("table", "laid_new_melds", "laid_off", "hand_before") if key in situation}
    try:
        draw = table.ask("pile", take="top_card", pile=situation["pile"], first_round=first, opened=opened, **told)
        after = draw["facts"]["hand_after"]
        if len(after) < 2 or not told["hand_before"]:
            return
        discard = table.random.choice(after)
        rest = list(after)
        rest.remove(discard)
        pile = table.ask(
            "pile", take="top_card", pile=situation["pile"], first_round=first, opened=opened, discard=discard, **told
        )
        turn = table.ask(
            "go-out",
            **told,
            drawn=situation["pile"][-1],
            drawn_from="discard_pile",
            discard=discard,
            hand_after=rest,
            called=not table.variant.knock.allowed,
            first_round=first,
            opened_before=opened,
            melded_before=opened,
        )
    except Invalid:
        return
    assert pile["facts"]["hand_after"] == after
    several = {"not_in_hand", "too_many_melds"} & {
        reason["code"] for reason in pile["reasons"]
    }  # taken, for all we know
    assert pile["verdict"] == turn["verdict"] or several, (pile["reasons"], turn["reasons"])
    assert not turn["facts"]["closes"]


def nobody_has_cards_or_cardless(table: Table) -> None:
    """A player without cards is told or shown; both say the same."""
    situation = pile_situation(table)
    del situation["hand_before"]
    told, shown = answers(table, "pile", {**situation, "cardless": True}, {**situation, "hand_before": []})
    if told is None or shown is None or table.variant.closing.empty_hand is not EmptyHand.PLAYS_ON:
        return
    faults = [
        {r["code"] for r in found["reasons"] if found["verdict"] == "illegal"} - {"not_in_hand"}
        for found in (told, shown)
    ]
    assert faults[0] == faults[1]
    assert told["penalties"] == shown["penalties"] == []


def what_a_hand_costs_is_what_it_scores(table: Table) -> None:
    """A hand costs what it takes off in the round, by cards or by points; the row of these scores is possible."""
    drawn = table.draw(table.random.randint(0, 6)) + (table.meld() if table.random.random() < 0.4 else [])
    hand = drawn[: fullest_hand(table.variant, table.players)]
    cost = table.ask("hand-value", cards=hand)["facts"]["points"]
    players = others(table, hand)
    found = table.ask("round-score", closer="Ida", players=players)
    scores, scoring = found["facts"]["scores"], table.variant.scoring
    if scoring.full_hand is not None and len(hand) == table.variant.deal.cards_for(len(players)):
        cost = scoring.full_hand
    assert scores["Ole"] == (cost * table.variant.ending.hand_sign if scoring.hands_cost else 0)
    compared = cost + table.variant.knock.bonuses["gin"] if table.variant.knock.allowed else 0
    assert scores["Ida"] == (cost if scoring.closer_collects else compared) + table.variant.closing.bonus
    assert found["facts"]["sum"] == sum(scores.values())
    row = table.ask("round-score", closer="Ida", entered=scores)
    assert row["verdict"] == found["verdict"] == "legal"
    assert "suggested_correction" not in row["facts"]
    if not scoring.table_scores:
        racks = table.ask("round-score", closer="Ida", racks_left=dict.fromkeys(players, 0) | {"Ole": cost})
        assert racks["facts"]["scores"] == scores
    most = table.variant.ending.limit or 600  # with more, a player is out
    previous = {name: table.random.randrange(-50, most) for name in scores}
    totals = table.ask("round-score", closer="Ida", players=players, previous_totals=previous)["facts"]["totals"]
    assert totals == {name: previous[name] + scores[name] for name in scores}
    rounds = table.ask("game-end", rounds=[previous, scores])
    assert rounds["facts"]["totals"] == totals
    ending = table.variant.ending
    tell = {}
    if ending.grand_totals and table.variant.knock.gin_boxes == 1:  # as the rounds tell who has won them
        tell = {"hands_won": {name: (previous[name] > 0) + (scores[name] > 0) for name in scores}}
    told = table.ask("game-end", totals=totals, rounds_played=2, **tell)
    rounds["facts"].pop("rounds_won", None)  # which totals do not tell
    if outcome(rounds) != outcome(told):  # it matters how many rounds each has won, or who had the target before
        assert told["verdict"] == "undecided"
        if table.house_rules.get("winner_by") != "rounds_won":
            assert table.house_rules["several_past_target"] == "one_ahead"
            assert sum(total >= ending.target for total in totals.values()) > 1


def a_complete_meld_costs_its_cards_or_nothing(table: Table) -> None:
    """A hand costs the sum of its parts; where complete melds are free, a meld with other cards no more than these."""
    free = {"melds_in_hand": "nothing"} if any(o.key == "melds_in_hand" for o in table.variant.options) else {}
    meld, rest = table.meld(), table.draw(table.random.randint(0, 5))

    def cost(cards: list[str], **rules: str) -> int:
        table.asked += 1
        found = rule_on_document("hand-value", table.body({"cards": cards}, {**table.house_rules, **rules}))
        return int(found["facts"]["points"])

    if not table.variant.scoring.melds_in_hand_free:
        assert cost([*meld, *rest]) == cost(meld) + cost(rest)
    if free and table.is_meld(meld):
        assert cost(meld, **free) == 0
        assert cost([*meld, *rest], **free) <= cost(rest, **free)
        left = table.ask("arrange", cards=[*meld, *rest], aim="fewest_left")["facts"]["left"]
        assert cost([*meld, *rest], **free) <= cost(left, **free)


def an_arrangement_is_legal(table: Table) -> None:
    """Melds that are proposed are melds, and count what is told; what is left costs what a hand costs."""
    cards = table.draw(table.random.randint(0, 9))
    if table.random.random() < 0.7:
        cards += table.meld()
    aim = table.random.choice(("most_points", "fewest_left", "opening"))
    found = table.ask("arrange", cards=cards, aim=aim)["facts"]
    laid = [card for meld in found["melds"] for card in meld["cards"]]
    assert Counter(laid) + Counter(found["left"]) == Counter(cards)
    assert table.ask("hand-value", cards=found["left"])["facts"]["points"] == found["points_left"]
    for meld in found["melds"]:
        judged = table.ask("meld", cards=meld["cards"], joker_as=meld["joker_as"])
        assert judged["facts"]["valid"]
        assert not judged["facts"]["declaration_required"]
    if found["melds"]:
        named = {str(at): meld["joker_as"] for at, meld in enumerate(found["melds"]) if meld["joker_as"]}
        opening = table.ask("opening", melds=[meld["cards"] for meld in found["melds"]], joker_as=named)["facts"]
        melds = [meld["cards"] for meld in found["melds"]]
        assert opening["points"] == found["points_laid"] or counts_otherwise(table, melds)
        opens = opening["meets_minimum"] and opening.get("pure_run", True)  # alone, the points of such a game do not
        assert opens is found["meets_minimum"]


def a_joker_is_swapped_for_what_it_may_be(table: Table) -> None:
    """Of a legal swap the meld that is left is one; what the joker may not be frees it never."""
    meld = table.meld()
    judged = table.ask("meld", cards=meld)["facts"]
    offered = table.near([meld])
    found = table.ask("joker-swap", meld=meld, offered=offered, player="Ida", meld_owner="Ole", joker_kept=True)
    if found["verdict"] == "legal":
        assert judged["valid"]
        assert table.is_meld(found["facts"]["meld_after"])
        assert Counter(found["facts"]["meld_after"]) + Counter([JOKER]) == Counter([*meld, offered]) or has_joker(
            [c for c in meld if c != JOKER], table
        )
        assert offered in judged.get("joker_may_be", [offered])


def a_full_hand_proves_itself(table: Table) -> None:
    """A hand of as many cards as were dealt is told the same with and without saying that nothing was laid before."""
    dealt = table.variant.deal.cards_for(table.players)
    melds = table.melds(3)
    laid = [card for meld in melds for card in meld]
    if len(laid) > dealt:
        return
    hand = [*laid, *table.draw(dealt - len(laid))]
    drawn = table.draw(1)[0]
    rest = [*hand[len(laid) :], drawn]
    turn = {"hand_before": hand, "drawn": drawn, "laid_new_melds": melds, "discard": drawn, "hand_after": rest[:-1]}
    if table.variant.closing.last_discard is LastDiscard.NONE:
        return
    told = table.ask("go-out", **turn, melded_before=False, opened_before=False, laid_off_before=False)
    proves = not any(table.variant.turn.draws[kind].allowed for kind in ("whole_pile", "deeper_card", "out_of_turn"))
    if proves:
        assert table.ask("go-out", **turn) == told
        bare = {key: value for key, value in turn.items() if key not in ("hand_before", "drawn")}
        if not table.variant.turn.rearrange:
            assert outcome(table.ask("go-out", **bare)) == outcome(told)


def a_joker_on_the_table_is_told_or_of_no_matter(table: Table) -> None:
    """Untold, the answer is the one under every naming of the joker; undecided if they differ and none is a fault."""
    random, key = table.random, table.random.choice(("lay-off", "rummy-call", "go-out", "pile"))
    dealt = [table.meld() for _ in range(8)] if table.variant.deck.jokers else []
    melds = [meld for meld in dealt if meld.count(JOKER) == 1][:1] + [meld for meld in dealt if JOKER not in meld][:2]
    at = random.randrange(len(melds)) if melds else 0
    melds[:1], melds[at : at + 1] = melds[at : at + 1], melds[:1]  # the joker lies anywhere
    if not melds or JOKER not in melds[at] or table.variant.deck.wild_ranks:
        return
    found = [table.ask("meld", cards=meld)["facts"] for meld in melds]
    if not all(each["valid"] for each in found) or (found[at]["kind"] == "set" and not table.names_suits):
        return
    card, to = table.near([melds[at]]), random.randrange(len(melds))
    laid = {"table": melds, "laid_off": [{"card": card, "to": at if random.random() < 0.8 else to}]}
    situation: dict[str, Any] = {
        "lay-off": {"table": melds, "cards": [card]},
        "rummy-call": {"discard": card, "table": melds, "discarder": "Ida", "callers": ["Ole"]},
        "go-out": {**laid, "hand_after": table.draw(1), "discard": table.near([*melds, [card]])},
        "pile": {**laid, "take": "top_card", "discard": table.near([*melds, [card]])},
    }[key]
    untold = table.ask(key, **situation)
    told = [table.ask(key, **situation, table_joker_as={str(at): role}) for role in found[at]["joker_may_be"]]
    verdicts = {each["verdict"] for each in told}
    if all(outcome(each) == outcome(told[0]) for each in told):
        assert outcome(untold) == outcome(told[0]) or untold["verdict"] == "undecided" != told[0]["verdict"]
        assert untold["verdict"] == told[0]["verdict"] or "declar" in str(untold["reasons"])
    elif verdicts == {"illegal"}:
        assert untold["verdict"] == "illegal"
    else:
        assert untold["verdict"] == "undecided", (untold["facts"], [each["facts"] for each in told])
        assert "joker_not_named" in {reason["code"] for reason in untold["reasons"]}


def beside_a_joker_three_questions_agree(table: Table) -> None:
    """Whether a card goes beside a joker is the same by laying off, by the table, and instead of a swap."""
    if table.variant.deck.wild_ranks or not table.variant.deck.jokers:
        return
    meld = next((meld for meld in (table.meld() for _ in range(8)) if meld.count(JOKER) == 1), [])
    found = table.ask("meld", cards=meld)["facts"] if meld else {"valid": False}
    if not found["valid"]:
        return
    card = table.near([meld])
    for role in (None, *found["joker_may_be"]):
        named = {"0": role} if role else None
        laid = table.ask("lay-off", table=[meld], cards=[card], table_joker_as=named)
        turn = table.ask("table", before=[meld], after=[[*meld, card]], played=[card], before_joker_as=named)
        swap = table.ask("joker-swap", meld=meld, offered=card, joker_as=role, joker_kept=True)
        targets, may = laid["facts"].get("targets"), swap["facts"].get("may_lay_off_instead")
        if targets is not None:
            assert turn["verdict"] == ("legal" if targets else "illegal"), (role, laid["facts"], turn["reasons"])
            assert may is None or may is bool(targets), (role, laid["facts"], swap)
        else:
            assert turn["verdict"] == laid["verdict"] == "undecided"


def an_opening_is_one_on_the_table(table: Table) -> None:
    """New melds open by the question, by the table and by the turn that lays them, or by none of these."""
    turn, melds = table.variant.turn, table.melds(3)
    if turn.opening_minimum is None or not melds or table.variant.closing.asks(ClosingRequirement.IN_ONE_TURN):
        return
    if any(JOKER in meld for meld in melds) or table.variant.deck.wild_ranks:
        return
    before, played = table.melds(1), [card for meld in melds for card in meld]
    if not all(table.is_meld(meld) for meld in (*before, *melds)):
        return
    opens = table.ask("opening", melds=melds)
    lies = table.ask("table", before=before, after=[*before, *melds], played=played, opened=False)
    ends: dict[str, Any] = {"hand_after": table.draw(2)}
    if table.variant.closing.last_discard is not LastDiscard.NONE:
        ends["discard"] = table.draw(1)[0]
    ended = table.ask("go-out", laid_new_melds=melds, opened_before=False, melded_before=False, **ends)
    assert opens["verdict"] == lies["verdict"] == ended["verdict"], (opens, lies, ended)
    reached = opens["facts"]["meets_minimum"]
    codes = {reason["code"] for reason in ended["reasons"]}
    assert (opens["verdict"] == "legal") is (reached and not codes & {"more_than_needed", "no_pure_run"})
    assert ("below_minimum" in codes) is not reached


def a_swap_leaves_a_legal_table(table: Table) -> None:
    """Where melds are rearranged, a swap with the joker in a new meld is legal as one turn on the table, too."""
    if not table.variant.turn.rearrange or table.variant.deck.wild_ranks:
        return
    meld = next((meld for meld in (table.meld() for _ in range(8)) if meld.count(JOKER) == 1), [])
    new = next((meld for meld in (table.meld() for _ in range(8)) if JOKER not in meld and len(meld) > 2), [])
    if not meld or not new or not table.is_meld(meld) or not table.is_meld(new):
        return
    offered, with_joker = table.near([meld]), [JOKER, *new[1:]]
    swap = table.ask("joker-swap", meld=meld, offered=offered, joker_used_in_new_meld=with_joker)
    if swap["verdict"] != "legal" or not table.is_meld(with_joker):
        return
    after = [swap["facts"]["meld_after"], with_joker]
    turn = table.ask("table", before=[meld], after=after, played=[offered, *new[1:]])
    assert turn["verdict"] == "legal", (swap, turn)


RELATIONS: tuple[Callable[[Table], None], ...] = (
    null_is_left_out,
    order_is_none,
    suits_are_alike,
    default_choices_change_nothing,
    readings_are_house_rules,
    other_runs_are_open_where_one_lies,
    one_pack_has_no_doubt_of_two,
    a_named_joker_is_one_that_may_be,
    an_opening_is_its_melds,
    what_is_laid_off_makes_a_meld,
    a_turn_is_what_its_parts_are,
    the_pile_and_the_turn_agree,
    nobody_has_cards_or_cardless,
    what_a_hand_costs_is_what_it_scores,
    a_complete_meld_costs_its_cards_or_nothing,
    an_arrangement_is_legal,
    a_joker_is_swapped_for_what_it_may_be,
    a_full_hand_proves_itself,
    a_joker_on_the_table_is_told_or_of_no_matter,
    beside_a_joker_three_questions_agree,
    an_opening_is_one_on_the_table,
    a_swap_leaves_a_legal_table,
)
