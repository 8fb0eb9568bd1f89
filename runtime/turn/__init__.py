"""One turn of an episode, pure: look, prompt, decide, bound, guard, perform, record.

Served runs, rollouts, evaluation and collection drive the same machine, so that what a policy is
trained on is what it will be asked. No threads and no store here.
"""
