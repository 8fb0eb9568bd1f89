"""The view toolkit: widgets that lay themselves out, draw themselves, and read as Android views."""
