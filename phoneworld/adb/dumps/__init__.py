"""What `dumpsys` says of the phone's services, as far as known clients read it."""
