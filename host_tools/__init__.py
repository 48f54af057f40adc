"""Tavolo's host tools: what runs on the organiser's PC. Of the firmware they import `tavolo.domain` and `tavolo.wire` only."""

__version__ = "0.1.0"
