"""`trainer unpack BUNDLE --out FOLDER`: a served policy as a checkpoint again, to train on from it."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="a policy in GGUF")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument(
        "--restating-of",
        type=Path,
        metavar="BUNDLE",
        help="take the weights that restate out of this bundle in ONNX; shape and tokenizer from the other",
    )


def run(given: argparse.Namespace) -> int:
    """Unpack; the exit code."""
    from trainer.export.unpack import unpack

    unpack(given.bundle, given.out, restating_of=given.restating_of)
    print(given.out)
    return 0
