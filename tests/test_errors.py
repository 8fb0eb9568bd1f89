"""The trees that are drawn on top of `errors.py` files are complete and true."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ["runtime", "phoneworld", "trainer", "tui", "proto/phonebuddy"]
BUILT_IN = {"Exception", "LookupError", "OSError", "RuntimeError", "ValueError"}
HEAD = re.compile(r"^\s*class (?P<name>\w+)\((?P<bases>[^)]*)\):", re.MULTILINE)
DRAWN = re.compile(r"^(?P<branch>[ |`-]*)(?P<names>[A-Z]\w+(?:, [A-Z]\w+)*)(?=\s{2}|$)")


class _Raised(NamedTuple):
    name: str
    file: Path
    bases: frozenset[str]


def _classes() -> Iterator[_Raised]:
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            if not file.stem.endswith(("_pb2", "_pb2_grpc")):
                for head in HEAD.finditer(file.read_text()):
                    bases = {base.strip().rpartition(".")[2] for base in head["bases"].split(",")}
                    yield _Raised(head["name"], file, frozenset(bases))


@cache
def _exceptions() -> tuple[_Raised, ...]:
    """Every exception class of ours that others can see."""
    known, found = set(BUILT_IN), set[_Raised]()
    classes = set(_classes())
    while new := {one for one in classes - found if one.bases & known}:
        found |= new
        known |= {one.name for one in new}
    return tuple(sorted(one for one in found if not one.name.startswith("_")))


@cache
def _prose(file: Path) -> str:
    return ast.get_docstring(ast.parse(file.read_text())) or ""


def _parents(text: str) -> dict[str, str]:
    """Each name of a drawn tree, and the name that it hangs below."""
    parents: dict[str, str] = {}
    path: list[tuple[int, str]] = []
    for line in text.splitlines():
        if (drawn := DRAWN.match(line)) is None:
            continue
        column = len(drawn["branch"])
        path = [(at, name) for at, name in path if at < column]
        if not drawn["branch"].strip() or path:
            names = drawn["names"].split(", ")
            parents.update(dict.fromkeys(names, path[-1][1] if path else ""))
            path.append((column, names[0]))
    return parents


@cache
def _nearest_tree(file: Path) -> Path:
    """The `errors.py` of the package that a file lies in, or of one around it."""
    folder = file.parent
    while not (folder / "errors.py").is_file():
        folder = folder.parent
    return folder / "errors.py"


def test_every_exception_is_named_in_the_tree_of_its_package() -> None:
    unnamed = [
        f"{raised.name} in {raised.file.relative_to(ROOT)}"
        for raised in _exceptions()
        if not re.search(rf"\b{raised.name}\b", _prose(_nearest_tree(raised.file)))
    ]

    assert len(_exceptions()) > 100
    assert unnamed == []


def test_every_drawn_exception_hangs_below_its_base() -> None:
    wrong: list[str] = []
    for tree in {_nearest_tree(raised.file) for raised in _exceptions()}:
        drawn = _parents(_prose(tree))
        for raised in _exceptions():
            parent = drawn.get(raised.name, "") if _nearest_tree(raised.file) == tree else ""
            if parent and parent not in raised.bases:
                wrong.append(f"{raised.name} is drawn below {parent} in {tree.relative_to(ROOT)}")

    assert wrong == []
