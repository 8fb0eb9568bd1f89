"""The terminal user interface and the `phonebuddy` command.

Everything here speaks gRPC to a runtime, near or far, and knows nothing else of it: neither the
runtime, PhoneWorld nor the trainer is imported from here.
"""
