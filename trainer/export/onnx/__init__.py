"""Checkpoints as ONNX graphs with their memory as inputs and outputs, whole or in 8 bits."""
