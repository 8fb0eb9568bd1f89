"""A package as `dumpsys package` and `pm dump` describe it, and activities as `pm` prints them.

Texts are what known clients look for: versions, flags, permissions, the launcher's activity. Labels
are given where Android gives those that are not in resources: `nonLocalizedLabel`.
"""

from __future__ import annotations

from phoneworld.adb.packages.components import Component, launcher_component
from phoneworld.adb.packages.package_list import Package
from phoneworld.adb.session import AdbSession
from phoneworld.world import EPOCH

INSTALLED = f"{EPOCH:%Y-%m-%d %H:%M:%S}"


def permissions_of(session: AdbSession, package: str) -> list[tuple[str, bool]]:
    """The permissions that a package wants, and whether it has them."""
    rows = session.phone.system.rows(
        "SELECT permission, granted FROM permissions WHERE package = ? ORDER BY permission", package
    )
    return [(row["permission"], bool(row["granted"])) for row in rows]


def describe_package(session: AdbSession, package: Package) -> str:
    """All that is known of a package."""
    name = package.name
    flags = "SYSTEM HAS_CODE" if package.system else "HAS_CODE ALLOW_CLEAR_USER_DATA"
    wanted = permissions_of(session, name)
    lines = [
        *_resolver(package),
        "Packages:",
        f"  Package [{name}] (1a2b3c):",
        f"    userId={package.uid}",
        f"    pkg=Package{{1a2b3c {name}}}",
        f"    codePath={package.path.rpartition('/')[0]}",
        f"    resourcePath={package.path.rpartition('/')[0]}",
        "    primaryCpuAbi=arm64-v8a",
        f"    versionCode={package.version_code} minSdk=24 targetSdk=34",
        f"    versionName={package.version_name}",
        f"    flags=[ {flags} ]",
        f"    pkgFlags=[ {flags} ]",
        f"    dataDir=/data/user/0/{name}",
        "    signatures=PackageSignatures{1a2b version:2, signatures:[abcd1234], past signatures:[]}",
        f"    timeStamp={INSTALLED}",
        f"    firstInstallTime={INSTALLED}",
        f"    lastUpdateTime={INSTALLED}",
        "    requested permissions:",
        *(f"      {permission}" for permission, _ in wanted),
        f"    User 0: installed=true hidden=false stopped=false enabled={0 if package.enabled else 3}",
        "      runtime permissions:",
        *(
            f"        {p}: granted={'true' if granted else 'false'}, flags=[ ]"
            for p, granted in wanted
        ),
    ]
    return "\n".join(lines) + "\n"


def _resolver(package: Package) -> list[str]:
    if package.app is None:
        return []
    category = "LAUNCHER" if package.app.in_launcher else "HOME"
    return [
        "Activity Resolver Table:",
        "  Non-Data Actions:",
        "      android.intent.action.MAIN:",
        f"        1a2b3c {launcher_component(package.app)} filter 4d5e6f",
        '          Action: "android.intent.action.MAIN"',
        f'          Category: "android.intent.category.{category}"',
        "",
    ]


def describe_activity(package: Package | None, component: Component, *, brief: bool) -> list[str]:
    """An activity as `pm resolve-activity` prints it."""
    head = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true"
    if brief:
        return [head, str(component)]
    label = package.label if package is not None and package.label else "null"
    path = package.path if package is not None else ""
    return [
        head,
        "ActivityInfo:",
        f"  name={component.class_name}",
        f"  packageName={component.package}",
        f"  labelRes=0x0 nonLocalizedLabel={label} icon=0x7f010000 banner=0x0",
        "  enabled=true exported=true directBootAware=false",
        f"  taskAffinity={component.package} targetActivity=null persistableMode=PERSIST_ROOT_ONLY",
        "  launchMode=0 flags=0x0 privateFlags=0x0 theme=0x0",
        "  ApplicationInfo:",
        f"    packageName={component.package}",
        f"    labelRes=0x0 nonLocalizedLabel={label} icon=0x7f010000 banner=0x0",
        f"    processName={component.package}",
        f"    sourceDir={path}",
        f"    dataDir=/data/user/0/{component.package}",
        "    enabled=true minSdkVersion=24 targetSdkVersion=34 versionCode=1",
    ]
