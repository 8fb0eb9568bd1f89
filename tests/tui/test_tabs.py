"""Several phones side by side, each in a tab with its own conversation and run."""

import pytest
from desk_scene import SlowEngine
from served_desk import ServedDesk
from tui_pilot import Person, seated

from runtime.actions import AskUser, Finish, OpenApp
from runtime.testing import ScriptedEngine
from tui.choices import TaskChoice
from tui.settings import PictureMode, TuiSettings
from tui.widgets.phone_pane import PhonePane
from tui.widgets.tab_bar import KEYS, LEAST_NAME, TabTitle, tab_cells

ONE, TWO = "fake:1", "fake:2"


def policies(served: ServedDesk) -> SlowEngine:
    """One that thinks until it is let, one that is quick, one that asks."""
    slow = SlowEngine([Finish("at last")])
    engines = served.scene.library.engines
    engines["slow"] = slow
    engines["quick"] = ScriptedEngine([OpenApp("Notes"), Finish("noted")])
    engines["asking"] = ScriptedEngine([AskUser("Which one?"), Finish("thanks")])
    return slow


async def begin(person: Person, task: str) -> None:
    await person.until(lambda: person.app.live.chosen.policy)
    person.app.live.suggest(task)
    await person.press("enter")


async def open_tab(person: Person, served: ServedDesk, device: str, policy: str) -> None:
    """A phone that is known is chosen from the list."""
    with served.client() as client:
        client.observe(device)
    count = len(person.app.tabs)
    await person.press("ctrl+o")
    await person.until_on("DevicesScreen")
    await person.until_sees("which one in a new tab?", device)
    await person.press("slash")
    await person.type(device)
    # Out of the search, then the choice.
    await person.press("enter", "enter")
    await person.until(lambda: len(person.app.tabs) == count + 1)
    await person.until_on("LiveScreen")
    person.app.live.wanted = TaskChoice(device, policy)
    person.app.live.choose(person.app.live.wanted)


async def test_each_phone_has_its_own_conversation_and_run(served: ServedDesk) -> None:
    slow = policies(served)
    async with seated(served.address, device=ONE, policy="slow") as person:
        await begin(person, "the first task")
        await person.until(slow.thinking.is_set)
        assert KEYS.strip() not in person.sees, "one tab needs no line of tabs"
        await open_tab(person, served, TWO, "quick")
        await person.until_sees(f" 1 {ONE} ● running", f" 2 {TWO} ○ ready", KEYS.strip())
        assert "the first task" not in person.sees
        await begin(person, "the second task")
        await person.until_sees('✓ Done. It said: "noted".', f" 2 {TWO} ✓ done")
        slow.answer.set()
        # Seen from here, in the line of tabs.
        await person.until_sees(f" 1 {ONE} ✓ done")
        await person.press("ctrl+g")
        await person.until_sees("the first task", '✓ Done. It said: "at last".')
        assert "the second task" not in person.sees
        await person.press("f10")
        await person.until_sees("the second task")


async def test_the_line_of_tabs_takes_its_row_from_the_phone_too(served: ServedDesk) -> None:
    settings = TuiSettings(picture=PictureMode.HALF_BLOCKS, welcome=False)
    async with seated(served.address, settings, device=ONE) as person:
        live = person.app.live
        await person.until(lambda: live.control.look is not None)
        await person.until_drawn()
        body, pane = live.query_one("#body"), live.query_one(PhonePane)
        height, width = body.size.height, pane.outer_size.width
        # Nothing else changes meanwhile that would have it fitted.
        live.show_tabs([TabTitle(ONE, "○ ready", "green"), TabTitle(TWO, "○ ready", "green")], 0)
        await person.until(lambda: body.size.height == height - 1)
        await person.until_drawn()
        assert pane.outer_size.width == pane.columns_for(*body.size) < width


async def test_stopping_concerns_the_tab_in_front(served: ServedDesk) -> None:
    slow = policies(served)
    async with seated(served.address, device=ONE, policy="slow") as person:
        await begin(person, "the first task")
        await person.until(slow.thinking.is_set)
        await open_tab(person, served, TWO, "quick")
        await person.press("ctrl+c")
        first = next(iter(person.app.tabs))
        assert first.control.live
        assert not first.control.stopping
        await person.press("ctrl+g", "ctrl+c")
        await person.until(lambda: "stopped by you" in person.sees.splitlines()[0])


async def test_what_a_tab_asks_is_told_at_once_and_asked_when_it_is_in_front(
    served: ServedDesk,
) -> None:
    slow = policies(served)
    async with seated(served.address, device=ONE, policy="asking") as person:
        await begin(person, "ask me")
        await person.until_on("AnswerDialog")
        await open_tab(person, served, TWO, "slow")
        await person.until_sees(f" 1 {ONE} ? ")
        await begin(person, "the second task")
        await person.until(slow.thinking.is_set)
        assert person.screen == "LiveScreen"
        await person.press("ctrl+g")
        await person.until_on("AnswerDialog")
        await person.type("this one")
        await person.press("enter")
        await person.until_sees('✓ Done. It said: "thanks".', f" 2 {TWO} ● running")


async def test_a_question_of_a_tab_that_is_not_seen_opens_no_dialog(served: ServedDesk) -> None:
    policies(served)
    async with seated(served.address, device=ONE, policy="quick") as person:
        await begin(person, "the first task")
        await person.until_sees("✓ done")
        await open_tab(person, served, TWO, "asking")
        first, second = person.app.tabs
        await person.press("ctrl+g")
        await person.until(lambda: person.app.live is first)
        second.begin("ask me")
        await person.until_sees(f" 2 {TWO} ? ")
        assert person.screen == "LiveScreen"
        await person.press("ctrl+g")
        await person.until_on("AnswerDialog")


async def test_tabs_are_closed_when_nothing_runs_in_them_and_the_last_one_stays(
    served: ServedDesk,
) -> None:
    slow = policies(served)
    async with seated(served.address, device=ONE, policy="slow") as person:
        await person.press("ctrl+l")
        assert len(person.app.tabs) == 1
        await begin(person, "the first task")
        await person.until(slow.thinking.is_set)
        await open_tab(person, served, TWO, "quick")
        await person.press("ctrl+g")
        await person.until_sees("the first task")
        await person.press("ctrl+l")
        assert len(person.app.tabs) == 2, "a task is being done in it"
        await person.press("ctrl+g")
        await person.until(lambda: person.app.live.device == TWO)
        await person.press("ctrl+l")
        await person.until(lambda: len(person.app.tabs) == 1)
        await person.until_sees("the first task", "● running")
        await person.until(lambda: KEYS.strip() not in person.sees)
        slow.answer.set()
        await person.until_sees('✓ Done. It said: "at last".')


async def test_a_phone_that_has_a_tab_gets_no_second_one(served: ServedDesk) -> None:
    policies(served)
    async with seated(served.address, device=ONE, policy="quick") as person:
        await person.until(lambda: person.app.live.chosen.policy)
        await open_tab(person, served, TWO, "quick")
        await person.press("ctrl+o")
        await person.until_sees("which one in a new tab?", ONE)
        await person.press("slash")
        await person.type(ONE)
        await person.press("enter", "enter")
        await person.until_on("LiveScreen")
        await person.until(lambda: person.app.live.device == ONE)
        assert len(person.app.tabs) == 2


async def test_a_click_on_a_tab_goes_there(served: ServedDesk) -> None:
    policies(served)
    async with seated(served.address, device=ONE, policy="quick") as person:
        await person.until(lambda: person.app.live.chosen.policy)
        await open_tab(person, served, TWO, "quick")
        await person.until_sees(f" 1 {ONE}")
        await person.pilot.click("#tabs", offset=(3, 0))
        await person.until(lambda: person.app.live.device == ONE)


async def test_runs_that_go_on_at_the_start_have_a_tab_each(served: ServedDesk) -> None:
    policies(served)
    served.scene.library.engines["later"] = SlowEngine([Finish()])
    with served.client() as client:
        client.start("the first task", device=ONE, policy="slow")
        client.start("the second task", device=TWO, policy="later")
    async with seated(served.address) as person:
        await person.until(lambda: len(person.app.tabs) == 2)
        await person.until_sees(f"{ONE} ● running", f"{TWO} ● running")
        await person.until_sees("the second task")
        await person.press("ctrl+g")
        await person.until_sees("the first task")


@pytest.mark.parametrize("width", [40, 80, 120])
def test_names_give_way_and_states_do_not(width: int) -> None:
    titles = [TabTitle("phoneworld://?seed=12345678&realism=strong", "● running", "")] * 3
    cells = tab_cells(titles, width)
    assert all(cell.endswith(" ● running ") for cell in cells)
    least = sum(LEAST_NAME + len(f" {n}  ● running ") for n in (1, 2, 3))
    assert sum(map(len, cells)) <= max(width, least)
