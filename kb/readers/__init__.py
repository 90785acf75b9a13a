"""Readers: one small file a format, each turning checked bytes into a Document."""
