"""Beyond one process: accelerate for one machine, Ray for rollouts on many, verl for all of it."""
