"""Runs the peers beside us and tells how it went."""
