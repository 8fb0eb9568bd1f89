"""The Android emulator's gRPC control service, so that its clients drive a PhoneWorld phone.

gRPC is imported nowhere else in PhoneWorld, and here only when a server is started: phones that
are not served this way do without it.
"""
