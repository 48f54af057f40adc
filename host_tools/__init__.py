"""Tavolo's host tools: what runs on the organiser's PC. They import `tavolo.domain` and `tavolo.wire`, no more of the firmware."""

__version__ = "0.1.0"
