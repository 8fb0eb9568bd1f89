"""The commands of `phoneworld`, one file each: `add_arguments(parser)` and `run(arguments)`."""
