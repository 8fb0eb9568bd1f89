#!/usr/bin/env python3
"""Makes the Python stubs of the wire contract from the .proto files beside them.

    scripts/build_stubs.py [FOLDER]

Needs grpcio-tools and mypy-protobuf (whose plug-in writes the types of the services). A test
compares what is committed with what this makes.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTO = ROOT / "proto"


def build(folder: Path) -> None:
    """Write the stubs into a folder, at their path below proto/."""
    from grpc_tools import protoc

    plugin = Path(sys.executable).with_name("protoc-gen-mypy_grpc")
    files = sorted(str(path.relative_to(PROTO)) for path in PROTO.glob("phonebuddy/v1/*.proto"))
    arguments = [
        f"--proto_path={PROTO}",
        f"--proto_path={Path(protoc.__file__).with_name('_proto')}",
        f"--plugin=protoc-gen-mypy_grpc={plugin}",
        f"--python_out={folder}",
        f"--pyi_out={folder}",
        f"--grpc_python_out={folder}",
        f"--mypy_grpc_out={folder}",
    ]
    if protoc.main(["protoc", *arguments, *files]) != 0:
        raise SystemExit("protoc has refused the contract; its reason is above")
    for path in folder.glob("phonebuddy/v1/*_pb2_grpc.py*"):
        # A file without services has nothing to say here.
        if path.name.removesuffix("i").removesuffix("_pb2_grpc.py") in MESSAGES_ONLY:
            path.unlink()


MESSAGES_ONLY = {"action", "error", "observation", "run"}


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else PROTO)
