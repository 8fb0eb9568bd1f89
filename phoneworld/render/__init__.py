"""Painting frames into pixels. The only part of PhoneWorld that loads Pillow and aggdraw."""
