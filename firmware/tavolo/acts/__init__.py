"""What intents of group 1 and above do: a module per group, loaded for one intent and forgotten (ui/intents.py)."""
