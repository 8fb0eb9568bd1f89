"""A folder that brings wordings for a built-in template, as `--with` takes it."""

import json
from pathlib import Path

TEMPLATE = "settings.volume"
TRAIN = "Make it {percent} % for {which}, the volume I mean."
HELD_OUT = "{which}: louder or quieter, until it is at {percent} %."


def write_wordings(folder: Path) -> Path:
    """One sentence to train on, and one that is held out."""
    for kind, sentence in (("train", TRAIN), ("held_out", HELD_OUT)):
        (folder / "wordings" / kind).mkdir(parents=True)
        file = folder / "wordings" / kind / "some.json"
        file.write_text(json.dumps({TEMPLATE: [sentence]}))
    return folder
