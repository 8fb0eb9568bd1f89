"""`pm`: installed packages and their permissions. Installing is in `phoneworld.adb.packages.installer`."""

from __future__ import annotations

from phoneworld.adb.packages.dump import describe_activity, describe_package
from phoneworld.adb.packages.installer import (
    install,
    install_abandon,
    install_commit,
    install_create,
    install_write,
    uninstall,
)
from phoneworld.adb.packages.intent_filters import resolve
from phoneworld.adb.packages.intent_targets import IntentTarget
from phoneworld.adb.packages.intents import Intent, read_intent
from phoneworld.adb.packages.package_list import Package, packages_of
from phoneworld.adb.packages.reset import clear_data, reset_permissions
from phoneworld.adb.shell.arguments import FAILED, SECURITY, Arguments, Thrown, dispatch
from phoneworld.adb.shell.command import Command, Io
from phoneworld.phone import LAUNCHER

USAGE = (
    "Package manager (package) commands:\n"
    "  list packages [-f] [-d] [-e] [-s] [-3] [-i] [-l] [-u] [-U] [FILTER]\n"
    "  list features | libraries | users | permissions\n"
    "  path PACKAGE\n"
    "  clear PACKAGE\n"
    "  install [-r] [-t] [-g] [-S BYTES] [PATH]\n"
    "  uninstall [-k] PACKAGE\n"
    "  grant PACKAGE PERMISSION\n"
    "  revoke PACKAGE PERMISSION\n"
    "  enable PACKAGE | disable PACKAGE | disable-user PACKAGE\n"
    "  resolve-activity [--brief] <INTENT>\n"
    "  query-activities [--brief] <INTENT>\n"
    "  dump PACKAGE\n"
)
FEATURES = (
    "android.hardware.bluetooth",
    "android.hardware.camera",
    "android.hardware.location",
    "android.hardware.nfc",
    "android.hardware.screen.landscape",
    "android.hardware.screen.portrait",
    "android.hardware.telephony",
    "android.hardware.touchscreen",
    "android.hardware.wifi",
)
LIBRARIES = ("android.ext.shared", "android.test.base", "org.apache.http.legacy")
_ENABLED_STATES = {
    "enable": "enabled",
    "disable": "disabled",
    "disable-user": "disabled-user",
    "default-state": "default",
}


def _known(io: Io, name: str) -> Package:
    package = packages_of(io.session).get(name)
    if package is None:
        raise Thrown(f"Unknown package: {name}")
    return package


def _skip_options(arguments: Arguments) -> set[str]:
    """The options that were given; a user's number goes unused, since there is one user."""
    given: set[str] = set()
    for option in arguments.options():
        if option == "--user":
            arguments.required()
        given.add(option)
    return given


def _list(io: Io, arguments: Arguments) -> int:
    match arguments.required():
        case "packages" | "package":
            return _list_packages(io, arguments)
        case "features":
            io.out("".join(f"feature:{feature}\n" for feature in FEATURES))
        case "libraries":
            io.out("".join(f"library:{library}\n" for library in LIBRARIES))
        case "users":
            io.out("Users:\n\tUserInfo{0:Owner:c13} running\n")
        case "permissions":
            rows = io.session.phone.system.rows(
                "SELECT DISTINCT permission FROM permissions ORDER BY permission"
            )
            io.out(
                "All Permissions:\n\n" + "".join(f"+ permission:{r['permission']}\n" for r in rows)
            )
        case "instrumentation" | "permission-groups" | "staged-sessions":
            pass
        case other:
            io.err(f"Error: unknown list type '{other}'\n")
            return FAILED
    return 0


def _list_packages(io: Io, arguments: Arguments) -> int:
    options = _skip_options(arguments)
    wanted = arguments.next() or ""
    # Options may also stand behind the filter.
    options |= _skip_options(arguments)
    unknown = options - set("-f -d -e -s -3 -i -l -u -U -a -q --user --show-versioncode".split())
    if unknown:
        io.err(f"Error: Unknown option: {min(unknown)}\n")
        return FAILED
    for package in packages_of(io.session).values():
        if (
            wanted in package.name
            and not ("-3" in options and package.system)
            and not ("-s" in options and not package.system)
            and not ("-e" in options and not package.enabled)
            and not ("-d" in options and package.enabled)
        ):
            place = f"{package.path}=" if "-f" in options else ""
            tail = f" versionCode:{package.version_code}" if "--show-versioncode" in options else ""
            tail += "  installer=null" if "-i" in options else ""
            tail += f" uid:{package.uid}" if "-U" in options else ""
            io.out(f"package:{place}{package.name}{tail}\n")
    return 0


def _path(io: Io, arguments: Arguments) -> int:
    _skip_options(arguments)
    package = packages_of(io.session).get(arguments.required())
    if package is None:
        return 1
    io.out(f"package:{package.path}\n")
    return 0


def _clear(io: Io, arguments: Arguments) -> int:
    _skip_options(arguments)
    name = arguments.required()
    if name not in packages_of(io.session):
        io.out("Failed\n")
        return 1
    clear_data(io.session, name)
    io.out("Success\n")
    return 0


def _grant(io: Io, arguments: Arguments) -> int:
    return _decide(io, arguments, granted=True)


def _revoke(io: Io, arguments: Arguments) -> int:
    return _decide(io, arguments, granted=False)


def _decide(io: Io, arguments: Arguments, *, granted: bool) -> int:
    _skip_options(arguments)
    package = _known(io, arguments.required())
    permission = arguments.required()
    phone = io.session.phone
    if package.app is None:
        return 0
    asked = phone.system.value(
        "SELECT 1 FROM permissions WHERE package = ? AND permission = ?", package.name, permission
    )
    if asked is None:
        message = f"Package {package.name} has not requested permission {permission}"
        raise Thrown(message, SECURITY)
    phone.grant_permission(package.name, permission, granted=granted)
    phone.touch()
    return 0


def _reset_permissions(io: Io, arguments: Arguments) -> int:
    del arguments
    for package in io.session.phone.apps:
        reset_permissions(io.session, package)
    io.session.phone.touch()
    return 0


def _set_enabled(io: Io, arguments: Arguments) -> int:
    _skip_options(arguments)
    # Part of a package can be named too; here a package is enabled as a whole.
    package = _known(io, arguments.required().partition("/")[0])
    state = _ENABLED_STATES[arguments.first]
    on = state in ("enabled", "default")
    phone = io.session.phone
    if package.app is None or (package.name == LAUNCHER and not on):
        message = f"Shell cannot change component state for {package.name}/null to {2 - on}"
        raise Thrown(message, SECURITY)
    if package.enabled != on:
        phone.system.run("UPDATE packages SET enabled = ? WHERE package = ?", on, package.name)
        if not on:
            phone.stop_app(package.name)
        phone.touch()
    io.out(f"Package {package.name} new state: {state}\n")
    return 0


def _find_activities(io: Io, arguments: Arguments) -> tuple[list[IntentTarget], set[str]]:
    given: set[str] = set()
    own = {
        option: (lambda option=option: given.add(option))
        for option in ("--brief", "--components", "--query-flags")
    }
    intent = read_intent(arguments, own)
    found = [target for target in resolve(io.session, intent) if isinstance(target, IntentTarget)]
    if not found and intent.package and _plain(intent):
        # Android takes the package's launcher activity for an intent that says nothing else.
        app = io.session.phone.apps.get(intent.package)
        found = [IntentTarget(app.package, app.start)] if app is not None else []
    return found, given


def _plain(intent: Intent) -> bool:
    return (
        not intent.data and not intent.kind and intent.action in ("", "android.intent.action.MAIN")
    )


def _resolve_activity(io: Io, arguments: Arguments) -> int:
    found, given = _find_activities(io, arguments)
    if not found:
        io.out("No activity found\n")
        return 0
    component = found[0].component_on(io.session.phone)
    if "--components" in given:
        io.out(f"{component}\n")
        return 0
    package = packages_of(io.session).get(component.package)
    io.out("\n".join(describe_activity(package, component, brief="--brief" in given)) + "\n")
    return 0


def _query_activities(io: Io, arguments: Arguments) -> int:
    found, given = _find_activities(io, arguments)
    if not found:
        io.out("No activities found\n")
        return 0
    known, phone = packages_of(io.session), io.session.phone
    if "--components" in given:
        io.out("".join(f"{target.component_on(phone)}\n" for target in found))
        return 0
    io.out(f"{len(found)} activities found:\n")
    for number, target in enumerate(found):
        lines = describe_activity(
            known.get(target.package), target.component_on(phone), brief="--brief" in given
        )
        io.out(f"  Activity #{number}:\n" + "".join(f"    {line}\n" for line in lines))
    return 0


def _dump(io: Io, arguments: Arguments) -> int:
    name = arguments.required()
    package = packages_of(io.session).get(name)
    if package is None:
        io.out(f"Unable to find package: {name}\n")
        return 0
    io.out(describe_package(io.session, package))
    return 0


def _has_feature(io: Io, arguments: Arguments) -> int:
    found = arguments.required() in FEATURES
    io.out("true\n" if found else "false\n")
    return 0 if found else 1


def _install_location(io: Io, arguments: Arguments) -> int:
    del arguments
    io.out("0[auto]\n")
    return 0


package_manager = dispatch(
    {
        "clear": _clear,
        "default-state": _set_enabled,
        "disable": _set_enabled,
        "disable-user": _set_enabled,
        "dump": _dump,
        "enable": _set_enabled,
        "get-install-location": _install_location,
        "grant": _grant,
        "has-feature": _has_feature,
        "install": install,
        "install-abandon": install_abandon,
        "install-commit": install_commit,
        "install-create": install_create,
        "install-write": install_write,
        "list": _list,
        "path": _path,
        "query-activities": _query_activities,
        "reset-permissions": _reset_permissions,
        "resolve-activity": _resolve_activity,
        "revoke": _revoke,
        "uninstall": uninstall,
    },
    USAGE,
)

COMMANDS: dict[str, Command] = {"pm": package_manager}
