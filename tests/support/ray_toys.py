"""Toy phones for rollout workers: what is made inside them, and a way for them to die."""

import os
from dataclasses import dataclass
from pathlib import Path

from toy_phone import ToyLanguage, ToyPhones, ToyPolicy, ToyTrial

from trainer.scaling.rollout_worker import Gear


@dataclass
class DeadlyPhones(ToyPhones):
    """Resetting the deadly task ends the process, once for each file in a folder."""

    deadly: str = ""
    folder: Path = Path()

    def reset(self, task: str) -> ToyTrial:
        left = list(self.folder.iterdir()) if task == self.deadly else []
        if left:
            left[0].unlink()
            os._exit(1)
        return super().reset(task)


@dataclass(frozen=True)
class ToyOutfit:
    """What a worker has: toy phones, and a policy whose weights it is sent."""

    deadly: str
    folder: Path

    def __call__(self) -> Gear:
        phones = DeadlyPhones(screens=1, goals=3, deadly=self.deadly, folder=self.folder)
        return Gear(ToyPolicy(seed=99), ToyLanguage(), {"mock": phones})
