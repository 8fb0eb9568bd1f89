"""Oracles solve their tasks through adb as they do in process: a seeded sample of all templates.

Each from another start. All of them: phoneworld check --adb (some minutes).
"""

from contextlib import closing
from itertools import cycle
from random import Random

import pytest
from built_in import CATALOGUE, find_template
from served_phone import Serve

from phoneworld import Start, Task, Trial, Workshop
from phoneworld.tasks.pilot import run_oracle
from phoneworld.tasks.starts import PLACES
from runtime.devices import open_device

SAMPLE = sorted(Random(3).sample(sorted(CATALOGUE.templates), 12))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "start"), list(zip(SAMPLE, cycle(PLACES))))
def test_oracle_solves_its_task_through_adb(
    serve: Serve, shared_workshop: Workshop, name: str, start: Start
) -> None:
    served = serve()
    with closing(open_device(served.address)) as device:
        task = Task(find_template(name), seed=5, start=start)
        trial = served.run(lambda: Trial(shared_workshop, task, phone=served.phone, device=device))

        run_oracle(trial)

        judgement = served.run(trial.judge)
        assert judgement.success, judgement.reasons
