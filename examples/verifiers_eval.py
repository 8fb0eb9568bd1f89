"""A model behind an OpenAI-compatible server, evaluated by `verifiers` on PhoneWorld's validation tasks.

scripts/adapter_environments.sh
KEY=... .venv-verifiers/bin/python examples/verifiers_eval.py http://127.0.0.1:8000/v1 MODEL --tasks 20
"""

from __future__ import annotations

import argparse

from verifiers.types import ClientConfig

from trainer.adapters.verifiers_env import load_environment


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("server")
    parser.add_argument("model")
    parser.add_argument("--tasks", type=int, default=20)
    parser.add_argument("--template", default="")
    parser.add_argument("--picture", type=int, nargs=2, metavar=("WIDTH", "HEIGHT"))
    arguments = parser.parse_args()
    phones = load_environment(
        count=1,
        eval_count=arguments.tasks,
        template=arguments.template,
        picture=tuple(arguments.picture) if arguments.picture else None,
        most_steps=10,
    )
    client = ClientConfig(api_key_var="KEY", api_base_url=arguments.server, max_retries=0)
    results = phones.evaluate_sync(client, arguments.model, num_examples=arguments.tasks)
    for result in results["outputs"]:
        print(f"{result['info']['phone_task']}: reward {result['reward']:.1f}")


if __name__ == "__main__":
    main()
