"""A policy that touches elements at random, in Gymnasium's loop, on tasks that may be trained on.

pip install "phonebuddy[gymnasium]"
python examples/gymnasium_random.py --episodes 4
"""

from __future__ import annotations

import argparse

import gymnasium

from trainer.adapters.gymnasium_spaces import read_text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--episodes", type=int, default=4)
    arguments = parser.parse_args()
    phone = gymnasium.make(
        "trainer.adapters.gymnasium_names:phoneworld/Train-v0", pixels=(360, 800), most_steps=10
    )
    for seed in range(arguments.episodes):
        look, info = phone.reset(seed=seed)
        phone.action_space.seed(seed)
        print(f"{info['task']}: {read_text(look['goal'])}")
        over = False
        while not over:
            look, reward, terminated, truncated, info = phone.step(phone.action_space.sample())
            over = terminated or truncated
        print(f"  reward {reward:.1f}, picture {look['pixels'].shape}")
    phone.close()


if __name__ == "__main__":
    main()
