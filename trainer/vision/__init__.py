"""Policies that are shown screenshots: pictures, their sizes, and how a model reads them among tokens."""
