#!/usr/bin/env python3
"""Makes the `_pb2.py` and `.pyi` in phoneworld/emulator/stubs from the .proto files beside them.

    pip install grpcio-tools
    scripts/build_emulator_stubs.py [FOLDER]

A test compares what is committed with what this makes.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTOS = ("phoneworld/emulator/stubs/emulator.proto", "phoneworld/emulator/stubs/forest.proto")


def build(folder: Path) -> None:
    """Write the stubs into a folder, at their path in the repository."""
    from grpc_tools import protoc

    arguments = [f"--proto_path={ROOT}", f"--python_out={folder}", f"--pyi_out={folder}"]
    if protoc.main(["protoc", *arguments, *PROTOS]) != 0:
        raise SystemExit(f"protoc has refused {' or '.join(PROTOS)}; its reason is above")


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
