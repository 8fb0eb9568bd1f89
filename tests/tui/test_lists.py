"""Lists and choices, whatever the runtime lists."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from phonebuddy.v1 import policy_service_pb2
from tui_canned import BUDDY, REAL, VIRTUAL, CannedClient, CannedConnection
from tui_pilot import PLAIN, Person

from tui.app import PhoneBuddyApp
from tui.screens.policies import by_key, rows_of

DAMAGED = policy_service_pb2.Policy(
    name=BUDDY.name, state=policy_service_pb2.POLICY_STATE_UNUSABLE, problem="its sha256 differs"
)


@asynccontextmanager
async def seated(client: CannedClient) -> AsyncGenerator[Person]:
    app = PhoneBuddyApp(CannedConnection(client), PLAIN, quiet_s=0, pulse_s=0.01)  # type: ignore[arg-type]
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        person = Person(app, pilot)
        await person.until(lambda: app.live.chosen.policy)
        yield person


def test_of_policies_with_one_name_the_usable_one_is_meant() -> None:
    for listed in ([BUDDY, DAMAGED], [DAMAGED, BUDDY]):
        keyed = by_key(listed)
        assert list(keyed.values()) == listed
        assert keyed[BUDDY.name] == BUDDY
        rows = rows_of(keyed, BUDDY.name)
        assert [row.cells[0] for row in rows].count("›") == 1


async def test_two_policies_of_one_name_are_listed_and_can_be_used() -> None:
    async with seated(CannedClient([VIRTUAL], [BUDDY, DAMAGED])) as person:
        await person.press("f4")
        await person.until_sees("A made-up policy")
        await person.press("down")
        await person.until_sees("sha256 differs")
        await person.press("up", "enter")
        await person.until_on("LiveScreen")
        assert person.app.live.chosen.policy == BUDDY.name


async def test_a_phone_that_comes_is_told_of_and_not_used_by_itself() -> None:
    client = CannedClient([VIRTUAL], [BUDDY])
    async with seated(client) as person:
        assert person.app.live.chosen.device == VIRTUAL.address
        client.device_list = [REAL, VIRTUAL]
        await person.until_sees(f"{REAL.address} can be used now")
        assert person.app.live.chosen.device == VIRTUAL.address


async def test_a_phone_that_goes_is_told_of_with_the_one_instead() -> None:
    client = CannedClient([REAL, VIRTUAL], [BUDDY])
    async with seated(client) as person:
        assert person.app.live.chosen.device == REAL.address
        client.device_list = [VIRTUAL]
        await person.until_sees(f"{REAL.address} cannot be used any more")
        assert person.app.live.chosen.device == VIRTUAL.address
