import pytest

from runtime.guard.wording import said_once


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("Call: Call Ada Lund", "Call Ada Lund"),
        ("delete: Delete 3 photos?", "Delete 3 photos?"),
        ("Delete: Delete", "Delete"),
        ("Call: Ada Lund", "Call: Ada Lund"),
        ("Pay: Payments of May", "Pay: Payments of May"),
        ("Send", "Send"),
        ("Buy: ", "Buy: "),
    ],
)
def test_an_act_is_named_once(words: str, shown: str) -> None:
    assert said_once(words) == shown
