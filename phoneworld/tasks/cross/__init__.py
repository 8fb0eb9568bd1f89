"""Tasks that take more than one app: what is read in one is needed in another."""
