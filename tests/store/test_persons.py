"""An id in the JSON texts is found where it is one, and nothing else is touched."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store.persons import occurs, replaced
from tests.store.steps import a_step

WHO, GRAVE = 123, -7


@pytest.mark.parametrize(
    ("text", "erased"),
    [
        ("123", "-7"),
        ("[123]", "[-7]"),
        ('{"player": 123, "players":[1,123,2]}', '{"player": -7, "players":[1,-7,2]}'),
        ('{"delves": {"123": {"room": "forge"}}}', '{"delves": {"-7": {"room": "forge"}}}'),
        ('{"completed":{"1":[],"123" : []}}', '{"completed":{"1":[],"-7" : []}}'),
        ('{"123":123}', '{"-7":-7}'),
    ],
)
def test_an_id_is_a_number_or_the_key_of_an_entry(text: str, erased: str) -> None:
    assert occurs(WHO, a_step(events=text))
    assert replaced(text, WHO, GRAVE) == erased


@pytest.mark.parametrize(
    "text",
    [
        "1234",
        "0.123",
        "123.0",
        "123e5",
        "1e123",
        "-123",
        '"123"',
        '["123", "123"]',
        '{"link": "https://spelltable.example/123"}',
        '{"note": "123: he said \\"123\\": so"}',
        '{"note": "a \\\\", "123x": 1}',
        '{"a 123": 1}',
        '{"x": "]123,"}',
    ],
)
def test_no_other_number_and_no_other_text_is_an_id(text: str) -> None:
    assert not occurs(WHO, a_step(command=text, events=text, state=text))
    assert replaced(text, WHO, GRAVE) == text


def test_who_did_a_step_occurs_in_it() -> None:
    assert occurs(WHO, a_step(actor=WHO))
    assert not occurs(WHO, a_step(state=None))
    assert replaced(None, WHO, GRAVE) is None


TREES = st.recursive(
    st.none() | st.booleans() | st.integers(100, 130) | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.text() | st.integers(100, 130).map(str), inner, max_size=4)
    ),
    max_leaves=20,
)


def mapped(tree: object) -> object:
    """The same tree, with every id replaced the way a reader of it would."""
    if isinstance(tree, dict):
        return {str(GRAVE) if k == str(WHO) else k: mapped(v) for k, v in tree.items()}
    if isinstance(tree, list):
        return [mapped(part) for part in tree]
    return GRAVE if type(tree) is int and tree == WHO else tree


@settings(deadline=None)
@given(TREES)
def test_any_json_means_the_same_but_for_the_id(tree: object) -> None:
    for text in (json.dumps(tree), json.dumps(tree, ensure_ascii=False, indent=1)):
        erased = replaced(text, WHO, GRAVE)
        assert erased is not None
        assert json.loads(erased) == mapped(tree)
        assert not occurs(WHO, a_step(state=erased))
        assert occurs(WHO, a_step(state=text)) == (erased != text)
