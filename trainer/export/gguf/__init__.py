"""Checkpoints as GGUF files: names, hyperparameters and tokenizers as llama.cpp wants them."""
