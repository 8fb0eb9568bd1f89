"""The messages of the control service: emulator.proto, and what protoc makes of it."""
