"""How a sampling server gets the weights of each iteration: a LoRA adapter in a folder that it reads.

An adapter is called by what is in it. So a server never keeps what it computed with other weights under
the same name (its prefix cache goes by the name), and one that was handed over before an interruption is
known again.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path, PurePosixPath

from trainer.checkpoints import PART, publish_folder
from trainer.models.trainable_model import Model
from trainer.rl.sampling_server import SamplingServer

ADAPTERS = "adapters"
"""The folder of adapters, in the folder of a training."""
_WEIGHTS = "adapter_model.safetensors"


class AdapterHandover:
    """Hands the additions of a model with LoRA over, and remembers what the server has."""

    def __init__(
        self, server: SamplingServer, model: Model, folder: Path, *, seen_as: str = ""
    ) -> None:
        """`folder` holds the adapters; the server sees it as `seen_as`, if that is another path."""
        self._server = server
        self._model = model
        self._folder = folder
        self._seen_as = seen_as
        self.name = ""
        """What the server calls the newest adapter; empty before the first."""

    def hand_over(self) -> None:
        """Have the server load the model's additions as they are now, and forget those before."""
        before, self.name = self.name, self._write()
        self.load_again()
        if before not in {"", self.name}:
            self._server.unload(before)
        for old in self._folder.iterdir():
            if old.name != self.name:
                shutil.rmtree(old, ignore_errors=True)

    def load_again(self) -> None:
        """Have it load the newest adapter; one that it has already stays."""
        there = PurePosixPath(self._seen_as or self._folder.resolve().as_posix())
        self._server.load(self.name, str(there / self.name))

    def _write(self) -> str:
        self._folder.mkdir(parents=True, exist_ok=True)
        part = self._folder / f"next{PART}"
        shutil.rmtree(part, ignore_errors=True)
        # Embeddings are never trained here; to find that out, peft would look at the model's hub.
        self._model.save_pretrained(part, save_embedding_layers=False)
        digest = hashlib.sha256((part / _WEIGHTS).read_bytes()).hexdigest()
        name = f"phonebuddy-{digest[:16]}"
        publish_folder(part, self._folder / name)
        return name
