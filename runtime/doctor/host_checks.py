"""What this computer must have: adb, engines, a place for policies, room on the disk."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from runtime.backends.adb.connection import Finder, adb_program
from runtime.backends.adb.errors import AdbServerDown
from runtime.doctor.finding import DoctorFinding, failure, note, warning, well
from runtime.errors import DeviceError
from runtime.install_words import install_command
from runtime.policies.builtin import builtin_folder

GB = 1 << 30
LOW_GB, LEAST_GB = 5, 1
IMPORT_S = 60
ENGINES = {
    "gguf": ("llama_cpp", f"{install_command('gguf')} (needs a C++ compiler)"),
    "onnx": ("onnxruntime", install_command("onnx")),
}


def check_adb_program() -> DoctorFinding:
    """The adb program and its version."""
    try:
        program = adb_program()
        done = subprocess.run(
            [program, "version"], check=True, capture_output=True, text=True, timeout=20
        )
    except (AdbServerDown, OSError, subprocess.SubprocessError) as error:
        return failure("adb", f"does not run: {error}", "install Android's platform-tools")
    lines = done.stdout.splitlines()
    version = next((line.split()[-1] for line in lines if line.startswith("Version")), "?")
    return well("adb", f"{version} at {program}")


def check_adb_server(finder: Finder, *, fix: bool) -> DoctorFinding:
    """Whether an adb server answers; it is started if asked for."""
    where = f"{finder.server.host}:{finder.server.port}"
    try:
        return well("adb server", f"version 1.0.{finder.version()} on {where}")
    except AdbServerDown:
        if not fix:
            return note(
                "adb server",
                f"does not run on {where}: only phones of your own need it",
                "run 'adb start-server', or use --fix",
            )
    except DeviceError as error:
        if not fix:
            return failure("adb server", str(error), "run 'adb start-server', or use --fix")
    try:
        finder.start_server()
    except DeviceError as error:
        return failure("adb server", str(error), "run 'adb start-server' and read what it says")
    return well("adb server", f"started on {where}", cured=True)


def check_engines() -> Iterator[DoctorFinding]:
    """Whether what runs policies can be imported, tried in a process of its own."""
    for name, (module, cure) in ENGINES.items():
        subject = f"engine {name}"
        if importlib.util.find_spec(module) is None:
            yield warning(subject, f"{module} is not installed", cure)
            continue
        try:
            done = subprocess.run(
                [sys.executable, "-c", f"import {module}; print({module}.__version__)"],
                check=False,
                capture_output=True,
                text=True,
                timeout=IMPORT_S,
            )
        except subprocess.TimeoutExpired:
            yield failure(subject, f"importing {module} takes over {IMPORT_S} s", cure)
            continue
        if done.returncode:
            message = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
            yield failure(subject, f"{module} cannot be imported: {message}", cure)
        else:
            yield well(subject, f"{module} {done.stdout.strip()}")
    yield well("engine remote", "needs nothing here but a server's address")


def check_policies(folder: Path, *, fix: bool, builtin: Path | None = None) -> DoctorFinding:
    """The folder of policy bundles, and those that come with PhoneBuddy."""
    own, given = _bundles(folder), _bundles(builtin or builtin_folder())
    ready = ", ".join([*own, *(f"{name} (built in)" for name in given)])
    if not folder.is_dir() and fix:
        try:
            folder.mkdir(parents=True)
        except OSError as error:
            return failure("policies", f"{folder} cannot be made: {error}", "choose another")
        return well("policies", f"{ready + '; ' if ready else ''}{folder} made, empty", cured=True)
    if ready:
        return well("policies", f"{ready}; your own go to {folder}")
    if not folder.is_dir():
        return warning("policies", f"{folder} does not exist", f"mkdir -p '{folder}', or --fix")
    return warning("policies", f"none in {folder}", "put a policy bundle there")


def _bundles(folder: Path) -> list[str]:
    found = [*folder.glob("*/policy.json"), *folder.glob("*/*/policy.json")]
    return sorted(path.parent.name for path in found)


def check_disk(folder: Path) -> DoctorFinding:
    """Room for recordings, where policies are."""
    place = folder
    while not place.exists():
        place = place.parent
    free_gb = shutil.disk_usage(place).free / GB
    text = f"{free_gb:.1f} GB free at {place}"
    if free_gb < LEAST_GB:
        return failure("disk", text, "make room: recordings would be cut off")
    if free_gb < LOW_GB:
        return warning("disk", text, f"make room: a policy takes up to {LOW_GB} GB")
    return well("disk", text)
