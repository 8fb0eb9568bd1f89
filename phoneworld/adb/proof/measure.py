"""How fast a served phone answers: the measurements behind `phoneworld bench --adb`.

Everything happens in one run on one machine: our ways beside those of adbutils and uiautomator2,
so that ratios can be trusted where times cannot.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from statistics import median
from typing import Any

from phoneworld.adb.errors import ServeError
from phoneworld.adb.proof.oracles import private_adb
from phoneworld.adb.proof.wire_host import WireHost

Figures = dict[str, float]
SCENE = "am start -n com.phoneworld.settings/.bluetooth"
SPOT = (540, 330)
"""Where that screen has its switch: every tap changes the phone and its screen."""
TAP = "input tap {} {}".format(*SPOT)
TRIES = 20


@contextmanager
def served(phones: int) -> Generator[list[int]]:
    """Phones served by a process of their own, as users have it; their ports."""
    for _ in range(TRIES):
        first = random.randrange(20_000, 60_000)
        command = [sys.executable, "-m", "phoneworld", "serve", "--port", str(first)]
        with subprocess.Popen(
            [*command, "--phones", str(phones)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            try:
                if process.stdout is not None and any(
                    line.startswith(b"Serving") for line in process.stdout
                ):
                    yield list(range(first, first + phones))
                    return
            finally:
                process.terminate()
    raise ServeError(f"no {phones} free ports in a row were found in {TRIES} tries")


def measure(*, times: int) -> Figures:
    """Milliseconds (medians) of taps and looks by every way to a phone, and the ratios."""
    with served(1) as (port,), private_adb() as host:
        address = f"127.0.0.1:{port}"
        asyncio.run(host.run("connect", address))
        figures: Figures = {
            "tap_direct_socket_ms": asyncio.run(_direct_taps(port, times)),
            **_client_figures(address, host.port, times),
            **_backend_figures(address, times),
        }
    figures["tap_backend_over_uiautomator2"] = figures["tap_backend_ms"] / figures["tap_u2_ms"]
    figures["tap_backend_over_adbutils"] = figures["tap_backend_ms"] / figures["tap_adbutils_ms"]
    figures["look_backend_over_uiautomator2"] = figures["look_backend_ms"] / figures["look_u2_ms"]
    figures["taps_per_s_16_phones"] = many_phones(16, times=times)
    return figures


def _median_ms(
    act: Callable[[], object], times: int, *, before: Callable[[], object] | None = None
) -> float:
    """The median time of an act; what is done `before` each is not counted."""
    act()
    took: list[float] = []
    for _ in range(times):
        if before is not None:
            before()
        begun = time.perf_counter()
        act()
        took.append(time.perf_counter() - begun)
    return median(took) * 1000


async def _direct_taps(port: int, times: int) -> float:
    host = await WireHost.connect(port)
    await host.shell(SCENE)
    took: list[float] = []
    for _ in range(times):
        begun = time.perf_counter()
        await host.shell(TAP)
        took.append(time.perf_counter() - begun)
    await host.close()
    return median(took) * 1000


def _client_figures(address: str, server_port: int, times: int) -> Figures:
    """adbutils' and uiautomator2's own calls, as they are shipped."""
    # Neither brings types: what comes from them is unchecked.
    adbutils: Any = import_module("adbutils")
    uiautomator2: Any = import_module("uiautomator2")
    phone = adbutils.AdbClient(port=server_port).device(address)
    figures = {
        "tap_adb_server_ms": _median_ms(lambda: _server_tap(server_port, address), times),
        "tap_adbutils_ms": _median_ms(lambda: phone.click(*SPOT), times),
    }
    other = uiautomator2.connect(phone)
    figures["tap_u2_ms"] = _median_ms(lambda: other.click(*SPOT), times)

    def look() -> None:
        other.dump_hierarchy()
        other.screenshot()

    # A screen that has not changed since is answered from what was painted before.
    figures["look_u2_ms"] = _median_ms(look, max(5, times // 5), before=lambda: phone.click(*SPOT))
    other.stop_uiautomator()
    return figures


def _server_tap(server_port: int, address: str) -> None:
    """A tap through adb's server, spoken to directly."""
    import socket

    with socket.create_connection(("127.0.0.1", server_port)) as wire:
        for service in (f"host:transport:{address}", f"shell:{TAP}"):
            wire.sendall(f"{len(service):04x}{service}".encode())
            if wire.recv(4, socket.MSG_WAITALL) != b"OKAY":
                raise ServeError(f"adb's server refused {service}")
        while wire.recv(4096):
            pass


def _backend_figures(address: str, times: int) -> Figures:
    """Our own backend: a tap (settling apart), a look with a picture, a whole step."""
    from runtime.actions import Click, Point
    from runtime.backends.adb import open_device

    device = open_device(f"adb://{address}")
    try:

        def touch() -> None:
            device.automation.call("click", *SPOT)

        fewer = max(5, times // 5)
        tap = _median_ms(touch, times)
        look = _median_ms(lambda: device.observe(screenshot=True), fewer, before=touch)
        bare = _median_ms(device.observe, fewer, before=touch)
        step = _median_ms(
            lambda: device.perform(Click(Point(500, 2)), device.observe()), max(3, times // 20)
        )
    finally:
        device.close()
    return {
        "tap_backend_ms": tap,
        "look_backend_ms": look,
        "look_without_picture_ms": bare,
        "step_that_changes_nothing_ms": step,
    }


def many_phones(phones: int, *, times: int) -> float:
    """Taps a second over direct sockets to that many phones at once, served by one process."""

    async def tap_all(ports: list[int]) -> float:
        hosts = [await WireHost.connect(port) for port in ports]
        for host in hosts:
            await host.shell(SCENE)

        async def tap(host: WireHost) -> None:
            for _ in range(times):
                await host.shell(TAP)

        begun = time.perf_counter()
        await asyncio.gather(*(tap(host) for host in hosts))
        took_s = time.perf_counter() - begun
        for host in hosts:
            await host.close()
        return len(hosts) * times / took_s

    with served(phones) as ports:
        return asyncio.run(tap_all(ports))
