"""What the system itself keeps: notifications, and which app was granted which permission."""

from __future__ import annotations

PATH = "/data/system/system.db"
SCHEMA = """
CREATE TABLE permissions (
    _id INTEGER PRIMARY KEY, package TEXT NOT NULL, permission TEXT NOT NULL,
    granted INTEGER NOT NULL, UNIQUE (package, permission)
);
CREATE TABLE notifications (
    _id INTEGER PRIMARY KEY, package TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL,
    posted INTEGER NOT NULL, route TEXT NOT NULL DEFAULT '', args TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE packages (
    _id INTEGER PRIMARY KEY, package TEXT UNIQUE NOT NULL, label TEXT NOT NULL,
    version TEXT NOT NULL DEFAULT '1.0', enabled INTEGER NOT NULL DEFAULT 1
);
"""
