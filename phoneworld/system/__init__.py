"""What belongs to the phone itself rather than to an app: launcher, shade, recents, dialogs."""
