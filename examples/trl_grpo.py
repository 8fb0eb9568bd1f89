"""GRPO by TRL on PhoneWorld's tasks: the phone's tools are the environment's methods.

pip install "phonebuddy[train]" trl
python examples/trl_grpo.py --model Qwen/Qwen3-0.6B --output out --tasks 200
"""

from __future__ import annotations

import argparse

from datasets import Dataset
from trl.trainer.grpo_config import GRPOConfig
from trl.trainer.grpo_trainer import GRPOTrainer

from trainer.adapters.trl_env import PhoneToolsFactory, task_rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--model", required=True, help="a model whose chat template knows tools")
    parser.add_argument("--output", required=True)
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--template", default="", help="only tasks of this template")
    parser.add_argument("--most-steps", type=int, default=20)
    parser.add_argument("--most-tokens", type=int, default=1024, help="of a whole completion")
    parser.add_argument("--generations", type=int, default=8)
    arguments = parser.parse_args()
    trainer = GRPOTrainer(
        model=arguments.model,
        environment_factory=PhoneToolsFactory(most_steps=arguments.most_steps),
        train_dataset=Dataset.from_list(
            task_rows("train", arguments.tasks, template=arguments.template)
        ),
        args=GRPOConfig(
            output_dir=arguments.output,
            per_device_train_batch_size=arguments.generations,
            num_generations=arguments.generations,
            max_completion_length=arguments.most_tokens,
            max_steps=max(1, arguments.tasks // arguments.generations),
            logging_steps=1,
            report_to="none",
            save_strategy="no",
            bf16=False,
        ),
    )
    trainer.train()
    for entry in trainer.state.log_history:
        if "reward" in entry:
            print(f"step {entry['step']}: reward {entry['reward']:.3f}")


if __name__ == "__main__":
    main()
