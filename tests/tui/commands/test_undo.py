"""`phonebuddy undo`, and what `run` and `replay` say of changes."""

import json

from phonebuddy.v1.client import Client
from phonebuddy_command import Command, Inside

PHONE = "phoneworld://?seed=7"
TEXTED = ("run", "text Alma", "--device", PHONE, "--policy", "texts", "--yes", "send")
CHANGE = "1 message to Alma Walsh sent"


def test_a_run_says_what_changed_and_is_taken_back_whole(inside: Inside, buddy: Client) -> None:
    told = inside(*TEXTED)
    assert f"Changed on the phone: {CHANGE}" in told
    assert "phonebuddy undo" in told
    assert "The phone is not as it was" in inside(
        "replay", "last", "--yes", "send", "--policy", "opener"
    )
    assert "used, or opened anew" in inside("undo", next_to_last(buddy), status=2)
    assert "is taken back" in inside("undo")
    assert f"no longer: {CHANGE}" in inside("undo", next_to_last(buddy))
    assert "Taken back since" in inside("runs", "show", next_to_last(buddy))
    assert "taken back already" in inside("undo", status=2)


def next_to_last(buddy: Client) -> str:
    return [run.id for run, _ in zip(buddy.runs(), range(2), strict=False)][1]


def test_programs_read_what_changed(phonebuddy: Command) -> None:
    over = json.loads(phonebuddy(*TEXTED, "--json").stdout.splitlines()[-1])
    assert over["changed"] == [CHANGE]
    nothing = ("run", "go", "--device", PHONE, "--policy", "opener", "--json")
    over = json.loads(phonebuddy(*nothing).stdout.splitlines()[-1])
    assert over["changed"] == []
