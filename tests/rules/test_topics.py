"""Topics of citations: every topic is used, and every citation refers to a rule with a section of the source."""

from pathlib import Path

import pytest

from scorekeeper.rules.model.sources import Rule
from scorekeeper.rules.model.topics import MeldTopic, Topic
from scorekeeper.rules.model.variant import Variant
from scorekeeper.rules.referee.wordings import all_codes, sentences
from scorekeeper.rules.variants import VARIANTS

from ..case_tables import table_of

ROOT = Path(__file__).parents[2]
every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())


def paths_changed(variant: Variant) -> set[str]:
    """Return every field that a house rule changes, as a dotted path."""
    return {path for option in variant.options for changes in option.changes.values() for path in changes}


@every_variant
def test_a_variant_lacks_the_topics_that_its_cases_name(variant: Variant) -> None:
    """The head of a variant's cases lists the topics without a rule; the referee cites none there."""
    assert [topic.value for topic in Topic if topic not in variant.cites] == table_of(variant.key)["lacks"]


@every_variant
def test_every_citation_is_about_a_topic_and_has_a_source(variant: Variant) -> None:
    cited = {**variant.cites, **variant.melds.rules}
    assert all(isinstance(topic, Topic) for topic in variant.cites)
    assert all(isinstance(topic, MeldTopic) for topic in variant.melds.rules)
    rules = [variant.rules[key] for key in cited.values()]
    assert all(isinstance(rule, Rule) and rule.section for rule in rules)
    assert variant.source.title
    assert variant.source.publisher


def test_a_house_rule_changes_citations_of_topics_that_there_are() -> None:
    paths = {path for variant in VARIANTS.values() for path in paths_changed(variant)}
    assert {path for path in paths if path.startswith("cites.")} <= {f"cites.{topic.value}" for topic in Topic}
    of_melds = {path for path in paths if path.startswith("melds.rules.")}
    assert of_melds
    assert of_melds <= {f"melds.rules.{topic.value}" for topic in MeldTopic}


def test_every_topic_is_of_use() -> None:
    """A sentence has it, the code names it, or, for a topic of melds, it is the code of a reason."""
    about = {topic for code in all_codes() for topic, _sentence in sentences(code)} | all_codes()
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "scorekeeper").rglob("*.py"))
        if "variants" not in path.parts and path.name != "topics.py"
    )
    asked_for = {t for t in (*Topic, *MeldTopic) if f"{type(t).__name__}.{t.name}" in code}
    assert sorted({*Topic, *MeldTopic} - about - asked_for) == []


def test_every_topic_has_a_rule_in_some_game() -> None:
    """Except `meld`, whose rule is that of `MeldTopic.MIN_CARDS`, and topics of house rules."""
    cited = {topic for variant in VARIANTS.values() for topic in variant.cites}
    changed = {path.removeprefix("cites.") for variant in VARIANTS.values() for path in paths_changed(variant)}
    assert sorted(set(Topic) - cited - changed) == [Topic.MELD]
