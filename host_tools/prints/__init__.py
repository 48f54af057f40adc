"""What goes out on paper and into other programs: seating, slips, score sheets, ranking, entries, rulings (docs/archive.md)."""
