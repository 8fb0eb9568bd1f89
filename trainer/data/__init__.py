"""Episodes and what is made of them: collected, kept in shards, split, noted, turned into samples."""
