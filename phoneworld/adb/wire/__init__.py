"""The adb protocol itself: packets, streams, services. Knows phones only through their session."""
