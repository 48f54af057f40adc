"""Figures beside their targets (PRODUCT 7): `python -m bench`. README.md says how each is taken."""
