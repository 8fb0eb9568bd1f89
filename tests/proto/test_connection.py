"""A token stays on this machine, or is encrypted."""

import pytest
from phonebuddy.v1.client import Client
from phonebuddy.v1.connection import Connection, is_local
from phonebuddy.v1.errors import TokenExposed

TOKEN = "0123456789abcdef"


@pytest.mark.parametrize(
    "address",
    ["10.0.0.5:7777", "phones.example:7777", "[2001:db8::1]:7777", "127.0.0.1.evil.example:1"],
)
def test_a_token_is_not_sent_to_another_machine_without_tls(address: str) -> None:
    assert not is_local(address)
    with pytest.raises(TokenExposed, match="in the clear"):
        Client(address, token=TOKEN)
    assert Connection(address).metadata == ()
    assert Connection(address, token=TOKEN, tls=True).metadata


@pytest.mark.parametrize(
    "address", ["127.0.0.1:7777", "localhost:1", "[::1]:7777", "unix:/tmp/s", "ipv4:127.0.0.1:7"]
)
def test_a_token_may_be_sent_on_this_machine(address: str) -> None:
    assert is_local(address)
    assert Connection(address, token=TOKEN).metadata == (("authorization", f"Bearer {TOKEN}"),)


def test_a_socket_may_be_named_from_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/somewhere/ada")

    assert Connection("unix:~/.phonebuddy/runtime.sock").target == (
        "unix:/somewhere/ada/.phonebuddy/runtime.sock"
    )
