import shlex
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phoneworld.adb.errors import IncompleteScript, ShellSyntaxError
from phoneworld.adb.shell.parser import parse
from phoneworld.adb.shell.syntax import LiteralText, Simple

PIECES = st.sampled_from(
    "a b 'q' \"d $X\" $X ${X:-y} $? $( ) ( { } ; && || | & > >> < 2>&1 2> \\ ` \n if then else fi "
    "while do done for in ! = A=1 # * ? [ ] '".split(" ")
)


def words_of(text: str) -> list[str]:
    ((chain),) = parse(text)
    (command,) = chain.links[0][1].commands
    assert isinstance(command, Simple)
    found: list[str] = []
    for word in command.words:
        assert all(isinstance(part, LiteralText) for part in word)
        found.append("".join(part.text for part in word if isinstance(part, LiteralText)))
    return found


@given(st.text(max_size=80))
def test_any_text_is_a_script_or_an_error(text: str) -> None:
    with suppress(ShellSyntaxError):
        parse(text)


@given(st.lists(PIECES, max_size=25))
def test_any_mixture_of_marks_is_a_script_or_an_error(pieces: list[str]) -> None:
    with suppress(ShellSyntaxError):
        parse(" ".join(pieces))


@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=20),
        min_size=1,
        max_size=6,
    )
)
def test_what_clients_quote_arrives_as_it_was(words: list[str]) -> None:
    words = ["echo", *words]

    assert words_of(shlex.join(words)) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("echo a\\ b", ["echo", "a b"]),
        ("echo 'it'\\''s'", ["echo", "it's"]),
        ('echo "a\\"b\\\\c\\d"', ["echo", 'a"b\\c\\d']),
        ("echo ''", ["echo", ""]),
        ("echo a#b # comment", ["echo", "a#b"]),
        ("echo\ta\\\nb", ["echo", "ab"]),
        ("input text 你\u3000好\u00a0x", ["input", "text", "你\u3000好\u00a0x"]),
        ("echo { } if", ["echo", "{", "}", "if"]),
    ],
)
def test_quoting(text: str, words: list[str]) -> None:
    assert words_of(text) == words


@pytest.mark.parametrize(
    "text", ["echo 'a", 'echo "a', "if true", "for x in a; do", "(ls", "$(ls", "a &&"]
)
def test_what_may_go_on_is_told_from_what_is_wrong(text: str) -> None:
    with pytest.raises(IncompleteScript):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [")", "a | | b", "; ;", "done", "echo $((1+1))", "cat << E", "case x in esac", "${x/a/b}"],
)
def test_what_is_wrong_or_unknown_is_an_error(text: str) -> None:
    with pytest.raises(ShellSyntaxError) as caught:
        parse(text)

    assert not isinstance(caught.value, IncompleteScript)


def test_long_line_takes_linear_time() -> None:
    assert len(words_of("echo " + "a\\b " * 50_000)) == 50_001
