"""Content providers and SQL, as `content` and `sqlite3` reach them."""
