#!/usr/bin/env python3
"""Makes phoneworld/emulator/stubs/emulator_pb2.py and .pyi from the .proto beside them.

    pip install grpcio-tools
    scripts/build_emulator_stubs.py [FOLDER]

A test compares what is committed with what this makes.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTO = "phoneworld/emulator/stubs/emulator.proto"


def build(folder: Path) -> None:
    """Write the stubs into a folder, at their path in the repository."""
    from grpc_tools import protoc

    arguments = [f"--proto_path={ROOT}", f"--python_out={folder}", f"--pyi_out={folder}"]
    if protoc.main(["protoc", *arguments, PROTO]) != 0:
        raise SystemExit(f"protoc has refused {PROTO}; its reason is above")


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
