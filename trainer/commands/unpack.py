"""`trainer unpack`: a policy's folder again, to train on from it or to measure it.

Of a served policy in GGUF, or of a checkpoint that a training left on its way (`--like POLICY`).
"""

from __future__ import annotations

import argparse
from pathlib import Path

from trainer.errors import InvalidDataRequest


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "bundle",
        type=Path,
        metavar="BUNDLE",
        help="a policy in GGUF; or, with --like, a folder step-N among a training's checkpoints",
    )
    parser.add_argument(
        "--like",
        type=Path,
        metavar="POLICY",
        help="the policy that the training began with: its tokenizer, and how it is asked",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument(
        "--restating-of",
        type=Path,
        metavar="BUNDLE",
        help="take the weights that restate out of this bundle in ONNX; shape and tokenizer from the other",
    )


def run(given: argparse.Namespace) -> int:
    """Unpack; the exit code."""
    from trainer.checkpoints import is_checkpoint

    if is_checkpoint(given.bundle) != (given.like is not None):
        raise InvalidDataRequest(
            f"{given.bundle}: a checkpoint of a training takes --like POLICY, the one that training began "
            "with; a bundle takes none"
        )
    if given.like is not None:
        from trainer.rl.model_policy import unpack_checkpoint

        unpack_checkpoint(given.bundle, like=given.like, out=given.out)
    else:
        from trainer.export.unpack import unpack

        unpack(given.bundle, given.out, restating_of=given.restating_of)
    print(given.out)
    return 0
