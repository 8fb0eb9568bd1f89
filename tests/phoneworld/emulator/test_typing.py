from collections.abc import Callable

import pytest

from phoneworld.adb.handset.keys import NAMES, UNKNOWN
from phoneworld.adb.session import AdbSession
from phoneworld.emulator.keys import CodeType, code_at
from phoneworld.emulator.stubs import emulator_pb2 as pb
from phoneworld.emulator.testing import ControlClient

KEYPRESS = pb.KeyboardEvent.keypress
KEYDOWN = pb.KeyboardEvent.keydown
KEYUP = pb.KeyboardEvent.keyup


@pytest.fixture
async def typed(
    client: ControlClient, session: AdbSession, place: Callable[[str], tuple[int, int]]
) -> Callable[[], str]:
    """What is in the search field of the notes, which has the cursor."""
    session.phone.launch("com.phoneworld.notes")
    await client.tap(place("query"))

    def read() -> str:
        field = session.phone.focused_field()
        assert field is not None
        return field.value

    return read


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        (CodeType.EVDEV, (30, 44, 2, 11, 28, 14, 57, 53, 158)),
        (CodeType.XKB, (38, 52, 10, 19, 36, 22, 65, 61, 166)),
        (
            CodeType.USB,
            (
                0x070004,
                0x07001D,
                0x07001E,
                0x070027,
                0x070028,
                0x07002A,
                0x07002C,
                0x070038,
                0x0C0224,
            ),
        ),
        (CodeType.WINDOWS, (30, 44, 2, 11, 28, 14, 57, 53, 0xE06A)),
        (CodeType.MAC, (0, 6, 18, 29, 36, 51, 49, 44)),
    ],
)
def test_numbers_of_all_hosts_name_the_same_keys(kind: CodeType, numbers: tuple[int, ...]) -> None:
    names = [NAMES[code_at(kind, number)] for number in numbers]

    assert names == ["A", "Z", "1", "0", "ENTER", "DEL", "SPACE", "SLASH", "BACK"][: len(names)]


def test_unknown_number_is_no_key() -> None:
    assert {code_at(kind, 9999) for kind in CodeType} == {UNKNOWN}


async def test_text_is_typed_whatever_it_is(
    client: ControlClient, typed: Callable[[], str]
) -> None:
    await client.key(pb.KeyboardEvent(text="Milk & Käse 你好"))

    assert typed() == "Milk & Käse 你好"


async def test_key_by_its_character(client: ControlClient, typed: Callable[[], str]) -> None:
    for event in (KEYDOWN, KEYUP, KEYPRESS):
        await client.key(pb.KeyboardEvent(key="Q", eventType=event))

    assert typed() == "QQ"


async def test_key_by_its_number_as_android_env_sends_it(
    client: ControlClient, typed: Callable[[], str]
) -> None:
    await client.key(
        pb.KeyboardEvent(codeType=pb.KeyboardEvent.XKB, eventType=KEYPRESS, keyCode=38)
    )

    assert typed() == "a"


async def test_shift_holds_until_let_go(client: ControlClient, typed: Callable[[], str]) -> None:
    evdev = pb.KeyboardEvent.Evdev
    for number, event in (
        (42, KEYDOWN),
        (30, KEYPRESS),
        (2, KEYPRESS),
        (42, KEYUP),
        (30, KEYPRESS),
    ):
        await client.key(pb.KeyboardEvent(codeType=evdev, eventType=event, keyCode=number))

    assert typed() == "A!a"


async def test_backspace(client: ControlClient, typed: Callable[[], str]) -> None:
    await client.key(pb.KeyboardEvent(text="ab"))
    await client.key(pb.KeyboardEvent(key="Backspace", eventType=KEYPRESS))

    assert typed() == "a"


@pytest.mark.parametrize("key", ["GoHome", "GoBack"])
async def test_buttons_of_the_phone(client: ControlClient, session: AdbSession, key: str) -> None:
    session.phone.launch("com.phoneworld.notes")
    await client.key(pb.KeyboardEvent(key=key, eventType=KEYPRESS))

    assert session.phone.front == "com.phoneworld.launcher"


async def test_overview_button_shows_recent_apps(
    client: ControlClient, session: AdbSession
) -> None:
    await client.key(pb.KeyboardEvent(key="AppSwitch", eventType=KEYPRESS))

    assert session.phone.panel is not None
    assert session.phone.panel["kind"] == "recents"


async def test_power_button_turns_the_screen_off_and_on(
    client: ControlClient, session: AdbSession
) -> None:
    power = pb.KeyboardEvent(key="Power", eventType=KEYPRESS)
    await client.key(power)
    off = session.screen_on
    await client.key(power)

    assert (off, session.screen_on) == (False, True)


async def test_key_that_means_nothing_shows_in_the_journal(
    client: ControlClient, session: AdbSession
) -> None:
    await client.key(pb.KeyboardEvent(key="LaunchRocket", eventType=KEYPRESS))
    await client.key(
        pb.KeyboardEvent(codeType=pb.KeyboardEvent.XKB, keyCode=999, eventType=KEYPRESS)
    )

    assert session.journal.unknown == ["emulator key 'LaunchRocket'", "emulator key XKB 999"]
