"""What memory a runtime takes over many runs, each on a phone of its own.

    python tests/support/memory_of_runs.py --runs 2000

Prints the resident memory of the server while it rests, every so many runs. Flat after the first hundreds is what is wanted:
the server keeps 16 idle phones, and the snapshots that undoing needs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from e2e_soak import PHONES, Footprint, write_policies
from runtime_process import RuntimeProcess


def main() -> None:
    """Print a line for the start, and one for every so many runs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--every", type=int, default=200)
    parser.add_argument("--phones", type=int, default=0, help="so many phones; 0: one for each run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_policies(folder / "policies")
        runtime = RuntimeProcess(folder, "--log-level", "warning")
        try:
            runtime.client().close()
            sys.stdout.write(f"{0:6} runs: {Footprint.of(runtime)}\n")
            for first in range(0, options.runs, options.every):
                numbers = range(first, min(options.runs, first + options.every))
                with ThreadPoolExecutor(PHONES) as people:
                    list(people.map(lambda one: _run(runtime, one, options.phones), numbers))
                sys.stdout.write(f"{numbers.stop:6} runs: {Footprint.of(runtime)}\n")
                sys.stdout.flush()
        finally:
            runtime.close()


def _run(runtime: RuntimeProcess, number: int, phones: int) -> None:
    seed = number % phones if phones else number
    with runtime.client() as buddy:
        run = buddy.start(f"run {number}", device=f"phoneworld://?seed={seed}", policy="short")
        for _ in buddy.watch(run.id):
            pass


if __name__ == "__main__":
    main()
