"""Generates phoneworld/emulator/stubs from emulator.proto: python scripts/build_emulator_stubs.py

Run it after a change of the .proto; a test compares what is committed with what this makes.
"""

from __future__ import annotations

import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "phoneworld" / "emulator"


def build(folder: Path) -> None:
    """Write the stubs into a folder."""
    from grpc_tools import protoc

    arguments = [f"--proto_path={PACKAGE}", f"--python_out={folder}", f"--pyi_out={folder}"]
    if protoc.main(["protoc", *arguments, "emulator.proto"]) != 0:
        raise SystemExit("protoc has refused emulator.proto; its reason is above")


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE / "stubs")
