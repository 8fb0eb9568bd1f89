"""A PhoneWorld phone over the real adb protocol: adb, adbutils and uiautomator2 use it like a phone."""
