"""Whole trainings on the toy phone."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from toy_phone import ToyLanguage, ToyPhones, ToyPolicy

from trainer.optimizers import OptimizerConfig
from trainer.rl.config import RlConfig, Rollouts
from trainer.rl.policy_update import Update
from trainer.rl.recipe import Training

CONFIG = RlConfig(
    iterations=40,
    rollouts=Rollouts(groups=4, tries=8),
    update=Update(kl=0.0),
    optimizer=OptimizerConfig(kind="adamw", adamw_rate=0.05, weight_decay=0.0),
)


@dataclass(frozen=True)
class ToyTrainings:
    """Makes trainings of fresh policies in a folder."""

    folder: Path

    def __call__(
        self,
        phones: ToyPhones | None = None,
        *more: ToyPhones,
        folder: str = "run",
        mix: float = 0.0,
        policy: ToyPolicy | None = None,
        reference: ToyPolicy | None = None,
        **changes: Any,  # noqa: ANN401  whatever `replace` takes
    ) -> Training:
        """The first phones are the mock ones, the others real; entries of the configuration can
        be replaced.
        """
        phones = phones or ToyPhones()
        return Training(
            policy=policy or ToyPolicy(),
            language=ToyLanguage(),
            environments={each.name: each for each in (phones, *more)},
            real=tuple(each.name for each in more),
            mock=phones.name,
            mix=mix,
            folder=self.folder / folder,
            config=replace(CONFIG, **changes),
            reference=reference,
        )
