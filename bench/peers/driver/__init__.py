"""Runs the peers beside Undercroft and reports the results."""
