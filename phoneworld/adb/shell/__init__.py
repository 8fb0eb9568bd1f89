"""The phone's shell: parsing, running, and what its commands read and write."""
