"""What rebuilt apps are made of: each module is one kind of thing that apps have, in one file."""
