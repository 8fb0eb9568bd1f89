"""Two sessions with phones on one OpenEnv server, at once.

scripts/adapter_environments.sh
.venv-openenv/bin/python -m trainer.adapters.openenv_server --port 8000 &
.venv-openenv/bin/python examples/openenv_session.py http://127.0.0.1:8000
"""

from __future__ import annotations

import argparse

from trainer.adapters.openenv_client import PhoneClient
from trainer.adapters.openenv_types import PhoneCall


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("server")
    arguments = parser.parse_args()
    first = PhoneClient(base_url=arguments.server).sync()
    second = PhoneClient(base_url=arguments.server).sync()
    with first, second:
        one = first.reset(task="contacts.add", seed=3, start="other-app", realism="mild")
        two = second.reset(task="clock.city_time", seed=4, picture=[90, 200])
        print(f"{one.observation.task}: {one.observation.goal}")
        print(f"{two.observation.task}: {two.observation.goal}")
        one = first.step(PhoneCall(name="open_app", arguments={"app": "Contacts"}))
        two = second.step(PhoneCall(name="click", arguments={"index": 999}))
        print(f"the first shows {one.observation.screen.splitlines()[0]!r}")
        print(f"the second was told {two.observation.note!r}")
        print(f"its picture has {len(two.observation.picture_png)} letters")
        two = second.step(PhoneCall(name="finish", arguments={"text": "It is noon."}))
        print(f"the second is over: {two.done}, reward {two.reward}")
        print(f"the first has taken {first.state().step_count} step")


if __name__ == "__main__":
    main()
