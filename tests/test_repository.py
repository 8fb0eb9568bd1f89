import ast
import importlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from runtime.engines.offer import EngineOffer

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
ENGINES = PROJECT["entry-points"]["phonebuddy.engines"].values()
PRODUCT = ["phoneworld", "proto", "runtime", "trainer", "tui"]
HEAVY = ["llama_cpp", "onnxruntime", "textual", "torch"]
TOP_CLASS = re.compile(r"^class ([A-Za-z]\w*)", re.MULTILINE)
PERSONAL_PATH = re.compile(r"(?<![\w.$}])/(?:(?:root|work)/[\w.]|(?:home|Users)/[\w.-]+/)")


def _declared_objects() -> list[str]:
    groups = [PROJECT["scripts"], *PROJECT["entry-points"].values()]
    return sorted({target for group in groups for target in group.values()})


def _installed_requirements() -> list[str]:
    extras = PROJECT["optional-dependencies"]
    return PROJECT["dependencies"] + extras["onnx"] + extras["dev"]


def _repository_files() -> list[Path]:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("only git knows which files belong to the repository")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    files = [ROOT / name for name in listing.split("\0") if name]
    return [file for file in files if file.is_file()]


@pytest.mark.parametrize("target", _declared_objects())
def test_declared_object_can_be_imported(target: str) -> None:
    module, _, name = target.partition(":")

    declared = getattr(importlib.import_module(module), name)
    assert isinstance(declared, EngineOffer) if target in ENGINES else callable(declared)


@pytest.mark.parametrize("package", ["runtime", "phoneworld"])
def test_importing_package_loads_no_heavy_library(package: str) -> None:
    program = f"import sys, {package}; print(*sys.modules.keys() & {set(HEAVY)!r})"

    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout

    assert loaded.split() == []


@pytest.mark.parametrize("requirement", _installed_requirements())
def test_constraints_pin_requirement(requirement: str) -> None:
    wanted = Requirement(requirement)
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = dict(line.split("==") for line in lines if line and not line.startswith("#"))

    assert wanted.specifier.contains(pins.get(canonicalize_name(wanted.name), "none"))


def test_no_file_names_a_personal_folder() -> None:
    found: list[str] = []
    for file in _repository_files():
        # Fonts and images are not text; what surrounds their bytes says nothing.
        text = file.read_bytes().decode(errors="ignore")
        found += [f"{file.relative_to(ROOT)}: {hit[0]}" for hit in PERSONAL_PATH.finditer(text)]

    assert found == []


def test_every_product_file_says_what_it_is_for() -> None:
    silent = [
        str(file.relative_to(ROOT))
        for folder in PRODUCT
        for file in (ROOT / folder).rglob("*.py")
        if not file.stem.endswith(("_pb2", "_pb2_grpc"))
        and ast.get_docstring(ast.parse(file.read_text())) is None
    ]

    assert silent == []


def test_class_names_are_unique() -> None:
    """A class that only its module sees (`_Name`) and one inside another are no names of the project."""
    places: dict[str, list[str]] = {}
    for folder in PRODUCT:
        for file in sorted((ROOT / folder).rglob("*.py")):
            if not file.stem.endswith(("_pb2", "_pb2_grpc")):
                for name in TOP_CLASS.findall(file.read_text()):
                    places.setdefault(name, []).append(str(file.relative_to(ROOT)))
    shared = {name: files for name, files in places.items() if len(files) > 1}

    # The client cannot import the runtime, and raises an error under the name that the server gave it.
    both_ends = ["proto/phonebuddy/v1/errors.py", "runtime/errors.py"]

    assert {name: files for name, files in shared.items() if files != both_ends} == {}


def test_the_glossary_names_files_and_classes_that_exist() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text()
    classes = {
        name
        for folder in PRODUCT
        for file in (ROOT / folder).rglob("*.py")
        for name in TOP_CLASS.findall(file.read_text())
    }

    paths = re.findall(r"`([a-z_/]+(?:\.py|/))`", text)
    names = re.findall(r"`([A-Z]\w+)`", text)

    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert [name for name in names if name not in classes] == []


@pytest.mark.parametrize("command", ["run", "test", ".ci/run"])
def test_command_is_executable(command: str) -> None:
    assert os.access(ROOT / command, os.X_OK)
