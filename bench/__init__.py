"""Figures beside their targets: `python -m bench` prints them and writes build/bench.json; README.md says how each is taken."""
