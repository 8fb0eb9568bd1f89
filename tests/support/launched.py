"""Starts a command of the trainer in two processes by `accelerate launch`, on the CPU."""

import os
import subprocess
import sys
from pathlib import Path

CONFIGS = Path(__file__).parents[2] / "trainer" / "configs"


def accelerate(
    config: str, *words: str, port: int, precision: str = "no", processes: int = 2
) -> str:
    """What it told, once it has ended well."""
    settings = {
        # The configurations are for GPUs: this takes CPUs, and gloo between them.
        "ACCELERATE_USE_CPU": "true",
        "OMP_NUM_THREADS": "1",
        "CUDA_VISIBLE_DEVICES": "",
    }
    ended = subprocess.run(
        [
            sys.executable,
            "-m",
            "accelerate.commands.launch",
            "--config_file",
            str(CONFIGS / config),
            "--mixed_precision",
            precision,
            "--num_processes",
            str(processes),
            "--main_process_port",
            str(port),
            "-m",
            "trainer",
            *words,
        ],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-4000:]
    return ended.stdout + ended.stderr
