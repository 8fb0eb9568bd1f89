"""`ime`: which keyboards there are, and which one is used."""

from __future__ import annotations

from phoneworld.adb.handset.keyboards import choose_keyboard, current_keyboard, enabled, offered
from phoneworld.adb.packages.components import read_component
from phoneworld.adb.session import PHONEWORLD_IME
from phoneworld.adb.shell.arguments import FAILED, Arguments, dispatch
from phoneworld.adb.shell.command import Command, Io

USAGE = (
    "InputMethodManagerService commands:\n"
    "  list [-a] [-s]\n  enable <ID>\n  disable <ID>\n  set <ID>\n  reset\n"
)


def _list(io: Io, arguments: Arguments) -> int:
    options = {"".join(arguments.rest)} if arguments.rest else set[str]()
    letters = "".join(options)
    session = io.session
    for ime in offered(session) if "a" in letters else enabled(session):
        package, _, name = ime.partition("/")
        if "s" in letters:
            io.out(f"{ime}\n")
        else:
            io.out(
                f"{ime}:\n  mId={ime} mSettingsActivityName=null mIsVrOnly=false\n"
                f"  mIsDefaultResId=0x0\n  Service:\n    packageName={package} name={name}\n"
            )
    return 0


def _known(io: Io, arguments: Arguments) -> tuple[str, bool]:
    """The keyboard that is named, in the form it is known by, and whether it is installed."""
    for option in arguments.options():
        if option == "--user":
            arguments.required()
    word = arguments.required()
    component = read_component(word)
    ime = str(component) if component is not None else word
    return ime, ime in offered(io.session)


def _enable(io: Io, arguments: Arguments) -> int:
    ime, known = _known(io, arguments)
    if not known:
        io.err(f"Unknown input method {ime} cannot be enabled for user #0\n")
        return FAILED
    already = ime in enabled(io.session)
    io.session.handset.keyboards.add(ime)
    io.out(f"Input method {ime}: {'already' if already else 'now'} enabled for user #0\n")
    return 0


def _disable(io: Io, arguments: Arguments) -> int:
    ime, known = _known(io, arguments)
    session = io.session
    if not known:
        io.err(f"Unknown input method {ime} cannot be disabled for user #0\n")
        return FAILED
    already = ime not in enabled(session)
    session.handset.keyboards.discard(ime)
    if current_keyboard(session) == ime:
        choose_keyboard(session, PHONEWORLD_IME)
    io.out(f"Input method {ime}: {'already' if already else 'now'} disabled for user #0\n")
    return 0


def _set(io: Io, arguments: Arguments) -> int:
    ime, known = _known(io, arguments)
    # Android refuses one that is installed and not enabled, with the same words.
    if not known or ime not in enabled(io.session):
        io.err(f"Unknown input method {ime} cannot be selected for user #0\n")
        return FAILED
    choose_keyboard(io.session, ime)
    io.out(f"Input method {ime} selected for user #0\n")
    return 0


def _reset(io: Io, arguments: Arguments) -> int:
    del arguments
    io.session.handset.keyboards.clear()
    choose_keyboard(io.session, PHONEWORLD_IME)
    io.out("Reset current and enabled IMEs for user #0\n")
    return 0


input_method_service = dispatch(
    {"list": _list, "enable": _enable, "disable": _disable, "set": _set, "reset": _reset}, USAGE
)

COMMANDS: dict[str, Command] = {"ime": input_method_service}
