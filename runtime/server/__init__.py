"""The gRPC server: `python -m runtime serve`."""
