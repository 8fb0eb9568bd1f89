"""A language model may finish a rebuilt app: it edits the specification, and fidelity judges each edit."""
