"""For tests and measurements: the real adb, a host of our own, oracles over adb."""
