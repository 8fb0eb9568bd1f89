"""The phone's files: shared storage, apps' databases, everything else."""
