"""`trainer push FOLDER OWNER/NAME`: upload a checkpoint, a bundle or a data set to a hub. Only `--yes` sends anything."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("repo", metavar="OWNER/NAME")
    parser.add_argument("--yes", action="store_true", help="send it; without this, only say what")
    parser.add_argument("--public", action="store_true", help="for everybody to see")
    parser.add_argument("--message", default="Upload by `trainer push`", metavar="TEXT")


def run(given: argparse.Namespace) -> int:
    """Say what would be sent, and send it if that is wanted; the exit code."""
    from trainer.export.checkpoint_card import complete_checkpoint
    from trainer.export.pushing import plan_push, push

    for name in complete_checkpoint(given.folder):
        print(f"{name} was written")
    plan = plan_push(given.folder, given.repo, private=not given.public)
    print("\n  ".join(plan.lines()))
    if not given.yes:
        print("nothing was sent: --yes sends it")
        return 0
    from huggingface_hub import HfApi

    push(plan, HfApi(), message=given.message)
    print("sent")
    return 0
