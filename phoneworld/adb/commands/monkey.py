"""`monkey`: starts an app, which is what tools use it for, and sends random touches."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from random import Random

from phoneworld.adb.handset import lock
from phoneworld.adb.handset.logs import log
from phoneworld.adb.packages.components import launcher_component
from phoneworld.adb.packages.package_list import launchable
from phoneworld.adb.shell.arguments import FAILED, Arguments, android_command
from phoneworld.adb.shell.command import Command, Io

MAX_EVENTS = 5000


def _monkey(io: Io, arguments: Arguments) -> int | Awaitable[int]:
    session = io.session
    wanted: list[str] = []
    seed, count = 0, 0
    while (word := arguments.next()) is not None:
        if word == "-p":
            wanted.append(arguments.required())
        elif word == "-s":
            seed = arguments.whole_number()
        elif word in ("-c", "--throttle") or word.startswith("--pct-"):
            arguments.required()
        elif word.isdecimal() and len(word) < 10:
            count = int(word)
    if not count:
        io.err("** Error: Count not specified\nusage: monkey [-p ALLOWED_PACKAGE] ... COUNT\n")
        return FAILED
    apps = [package for package in launchable(session) if not wanted or package.name in wanted]
    if not apps or apps[0].app is None:
        io.out("** No activities found to run, monkey aborted.\n")
        session.journal.miss(f"monkey -p {' '.join(wanted)}")
        return 252
    chosen = Random(seed).choice(apps) if not wanted else apps[0]
    session.phone.launch(chosen.name)
    log(session, "ActivityTaskManager", f"START u0 {{cmp={launcher_component(apps[0].app)}}}")
    return _play(io, count, Random(seed))


async def _play(io: Io, count: int, rng: Random) -> int:
    """Random touches after the start, which is the first event."""
    session = io.session
    width, height = session.size
    done = min(count, MAX_EVENTS)
    for number in range(1, done):
        if lock.takes_touches(session):
            session.tap(rng.randrange(width), rng.randrange(height))
        if number % 20 == 0:
            await asyncio.sleep(0)
    io.out(
        f"Events injected: {done}\n"
        "## Network stats: elapsed time=12ms (0ms mobile, 0ms wifi, 12ms not connected)\n"
    )
    return 0


COMMANDS: dict[str, Command] = {"monkey": android_command(_monkey)}
