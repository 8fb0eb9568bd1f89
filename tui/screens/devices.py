"""Phones: which there are, whether they can be used, and if not, what to do on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from phonebuddy.v1 import device_service_pb2
from phonebuddy.v1.errors import BuddyError
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, Static

from tui import words
from tui.choices import VIRTUAL, usable_device
from tui.link import RuntimeLink
from tui.plain_text import one_line
from tui.screens.dismissal import DismissibleScreen
from tui.screens.periodic_refresh import PeriodicRefresh
from tui.screens.welcome import CONNECTING
from tui.widgets.filtered_table import FilteredTable, TableLine

REFRESH_S = 1.5


class DevicesScreen(DismissibleScreen[str]):
    """Leaves with the address of the phone to use from now on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "nothing", "Use"),
        Binding("slash", "search", "Search", key_display="/"),
        Binding("escape,f3", "leave", "Back"),
    ]

    def __init__(
        self,
        link: RuntimeLink,
        current: str,
        *,
        title: str = "Phones",
        offered: Sequence[device_service_pb2.Device] = (),
    ) -> None:
        """`offered`: phones to choose from that the runtime does not list."""
        super().__init__()
        self._title = title
        self._offered = tuple(offered)
        self._link = link
        self._current = current
        self._devices: dict[str, device_service_pb2.Device] = {}
        self._table = FilteredTable(("", "Phone", "State", "Address"), "Looking for phones …")
        self._detail = Static(classes="detail", markup=False)
        self._list = PeriodicRefresh(self, self._fetch)

    def compose(self) -> ComposeResult:
        yield Static(f" {self._title}", classes="title", markup=False)
        yield self._table
        yield self._detail
        yield Footer()

    def on_mount(self) -> None:
        self._list.begin(REFRESH_S)

    async def _fetch(self) -> None:
        try:
            found = await self._link.ask(self._link.client.devices)
        except BuddyError as error:
            self._table.say_empty(one_line(str(error)))
            self._table.show([])
            return
        self._devices = {device.address: device for device in (*self._offered, *found)}
        self._table.say_empty(CONNECTING)
        self._table.show(rows_of(list(self._devices.values()), self._current))
        self._describe(self._table.current)

    def on_filtered_table_pointed(self, event: FilteredTable.Pointed) -> None:
        self._describe(event.key)

    def _describe(self, address: str) -> None:
        device = self._devices.get(address)
        if device is not None:
            self._detail.update(detail(device))

    def on_filtered_table_chosen(self, event: FilteredTable.Chosen) -> None:
        device = self._devices.get(event.key)
        if device is None:
            return
        if not usable_device(device):
            advice = one_line(device.advice) or "It cannot be used."
            self.notify(advice, severity="warning", markup=False)
            return
        self.dismiss(device.address)

    def action_nothing(self) -> None:
        """Enter is the table's; the binding is there to be seen."""

    def action_search(self) -> None:
        self._table.search()

    def action_leave(self) -> None:
        if not self._table.leave_search():
            self.dismiss()


def rows_of(devices: Sequence[device_service_pb2.Device], current: str) -> list[TableLine]:
    """Phones as lines of a list."""
    return [
        TableLine(
            device.address,
            (
                "›" if device.address == current else " ",
                words.device_words(device),
                words.device_state_words(device.state),
                one_line(device.address),
            ),
        )
        for device in devices
    ]


def detail(device: device_service_pb2.Device) -> str:
    """What there is to know, or to do."""
    if not usable_device(device):
        return one_line(device.advice) or "It cannot be used."
    lines: list[str] = []
    if device.HasField("info"):
        info = device.info
        lines.append(
            f"{words.device_info_words(info)}, {info.width_px} x {info.height_px}, "
            f"{one_line(info.locale)}"
        )
    if device.state == device_service_pb2.DEVICE_STATE_BUSY:
        lines.append(f"Run {one_line(device.run_id)} has it; another task waits for its turn.")
    if device.kind == VIRTUAL:
        lines.append("Made up by PhoneWorld: nothing on it is real, and nothing can break.")
    return "\n".join(lines) or "Ready to be used."
