"""Models that are trained: a tiny one of our own, any other from its folder, whole or by LoRA."""
