"""What policies run on: llama.cpp (`gguf`), onnxruntime (`onnx`), a model server (`remote`), a script."""
