"""`am`: starting and stopping apps, and broadcasts."""

from __future__ import annotations

from collections.abc import Sequence

from phoneworld.adb.handset.logs import log
from phoneworld.adb.packages.broadcasts import broadcast
from phoneworld.adb.packages.components import (
    component_of_activity,
    open_tasks,
    package_of_task,
    task_id,
)
from phoneworld.adb.packages.intent_filters import resolve
from phoneworld.adb.packages.intent_targets import SHARE_SHEET, IntentTarget, Sharing
from phoneworld.adb.packages.intents import Intent, read_intent
from phoneworld.adb.packages.launcher import Launch, LaunchFailed, launch
from phoneworld.adb.shell.arguments import (
    FAILED,
    Arguments,
    Sub,
    Thrown,
    dispatch,
    read_int,
)
from phoneworld.adb.shell.command import Command, Io
from phoneworld.phone import LAUNCHER

USAGE = (
    "Activity manager (activity) commands:\n"
    "  start-activity [-W] [-S] [-R COUNT] <INTENT>\n"
    "  broadcast <INTENT>\n"
    "  force-stop <PACKAGE>\n"
    "  kill <PACKAGE>\n"
    "  stack list | stack remove <TASK_ID>\n"
    "  task lock <TASK_ID> | task lock stop\n"
    "  get-current-user\n"
)
NEW_TASK = 0x10000000
CLEAR_TASK = 0x00008000
WARNINGS = {
    Launch.ON_TOP: "intent has been delivered to currently running top-most instance.",
    Launch.TO_FRONT: "its current task has been brought to the front",
}
_REPEATS = range(1, 101)


def _start(io: Io, arguments: Arguments) -> int:
    waits: list[bool] = []
    stops: list[bool] = []
    repeats: list[int] = []
    intent = read_intent(
        arguments,
        {
            "-W": lambda: waits.append(True),
            "-S": lambda: stops.append(True),
            "-D": lambda: None,
            "-N": lambda: None,
            "-R": lambda: repeats.append(arguments.whole_number()),
        },
    )
    if intent.component is None and not (intent.action or intent.data or intent.package):
        raise Thrown("No intent supplied")
    count = max(repeats, default=1)
    status = 0
    for _ in range(count if count in _REPEATS else 1):
        status = status or _start_once(io, intent, waits=bool(waits), stops=bool(stops))
    return status


def _start_once(io: Io, intent: Intent, *, waits: bool, stops: bool) -> int:
    session = io.session
    tell = io.out if waits else io.err
    targets = resolve(session, intent)
    if stops:
        package = _package_to_stop(intent, targets)
        if package is None:
            io.err(f"Error: Intent does not match any activities: {intent}\n")
            return 1
        io.out(f"Stopping: {package}\n")
        if package in session.phone.apps:
            session.phone.stop_app(package)
    io.out(f"Starting: {intent}\n")
    intent.flags |= NEW_TASK
    if not targets:
        session.journal.miss(f"am start {intent}")
        if intent.component is None:
            tell(f"Error: Activity not started, unable to resolve {intent}\n")
        else:
            tell(
                "Error type 3\n"
                f"Error: Activity class {{{intent.component.package}/"
                f"{intent.component.class_name}}} does not exist.\n"
            )
        return 1
    target = targets[0]
    if intent.flags & CLEAR_TASK and isinstance(target, IntentTarget):
        session.phone.clear_task(target.package)
    try:
        how = launch(session, target)
    except LaunchFailed as failed:
        raise Thrown(str(failed)) from failed
    if how in WARNINGS:
        tell(f"Warning: Activity not started, {WARNINGS[how]}\n")
    if waits:
        component = (
            SHARE_SHEET if isinstance(target, Sharing) else target.component_on(session.phone)
        )
        io.out("Status: ok\n")
        io.out(f"LaunchState: {'COLD' if how is Launch.COLD else 'WARM'}\n")
        io.out(f"Activity: {component}\nTotalTime: 12\nWaitTime: 15\nComplete\n")
    return 0


def _package_to_stop(intent: Intent, targets: Sequence[IntentTarget | Sharing]) -> str | None:
    if intent.component is not None:
        return intent.component.package
    return next((target.package for target in targets if isinstance(target, IntentTarget)), None)


def _force_stop(io: Io, arguments: Arguments) -> int:
    for option in arguments.options():
        if option != "--user":
            raise Thrown(f"Unknown option: {option}")
        arguments.required()
    package = arguments.required()
    phone = io.session.phone
    # Android says nothing about a package that it does not know, or that is not running.
    if package in phone.apps and package != LAUNCHER:
        phone.stop_app(package)
        log(
            io.session,
            "ActivityManager",
            f"Force stopping {package} appid=10050 user=0: from shell",
        )
    return 0


def _kill(io: Io, arguments: Arguments) -> int:
    """End an app that is in the background; one in front is left alone."""
    for option in arguments.options():
        if option != "--user":
            raise Thrown(f"Unknown option: {option}")
        arguments.required()
    package = arguments.required()
    phone = io.session.phone
    if package in phone.tasks and package != phone.front:
        phone.stop_app(package)
    return 0


def _kill_all(io: Io, arguments: Arguments) -> int:
    del arguments
    phone = io.session.phone
    for package in phone.recent_apps:
        if package != phone.front:
            phone.stop_app(package)
    return 0


def _stack(io: Io, arguments: Arguments) -> int:
    match arguments.required():
        case "list":
            return _list_tasks(io)
        case "remove":
            number = arguments.whole_number()
            package = package_of_task(io.session.phone, number)
            if package is not None and package != LAUNCHER:
                io.session.phone.stop_app(package)
            return 0
        case other:
            io.err(f"Error: unknown command '{other}'\n")
            return FAILED


def _list_tasks(io: Io) -> int:
    phone = io.session.phone
    width, height = io.session.size
    bounds = f"bounds=[0,0][{width},{height}]"
    front = phone.activity.package
    for package, stack in open_tasks(phone):
        number = task_id(phone, package)
        base, top = component_of_activity(stack[0]), component_of_activity(stack[-1])
        visible = "true" if package == front else "false"
        io.out(
            f"RootTask id={number} {bounds} displayId=0 userId=0\n"
            f"  taskId={number}: {base} {bounds} userId=0 visible={visible} "
            f"topActivity=ComponentInfo{{{top}}}\n"
        )
    return 0


def _task(io: Io, arguments: Arguments) -> int:
    match arguments.required():
        case "lock":
            word = arguments.required()
            # Screens cannot be pinned here: nothing would keep a policy from leaving them.
            if word != "stop" and package_of_task(io.session.phone, read_int(word)) is None:
                raise Thrown(f"task {word} not found")
            return 0
        case "list":
            return _list_tasks(io)
        case other:
            io.err(f"Error: unknown command '{other}'\n")
            return FAILED


def _say(text: str) -> Sub:
    def answer(io: Io, arguments: Arguments) -> int:
        del arguments
        io.out(text)
        return 0

    return answer


def _start_service(io: Io, arguments: Arguments) -> int:
    intent = read_intent(arguments, {})
    io.out(f"Starting service: {intent}\n")
    io.err("Error: Not found; no service started.\n")
    io.session.journal.miss(f"am startservice {intent}")
    return FAILED


def _instrument(io: Io, arguments: Arguments) -> int:
    words = arguments.rest
    io.session.journal.miss(f"am instrument {' '.join(words)}")
    name = words[-1] if words else ""
    io.err(f"android.util.AndroidException: INSTRUMENTATION_FAILED: {name}\n")
    return 1


activity_manager = dispatch(
    {
        "broadcast": broadcast,
        "force-stop": _force_stop,
        "get-current-user": _say("0\n"),
        "get-started-user-state": _say("RUNNING_UNLOCKED\n"),
        "instrument": _instrument,
        "kill": _kill,
        "kill-all": _kill_all,
        "stack": _stack,
        "start": _start,
        "start-activity": _start,
        "start-foreground-service": _start_service,
        "start-service": _start_service,
        "startservice": _start_service,
        "stop-app": _force_stop,
        "task": _task,
        "wait-for-broadcast-idle": _say("All broadcast queues are idle!\n"),
    },
    USAGE,
)

COMMANDS: dict[str, Command] = {"am": activity_manager}
