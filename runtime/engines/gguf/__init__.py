"""Policies as GGUF files, run by llama.cpp: `engine.GgufEngine` is the engine, the rest its parts."""
