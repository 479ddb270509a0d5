"""The answers of the API about rulings, as types; see `services.views.answers`."""

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict  # pydantic takes typing's from Python 3.12 on

from ...rules.model.options import Choice
from ...rules.referee.headlines import LONGEST
from ...rules.referee.ruling import Verdict
from ..views.answers import CardCodeJson, HouseRulesJson, Moment, PenaltyJson, Pointer, VariantKeyJson
from ..views.state import Status
from .situations import SITUATIONS

QuestionKey = Annotated[str, Field(json_schema_extra={"enum": list(SITUATIONS)})]
SituationAnswer = Annotated[dict[str, object], Field(description="As the question has it.")]
FactsAnswer = Annotated[dict[str, object], Field(description="The question’s own results.")]

HEADLINE = Field(max_length=LONGEST, description="The answer in one line, the decisive thing first.")


class SourceJson(TypedDict):
    """The place of a rule in its source."""

    title: str
    section: str


class RuleJson(TypedDict):
    """A rule of a variant."""

    key: str
    text: str
    source: SourceJson
    default: NotRequired[Annotated[str, Field(description="What is done where the source leaves it open.")]]


class ReasonJson(TypedDict):
    """A fault, a rule that makes a thing legal, or what must be known first."""

    code: str
    text: Annotated[str, Field(min_length=1)]
    cards: list[CardCodeJson]
    rule: RuleJson | None
    missing: NotRequired[Annotated[Pointer, Field(description="What must be given first.")]]


class ReadingJson(TypedDict):
    """Another reading of the source, which the table has not settled."""

    rule: RuleJson
    text: str
    option: Annotated[str | None, Field(description="The house rule that selects it.")]
    choice: Choice
    verdict: Annotated[
        Verdict | None, Field(description="The verdict under it; null if the referee cannot judge by it.")
    ]
    headline: Annotated[str | None, HEADLINE]
    facts: Annotated[
        FactsAnswer, Field(description="The facts that differ from the answer’s, null for one that is gone.")
    ]
    penalties: Annotated[list[PenaltyJson], Field(description="The penalties that the answer does not have.")]


class RulebookJson(TypedDict):
    """The rules that an answer follows."""

    variant: VariantKeyJson
    version: str
    house_rules: HouseRulesJson


class AnswerJson(TypedDict):
    """The referee’s answer."""

    verdict: Verdict
    headline: Annotated[str, HEADLINE]
    settled: Annotated[bool, Field(description="Whether the source, or a chosen house rule, leaves no other answer.")]
    reasons: list[ReasonJson]
    facts: FactsAnswer
    penalties: list[PenaltyJson]
    readings: list[ReadingJson]
    rulebook: RulebookJson


class DecisionJson(TypedDict):
    """What the table made of a ruling."""

    by: str | None
    when: Moment
    why: str | None
    round: int | None
    penalties: list[PenaltyJson]


class RulingJson(AnswerJson):
    """A stored ruling: the answer, who asked, and the table's decision."""

    id: str
    question: QuestionKey
    round: Annotated[int, Field(description="The round that it is about: entered, or being played when it was asked.")]
    situation: SituationAnswer
    by: str | None
    when: Moment
    claims: Annotated[
        dict[str, str], Field(description="Who says what; `legal` and `illegal` can be supported by the verdict.")
    ]
    words: Annotated[dict[str, str], Field(description="What they say beside it, in their own words.")]
    supported: Annotated[list[str], Field(description="Whose claim the rules support.")]
    status: Status
    decision: DecisionJson | None


class RulingsJson(TypedDict):
    """The rulings of a game, in the order in which they were asked for."""

    rulings: list[RulingJson]


class StoredReasonJson(TypedDict):
    """A reason as it is kept: codes and values instead of sentences."""

    code: str
    cards: list[CardCodeJson]
    rule: str | None
    values: dict[str, object]
    missing: list[str | int] | None


class StoredHeadlineJson(TypedDict):
    """A headline as it is kept: its code and values instead of a sentence."""

    code: str
    values: dict[str, object]


class StoredOtherJson(TypedDict):
    """The answer under another reading, as it is kept."""

    headline: StoredHeadlineJson | None
    facts: FactsAnswer
    penalties: list[PenaltyJson]


class DoubtJson(TypedDict):
    """What the source leaves open, and what each other reading of it says."""

    key: str
    verdicts: list[Verdict | None]
    others: NotRequired[list[StoredOtherJson | None]]


class ExportedRulingJson(TypedDict):
    """A ruling as an export keeps it: codes, cards, ids and options, players by name, no sentences."""

    id: str
    question: QuestionKey
    by: str | None
    when: Moment
    status: Status
    round: int
    situation: SituationAnswer
    claims: dict[str, str]
    words: dict[str, str]
    named_round: int | None
    rulebook: str
    house_rules: HouseRulesJson
    players: int
    verdict: Verdict
    headline: NotRequired[StoredHeadlineJson]
    reasons: list[StoredReasonJson]
    facts: FactsAnswer
    penalties: list[PenaltyJson]
    doubts: list[DoubtJson]
