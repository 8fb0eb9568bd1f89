"""The app of docs/new-app.md, put where the page says."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import phoneworld.apps

GUIDE = Path(__file__).parents[2] / "docs" / "new-app.md"
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
PLACE = re.compile(r"# phoneworld/apps/(\S+)\n")


def printed_files() -> dict[str, str]:
    """The page's Python by path in `phoneworld/apps`, as each block's first line names it."""
    blocks = BLOCK.findall(GUIDE.read_text(encoding="utf-8"))
    found = [(PLACE.match(block), block) for block in blocks]
    nameless = [block for place, block in found if place is None]
    if nameless:
        raise AssertionError(f"which file is this? {nameless[0]}")
    return {place[1]: block for place, block in found if place is not None}


@contextmanager
def printed_app(folder: Path) -> Iterator[None]:
    """While it lasts the printed files, and no others, are further folders of `phoneworld.apps`."""
    for name, code in printed_files().items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(code, encoding="utf-8")
    packages = {Path(name).parts[0] for name in printed_files()}
    phoneworld.apps.__path__.append(str(folder))
    try:
        yield
    finally:
        phoneworld.apps.__path__.remove(str(folder))
        for name in list(sys.modules):
            if any(name.startswith(f"phoneworld.apps.{package}") for package in packages):
                del sys.modules[name]
