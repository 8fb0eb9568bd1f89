"""Trains a policy by trial and reward: step-wise GRPO over phones, virtual and real.

`recipe` is the whole training, to be read from top to bottom; every other module is one of its parts.
"""
