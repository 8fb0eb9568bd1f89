"""A PhoneWorld phone over the real adb protocol: adb, adbutils and uiautomator2 take it for a phone."""
