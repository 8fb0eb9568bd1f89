"""From a checkpoint to policy bundles that the runtime serves, with proof that they decide the same."""
