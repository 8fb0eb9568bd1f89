"""Turns recorded episodes into a better policy: batches, SFT, RL, evaluation, export.

Prompts are built by the runtime's own code, so that a policy is trained on what it will be shown.
The terminal user interface is never imported from here.
"""
