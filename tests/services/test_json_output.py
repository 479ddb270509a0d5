"""The JSON of responses."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.services.json_output import AnswerTooLarge, encode, encode_at_once

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
    max_leaves=20,
)


@given(st.dictionaries(st.text(max_size=8), values, max_size=6))
def test_it_reads_back_as_the_same(document: dict[str, object]) -> None:
    assert json.loads(encode(document)) == json.loads(encode_at_once(document)) == document


def test_a_list_has_a_line_for_each_item() -> None:
    assert encode({"rounds": [{"number": 1}, {"number": 2}], "name": "x"}) == (
        b'{"rounds":[\n{"number":1},\n{"number":2}],\n"name":"x"}\n'
    )


def test_an_iterator_is_a_list_and_ends_where_the_document_is_too_large() -> None:
    """Nothing after that is asked for."""
    asked = []

    def games() -> Iterator[dict[str, int]]:
        for number in range(100):
            asked.append(number)
            yield {"number": number}

    whole = encode({"games": games(), "none": iter(())})
    assert json.loads(whole) == {"games": [{"number": number} for number in range(100)], "none": []}
    assert encode({"games": games(), "none": iter(())}, most=len(whole)) == whole
    asked.clear()
    with pytest.raises(AnswerTooLarge):
        encode({"games": games()}, most=50)
    assert len(asked) < 5
