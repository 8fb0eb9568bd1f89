"""Letters without pixels: which font has a character, how wide it is, in which order it stands."""
