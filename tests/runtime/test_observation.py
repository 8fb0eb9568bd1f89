from dataclasses import FrozenInstanceError

import pytest

from runtime.observation import Bounds, Element, new_element


def test_an_element_made_quickly_is_one_like_any_other() -> None:
    values = (3, "button", "Save", "", "Save it", "x:id/save", Bounds(0, 1, 2, 3), 5)

    quick, slow = new_element(*values), Element(*values)

    assert quick == slow
    assert (hash(quick), repr(quick), type(quick)) == (hash(slow), repr(slow), Element)
    with pytest.raises(FrozenInstanceError):
        quick.text = "Delete"  # type: ignore[misc]
