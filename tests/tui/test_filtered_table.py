"""Lists whose rows come whenever the runtime answers."""

from textual.app import App
from textual.widgets import DataTable, Static

from tui.widgets.filtered_table import FilteredTable, TableLine

ROWS = [TableLine("a", ("one", "two")), TableLine("b", ("three", "four"))]


async def test_rows_that_come_before_the_table_is_there_are_shown() -> None:
    table = FilteredTable(("First", "Second"), "nothing")
    table.show(ROWS)
    async with App[None]().run_test() as pilot:
        await pilot.app.mount(table)
        await pilot.pause()
        assert table.query_one(DataTable[object]).row_count == 2
        assert table.current == "a"


async def test_what_there_is_none_of_is_told_only_once_it_is_known() -> None:
    table = FilteredTable(("First", "Second"), "nothing")
    async with App[None]().run_test() as pilot:
        await pilot.app.mount(table)
        empty = table.query_one(".empty", Static)
        assert not empty.display
        table.show([])
        assert empty.display
        table.show(ROWS)
        assert not empty.display
