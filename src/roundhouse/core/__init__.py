"""The engine: records, rules, codecs and drivers. No I/O and no game."""
