"""The device's texts: numbers in keys.py, words in assets/*.txt, one language in RAM (model.Texts)."""
