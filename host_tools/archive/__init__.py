"""An event as one file: all its acts, persons, records, older versions too, and back again (docs/archive.md)."""
