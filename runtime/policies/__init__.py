"""Policies on disk: bundles that verify before they are loaded, and the library that loads them."""
