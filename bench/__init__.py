"""Figures beside their targets (PRODUCT 7): `python -m bench` prints them and writes build/bench.json. README.md says how each is taken."""
