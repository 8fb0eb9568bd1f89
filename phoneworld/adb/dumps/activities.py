"""`dumpsys activity`: which screens are open, and in which order."""

from __future__ import annotations

from phoneworld.activity import Activity
from phoneworld.adb.commands.processes import pid_of
from phoneworld.adb.dumps.formats import truth
from phoneworld.adb.packages.components import component_of_activity, open_tasks, task_id
from phoneworld.adb.session import AdbSession


def activity(session: AdbSession, words: list[str]) -> str:
    """Tasks and their activities, the top ones, or the recent tasks."""
    plain = [word for word in words if not word.startswith("-")]
    match plain[:1]:
        case ["top"]:
            return _top(session)
        case ["recents" | "r"]:
            return _recents(session)
        case ["activities" | "a"] | []:
            return _activities(session)
        case ["broadcasts" | "b" | "services" | "s" | "processes" | "p" | "providers"]:
            return (
                f"ACTIVITY MANAGER {plain[0].upper()} (dumpsys activity {plain[0]})\n  (nothing)\n"
            )
        case [package] if package in session.phone.tasks:
            return _top(session, package)
        case _:
            return f"No activities match: {plain[0]}\n"


def _record(session: AdbSession, activity: Activity) -> str:
    component = component_of_activity(activity)
    number = task_id(session.phone, activity.package)
    return f"ActivityRecord{{5d6e7f8 u0 {component} t{number}}}"


def _task(session: AdbSession, package: str) -> str:
    phone = session.phone
    number, size = task_id(phone, package), len(phone.tasks[package])
    return (
        f"Task{{7f8e9d #{number} type=standard A=10050:{package} U=0 "
        f"visible={truth(package == phone.activity.package)} mode=fullscreen sz={size}}}"
    )


def _activities(session: AdbSession) -> str:
    phone = session.phone
    lines = ["ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)", "Display #0:"]
    for package, stack in open_tasks(phone):
        lines += [
            f"  * {_task(session, package)}",
            *(
                f"    * Hist  #{place}: {_record(session, stack[place])}"
                for place in reversed(range(len(stack)))
            ),
        ]
    front = _record(session, phone.activity)
    resumed = front if session.screen_on else "null"
    lines += [
        f"  mResumedActivity: {resumed}",
        f"  topResumedActivity={resumed}",
        f"  mFocusedApp={front}",
        f"  ResumedActivity: {resumed}",
    ]
    return "\n".join(lines) + "\n"


def _top(session: AdbSession, only: str = "") -> str:
    """The screen on top of each task, the one in front last, as Android orders them."""
    phone = session.phone
    lines: list[str] = []
    for package, stack in reversed(open_tasks(phone)):
        if only in ("", package):
            number = task_id(phone, package)
            component = component_of_activity(stack[-1])
            lines += [
                f"TASK 10050:{package} id={number} userId=0",
                f"  ACTIVITY {component} 9f8e7d6 pid={pid_of(package)}",
            ]
    return "\n".join(lines) + "\n"


def _recents(session: AdbSession) -> str:
    phone = session.phone
    lines = ["ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)", "  Recent tasks:"]
    for place, package in enumerate(phone.recent_apps):
        number = task_id(phone, package)
        lines += [
            f"  * Recent #{place}: {_task(session, package)}",
            f"    id={number} userId=0 hasTask=true lastActiveTime={phone.now_ms}",
            f"    realActivity={{{component_of_activity(phone.tasks[package][0])}}}",
        ]
    return "\n".join(lines) + "\n"
