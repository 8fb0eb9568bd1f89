"""`am broadcast`: what on the phone listens to broadcasts, and what it answers.

The keyboards of test tools, Clipper's clipboard (`clipper.get`, `clipper.set`), and the system's
own announcements, which change nothing by themselves. Anything else is heard by nobody: result 0.
"""

from __future__ import annotations

from phoneworld.adb.handset.keyboards import OK, BroadcastResult, hear
from phoneworld.adb.packages.intents import Intent, read_intent
from phoneworld.adb.session import AdbSession
from phoneworld.adb.shell.arguments import Arguments
from phoneworld.adb.shell.command import Io

RECEIVER_FLAG = 0x00400000
"""Android marks what comes from the shell with it."""


def broadcast(io: Io, arguments: Arguments) -> int:
    """Send a broadcast and say what came back."""
    intent = read_intent(arguments, {})
    intent.flags |= RECEIVER_FLAG
    io.out(f"Broadcasting: {intent}\n")
    session = io.session
    if any(heard(intent.action, intent.extras) for heard in session.receivers):
        io.out("Broadcast completed: result=0\n")
        return 0
    answer = hear(session, intent)
    if answer is None:
        answer = _hear_system(session, intent)
    data = f', data="{answer.data}"' if answer.data is not None else ""
    io.out(f"Broadcast completed: result={answer.code}{data}\n")
    return 0


def _hear_system(session: AdbSession, intent: Intent) -> BroadcastResult:
    phone = session.phone
    match intent.action:
        case "clipper.get":
            return BroadcastResult(OK, phone.clipboard)
        case "clipper.set":
            if "text" not in intent.extras:
                return BroadcastResult(0, 'No text is provided. Use -e text "text to be pasted"')
            phone.clipboard = intent.text_of("text")
            return BroadcastResult(OK, "Text is copied into clipboard.")
        case "android.intent.action.CLOSE_SYSTEM_DIALOGS":
            if phone.panel is not None and phone.panel["kind"] in ("shade", "recents", "share"):
                phone.close_panel()
            return BroadcastResult()
        case action if action.startswith("android."):
            return BroadcastResult()
        case _:
            session.journal.miss(f"am broadcast {intent}")
            return BroadcastResult()
