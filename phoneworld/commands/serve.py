"""`phoneworld serve`: phones that adb can connect to, until Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import TextIO

from phoneworld.adb.errors import ServeError
from phoneworld.adb.foreign.known_phone import known, set_up
from phoneworld.adb.personalities import PERSONALITIES, find_personality
from phoneworld.adb.personality import ORDINARY, Personality
from phoneworld.adb.server import PhoneServer, Watcher
from phoneworld.adb.session import AdbSession
from phoneworld.adb.wire.faults import Faults, read_faults
from phoneworld.androidworld.environment import AndroidWorldEnvironment
from phoneworld.androidworld.http_server import AndroidWorldServer
from phoneworld.androidworld.suite import ALL_WORLDS
from phoneworld.commands.catalogue_options import add_catalogue_options, catalogue_of
from phoneworld.emulator.announcement import ADB_SERVER_PORT, announce
from phoneworld.emulator.console import EmulatorConsole
from phoneworld.emulator.forwarder import AccessibilityForwarder
from phoneworld.emulator.server import EmulatorServer
from phoneworld.realism import LEVELS
from phoneworld.workshop import WORLDS

MAX_PHONES = 256


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=7555, help="of the first phone (default: 7555)")
    parser.add_argument("--host", default="127.0.0.1", help="only this machine can be given")
    parser.add_argument("--phones", type=int, default=1, help="how many, on ports in a row")
    parser.add_argument("--seed", type=int, default=0, help="of the first phone; others count on")
    parser.add_argument("--realism", default="off", help=", ".join(LEVELS))
    parser.add_argument(
        "--as",
        dest="personality",
        default=ORDINARY.name,
        metavar="KIND",
        help=f"answer as a kind of real phone does: {', '.join(PERSONALITIES)}",
    )
    parser.add_argument(
        "--aliases",
        action="store_true",
        help="answer to well-known package names (com.android.settings, com.android.chrome ...), with "
        "ADBKeyboard and mobilerun's Portal installed, for agents that look for these",
    )
    parser.add_argument(
        "--clock",
        choices=("still", "real"),
        help="whether the phone's clock goes with this machine's (default: only with realism)",
    )
    parser.add_argument(
        "--emulator-grpc",
        type=int,
        metavar="PORT",
        help="also play the emulator: its control service, the first phone's on this port, its console "
        "on the port below adb's, and android_env's accessibility forwarder. Several phones then have "
        "every second port",
    )
    parser.add_argument(
        "--androidworld-api",
        type=int,
        metavar="PORT",
        help="also serve AndroidWorld's HTTP interface, the first phone's on this port",
    )
    parser.add_argument(
        "--androidworld-plain-typing",
        action="store_true",
        help="there, do not press Enter after typing, as AndroidWorld does",
    )
    parser.add_argument(
        "--androidworld-worlds",
        type=int,
        nargs="+",
        default=ALL_WORLDS,
        metavar="WORLD",
        help="there, only tasks of these worlds (a task's seed modulo "
        f"{WORLDS}): 6 7 8 9 are those that the trainer tests on",
    )
    add_catalogue_options(parser)
    parser.add_argument("--journal", type=Path, help="append all requests, and those not known")
    parser.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="drop, mute, hang, die, black_frames or lock_screen with a chance; delay_ms; "
        "unauthorized_s until keys are accepted",
    )


def run(arguments: argparse.Namespace) -> int:
    if not 1 <= arguments.phones <= MAX_PHONES:
        raise ServeError(f"--phones {arguments.phones}: choose from 1 to {MAX_PHONES}")
    if not 1 <= arguments.port <= 65536 - arguments.phones * _ports_each(arguments):
        raise ServeError(f"--port {arguments.port}: there are not {arguments.phones} ports from it")
    personality = find_personality(arguments.personality)
    if arguments.aliases:
        personality = known(personality)
    if personality.ports > 1 and (arguments.phones > 1 or arguments.port == 65535):
        raise ServeError(f"--as {personality.name} is one phone on {personality.ports} ports")
    faults = read_faults(arguments.fault, seed=arguments.seed)
    try:
        journal = arguments.journal.open("a", encoding="utf-8") if arguments.journal else None
    except OSError as error:
        raise ServeError(f"{arguments.journal} cannot be written: {error.strerror}") from error
    try:
        return asyncio.run(_serve(arguments, personality, faults, journal))
    finally:
        if journal is not None:
            journal.close()


async def _serve(
    arguments: argparse.Namespace,
    personality: Personality,
    faults: Faults,
    journal: TextIO | None,
) -> int:
    catalogue = catalogue_of(arguments)
    workshop = catalogue.workshop()
    # A screen that loads slowly is ready after a while, for a client that simply waits.
    clock = arguments.clock or ("still" if arguments.realism == "off" else "real")
    real_time = clock == "real"
    async with AsyncExitStack() as stack:
        for number in range(arguments.phones):
            phone = workshop.phone(arguments.seed + number, realism=arguments.realism)
            port = arguments.port + number * _ports_each(arguments)
            session = AdbSession(phone, serial=f"{arguments.host}:{port}", personality=personality)
            if arguments.aliases:
                set_up(session)
            for way in range(personality.ports):
                server = PhoneServer(
                    session,
                    arguments.host,
                    port + way,
                    faults,
                    watcher=_writer(journal, session.serial),
                    real_time=real_time and not way,
                )
                await stack.enter_async_context(server)
                print(f"adb connect {server.address}", flush=True)
            if arguments.emulator_grpc is not None:
                emulator = EmulatorServer(session, arguments.emulator_grpc + number)
                await stack.enter_async_context(emulator)
                print(f"emulator gRPC {emulator.address}", flush=True)
                await stack.enter_async_context(AccessibilityForwarder(session))
                console = EmulatorConsole(session, port - 1)
                await stack.enter_async_context(console)
                print(f"emulator console {console.address}", flush=True)
                if await announce(port, server_port=_adb_server_port()):
                    print(f"adb -s emulator-{port - 1}", flush=True)
            if arguments.androidworld_api is not None:
                environment = AndroidWorldEnvironment(
                    catalogue,
                    workshop,
                    phone,
                    presses_enter=not arguments.androidworld_plain_typing,
                    worlds=arguments.androidworld_worlds,
                )
                api = AndroidWorldServer(environment, arguments.androidworld_api + number)
                await stack.enter_async_context(api)
                print(f"AndroidWorld API {api.address}", flush=True)
        print("Serving until Ctrl-C.", flush=True)
        await _interruption()
    print("Stopped.")
    return 0


def _ports_each(arguments: argparse.Namespace) -> int:
    """How many ports a phone takes in the row: an emulator has its console below adb's."""
    return 1 if arguments.emulator_grpc is None else 2


def _adb_server_port() -> int:
    """Where adb's server is on this machine, as adb itself finds it."""
    given = os.environ.get("ANDROID_ADB_SERVER_PORT", "")
    return int(given) if given.isdecimal() and 0 < int(given) < 65536 else ADB_SERVER_PORT


def _writer(journal: TextIO | None, serial: str) -> Watcher:
    def write(kind: str, what: str) -> None:
        if journal is not None:
            journal.write(f"{serial}\t{kind}\t{what.encode('unicode_escape').decode()}\n")
            journal.flush()

    return write


async def _interruption() -> None:
    """Wait for Ctrl-C or a polite request to end."""
    loop = asyncio.get_running_loop()
    interrupted = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Not every system, nor every thread, may catch signals; Ctrl-C still ends it there.
        with suppress(NotImplementedError, RuntimeError):
            loop.add_signal_handler(number, interrupted.set)
    await interrupted.wait()
