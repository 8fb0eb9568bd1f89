"""`trainer tokenizer`: make the tokenizer of a small policy from a data set."""

from __future__ import annotations

import argparse
from pathlib import Path

from trainer.data.corpus import episode_texts
from trainer.sft.config import SftConfig, read_config
from trainer.tokenizer.policy_tokenizer import write_tokenizer
from trainer.tokenizer.skeletons import skeletons
from trainer.tokenizer.training import TokenizerSettings, train_tokenizer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    usual = TokenizerSettings()
    parser.add_argument("--data", type=Path, required=True, nargs="+", metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, help="where the tokenizer is written")
    parser.add_argument("--config", type=Path, help="how prompts are written: as for `trainer sft`")
    parser.add_argument("--words", type=int, default=usual.words, help="how many tokens words get")


def run(given: argparse.Namespace) -> int:
    """Run the command; its exit code."""
    prompt = (read_config(given.config) if given.config else SftConfig()).prompt
    texts = episode_texts(given.data, prompt.open())
    tokenizer = train_tokenizer(texts, skeletons(), TokenizerSettings(words=given.words))
    written = write_tokenizer(tokenizer, given.out)
    lengths = [len(written.encode(text)) / max(len(text), 1) for text in texts[:200]]
    print(
        f"{given.out}: {written.size:,} tokens, "
        f"{len(lengths) / max(sum(lengths), 1e-9):.2f} characters each"
    )
    return 0
