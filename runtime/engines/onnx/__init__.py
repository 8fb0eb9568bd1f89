"""Policies as ONNX graphs, run by onnxruntime: text only, no compiler needed to install it.

`engine` answers prompts, `trial` tries files that may be broken or hostile in a process of their own.
"""
