"""What agents of other people expect of a phone: well-known package names, ADBKeyboard, mobilerun's Portal."""
