"""The wire contract of PhoneBuddy: one subpackage per version, and nothing but generated stubs."""
