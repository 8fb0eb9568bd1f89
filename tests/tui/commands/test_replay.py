from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from phonebuddy_command import Command, Inside

from tui.home import go_home

PHONE = "phoneworld://?seed=7"
LAUNCHER = "com.phoneworld.launcher"


def test_a_run_is_done_again_on_a_phone_as_new(phonebuddy: Command, buddy: Client) -> None:
    words = ("--device", PHONE, "--policy", "texts", "--yes", "send")
    phonebuddy("run", "text Alma", *words)
    first = next(buddy.runs())
    buddy.close_device(PHONE)

    told = phonebuddy("replay", first.id[-6:], "--yes", "send", "--policy", "helpless").stdout

    second = next(buddy.runs())
    assert second.replay_of == first.id
    assert f"replays {first.id}" in told
    assert told.count("(replayed)") == first.steps
    assert all(step.actor == run_pb2.ACTOR_REPLAY for step in buddy.steps(second.id))
    assert any(
        "The train is late" in e.text for e in buddy.observe(PHONE).elements if not e.editable
    )


def test_where_the_screen_differs_the_policy_has_the_rest(
    phonebuddy: Command, buddy: Client
) -> None:
    words = ("--device", PHONE, "--policy", "texts", "--yes", "send")
    phonebuddy("run", "text Alma", *words)
    # The same phone, in which the message is there now.
    told = phonebuddy("replay", "last", "--yes", "send", "--policy", "helpless", status=1).stdout
    assert "The replay ends here: " in told
    assert 'It gave up and said: "no way".' in told


def test_a_phone_that_is_not_as_it_was_is_offered_home(inside: Inside) -> None:
    inside("run", "text Alma", "--device", PHONE, "--policy", "texts", "--yes", "send")
    again = ("replay", "last", "--yes", "send", "--policy", "opener")
    assert "--home-first would begin at the home screen" in inside(*again)
    assert "--home-first would" not in inside(*again, "--home-first")


def test_home_is_where_the_launcher_is(inside: Inside, buddy: Client) -> None:
    inside("run", "go", "--device", PHONE, "--policy", "opener")
    assert buddy.observe(PHONE).package != LAUNCHER
    go_home(buddy, PHONE)
    assert buddy.observe(PHONE).package == LAUNCHER


def test_there_must_be_something_to_replay(inside: Inside) -> None:
    told = inside("replay", "no-such-run", status=2)
    assert "next:  phonebuddy runs list" in told


def test_recorded_run_is_done_with_another_value(inside: Inside, buddy: Client) -> None:
    inside("run", "text Alma", "--device", PHONE, "--policy", "texts", "--yes", "send")
    first = next(buddy.runs()).id
    buddy.close_device(PHONE)

    refused = inside("replay", first, "--set", "The bus is late=x", status=2)
    assert "nothing would be replaced" in refused
    assert "The train is late" in refused
    assert "no name and value" in inside("replay", first, "--set", "nothing", status=2)

    told = inside("replay", first, "--set", "The train is late=I am home", "--yes", "send")

    assert "note: step 3 is now: Type 'I am home'" in told
    shown = [element.text for element in buddy.observe(PHONE).elements if not element.editable]
    assert any("I am home" in text for text in shown)
    assert not any("The train is late" in text for text in shown)
