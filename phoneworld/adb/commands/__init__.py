"""Commands of the phone's shell: each module here has `COMMANDS`, names and functions."""
