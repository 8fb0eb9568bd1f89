"""The phone's shell: runs scripts of commands that are Python functions.

It never starts a process of the host and never opens a file of the host; all it can reach is the
phone. Whatever a command does wrong is an exit code.
"""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from inspect import isawaitable
from typing import assert_never

from phoneworld.adb.errors import FileError, ShellSyntaxError
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell import command as contract
from phoneworld.adb.shell.builtins import (
    BUILTINS,
    BreakLoop,
    BuiltinCall,
    ContinueLoop,
    ExitShell,
    ShellSignal,
)
from phoneworld.adb.shell.io import (
    BrokenPipe,
    Collected,
    File,
    Nothing,
    Pipe,
    ShellIo,
    Sink,
    Streams,
    say,
)
from phoneworld.adb.shell.parser import parse
from phoneworld.adb.shell.redirects import SHELL, open_streams, save
from phoneworld.adb.shell.state import State
from phoneworld.adb.shell.syntax import (
    Chain,
    Command,
    CommandGroup,
    For,
    If,
    Loop,
    Pipeline,
    Redirect,
    Script,
    Simple,
)
from phoneworld.adb.shell.words import Expander
from runtime.errors import PhoneBuddyError

MAX_DEPTH = 16
BROKEN_PIPE = 141
MAX_JOBS = 64
FREE_ROUNDS = 100
"""From then on, each round of a loop takes a millisecond, so that an endless one harms nobody."""

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Toolbox:
    """What all shells of a phone share: the phone, its commands, what runs in the background."""

    session: AdbSession
    commands: Mapping[str, contract.Command]
    jobs: set[asyncio.Task[int]] = field(default_factory=set[asyncio.Task[int]])


class Shell:
    """One shell. It remembers variables and the last exit code from one `run` to the next."""

    def __init__(self, toolbox: Toolbox, state: State | None = None) -> None:
        self.toolbox = toolbox
        self.state = state if state is not None else State()

    async def run(self, text: str, streams: Streams) -> int:
        """Run a command line up to its end; its exit code."""
        try:
            return await self.run_part(text, streams)
        except ExitShell as exit_:
            return exit_.status

    async def run_part(self, text: str, streams: Streams) -> int:
        """Run a command line; `ExitShell` if it says so."""
        if self.state.depth > MAX_DEPTH:
            say(streams.err, f"{SHELL}: too many shells in each other\n")
            return 1
        try:
            return await self._script(parse(text), streams)
        except ShellSyntaxError as error:
            self.toolbox.session.journal.miss(text)
            say(streams.err, f"{SHELL}: {error}\n")
            self.state.status = 1
            return 1
        except (BreakLoop, ContinueLoop):
            return 0

    def subshell(self) -> Shell:
        """A shell that starts as this one is, and whose changes are forgotten."""
        return Shell(self.toolbox, self.state.copy())

    # Scripts

    async def _script(self, script: Script, streams: Streams) -> int:
        for chain in script:
            if chain.in_background:
                self._start_job(chain, streams)
            else:
                await self._chain(chain, streams)
            await streams.out.settle()
        return self.state.status

    def _start_job(self, chain: Chain, streams: Streams) -> None:
        jobs = self.toolbox.jobs
        if len(jobs) >= MAX_JOBS:
            say(streams.err, f"{SHELL}: too many jobs\n")
            return
        script = (replace(chain, in_background=False),)
        without_input = replace(streams, source=Nothing())
        job = asyncio.ensure_future(self.subshell().run_alone(script, without_input))
        jobs.add(job)
        job.add_done_callback(jobs.discard)
        self.state.status = 0

    async def run_alone(self, script: Script, streams: Streams) -> int:
        """Run a script in a shell of its own: leaving it leaves only this shell."""
        try:
            return await self._script(script, streams)
        except ExitShell as exit_:
            return exit_.status
        except BrokenPipe:
            return BROKEN_PIPE
        except (BreakLoop, ContinueLoop):
            return 0

    async def _chain(self, chain: Chain, streams: Streams) -> None:
        for operator, pipeline in chain.links:
            failed = self.state.status != 0
            if operator and failed == (operator == "&&"):
                continue
            status = await self._pipeline(pipeline, streams)
            self.state.status = int(not status) if pipeline.negated else status

    async def _pipeline(self, pipeline: Pipeline, streams: Streams) -> int:
        if len(pipeline.commands) == 1:
            return await self._command(pipeline.commands[0], streams)
        stages: list[asyncio.Task[int]] = []
        source = streams.source
        incoming: Pipe | None = None
        for number, command in enumerate(pipeline.commands, 1):
            outgoing = Pipe() if number < len(pipeline.commands) else None
            out: Sink = outgoing if outgoing is not None else streams.out
            own = Streams(source, out, streams.err)
            work = self.subshell().run_stage(command, own, incoming, outgoing)
            stages.append(asyncio.ensure_future(work))
            if outgoing is not None:
                source = incoming = outgoing
        try:
            return (await asyncio.gather(*stages))[-1]
        finally:
            for stage in stages:
                stage.cancel()

    async def run_stage(
        self, command: Command, streams: Streams, incoming: Pipe | None, outgoing: Pipe | None
    ) -> int:
        chain = Chain((("", Pipeline((command,))),))
        try:
            return await self.run_alone((chain,), streams)
        finally:
            if incoming is not None:
                incoming.abandon()
            if outgoing is not None:
                outgoing.end()

    async def _command(self, command: Command, streams: Streams) -> int:
        if isinstance(command, Simple):
            return await self._simple(command, streams)
        opened = await self._open(command.redirects, streams)
        if opened is None:
            return 1
        own, files = opened
        try:
            match command:
                case CommandGroup():
                    if command.is_subshell:
                        return await self.subshell().run_alone(command.script, own)
                    return await self._script(command.script, own)
                case If():
                    return await self._if(command, own)
                case Loop():
                    return await self._loop(command, own)
                case For():
                    return await self._for(command, own)
                case _:
                    assert_never(command)
        finally:
            save(files, streams)

    async def _if(self, command: If, streams: Streams) -> int:
        for condition, body in command.branches:
            if await self._script(condition, streams) == 0:
                return await self._body(body, streams)
        return await self._body(command.otherwise, streams)

    async def _body(self, script: Script, streams: Streams) -> int:
        self.state.status = 0
        return await self._script(script, streams)

    async def _loop(self, command: Loop, streams: Streams) -> int:
        rounds, status = 0, 0
        while True:
            rounds += 1
            await asyncio.sleep(0 if rounds < FREE_ROUNDS else 0.001)
            if (await self._script(command.condition, streams) == 0) == command.until:
                return status
            try:
                status = await self._body(command.body, streams)
            except BreakLoop:
                return 0
            except ContinueLoop:
                continue

    async def _for(self, command: For, streams: Streams) -> int:
        if command.words is None:
            values = list(self.state.arguments)
        else:
            expander = self._expander(streams)
            values = [value for word in command.words for value in await expander.fields(word)]
        status = 0
        for value in values:
            self.state.set(command.name, value)
            try:
                status = await self._body(command.body, streams)
            except BreakLoop:
                return 0
            except ContinueLoop:
                continue
            await asyncio.sleep(0)
        return status

    # Commands

    def _expander(self, streams: Streams) -> Expander:
        async def substitute(script: Script) -> str:
            if self.state.depth > MAX_DEPTH:
                raise FileError("$(...)", errno.E2BIG)
            written = Collected()
            inner = self.subshell()
            own = Streams(streams.source, written, streams.err)
            self.state.status = await inner.run_alone(script, own)
            return written.data.decode("utf-8", "surrogateescape").rstrip("\n")

        return Expander(self.state, self.toolbox.session.tree, substitute)

    async def _open(
        self, redirects: Sequence[Redirect], streams: Streams
    ) -> tuple[Streams, list[File]] | None:
        if not redirects:
            return streams, []
        return await open_streams(
            redirects,
            streams,
            expander=self._expander(streams),
            tree=self.toolbox.session.tree,
            cwd=self.state.cwd,
        )

    async def _simple(self, command: Simple, streams: Streams) -> int:
        expander = self._expander(streams)
        try:
            words = [field for word in command.words for field in await expander.fields(word)]
            assigned = {name: await expander.text(word) for name, word in command.assignments}
        except FileError as error:
            say(streams.err, f"{SHELL}: {error}\n")
            return 1
        opened = await self._open(command.redirects, streams)
        if opened is None:
            return 1
        own, files = opened
        try:
            if not words:
                for name, value in assigned.items():
                    self.state.set(name, value)
                # `A=$(false)` has the exit code of what it ran.
                return self.state.status if command.assignments else 0
            environment = {**self.state.variables, **assigned} if assigned else self.state.variables
            status = await self.call(words, environment, own)
        finally:
            saved = save(files, streams)
        return status if saved else 1

    async def call(
        self, words: Sequence[str], environment: Mapping[str, str], streams: Streams
    ) -> int:
        """Run one command that is already expanded; its exit code."""
        name = words[0]
        try:
            builtin = BUILTINS.get(name)
            if builtin is not None:
                return await builtin(BuiltinCall(self, words[1:], environment, streams)) & 0xFF
            command = self.find_command(name)
            if command is None:
                return await self._run_file(words, streams)
            result = command(ShellIo(self.toolbox.session, environment, streams), words[1:])
            return (await result if isawaitable(result) else result) & 0xFF
        except (BrokenPipe, ShellSignal):
            raise  # Both end more than this command.
        except PhoneBuddyError as error:
            complaint = f"{name}: {error}\n"
        except Exception as error:
            # A mistake in one command is that command's failure, not the server's.
            logger.exception("a command failed: %s", name)
            complaint = f"{name}: the phone could not do this: {error!r}\n"
        say(streams.err, complaint)
        return 1

    def find_command(self, name: str) -> contract.Command | None:
        """The command of a name, also with the folder it would be in."""
        folder, _, last = name.rpartition("/")
        if folder and not folder.endswith("/bin"):
            return None
        return self.toolbox.commands.get(last)

    async def _run_file(self, words: Sequence[str], streams: Streams) -> int:
        """Run a script of the phone's files, or say that there is no such command."""
        name = words[0]
        tree = self.toolbox.session.tree
        with suppress(FileError):
            found = tree.find(name, self.state.cwd) if "/" in name else None
            if found is not None and not found.is_folder:
                inner = self.subshell()
                inner.state.name, inner.state.arguments = name, tuple(words[1:])
                return await inner.run(tree.read(found.path).decode("utf-8", "replace"), streams)
        self.toolbox.session.journal.miss(" ".join(words))
        say(streams.err, f"{SHELL}: {name}: inaccessible or not found\n")
        return 127
