"""Stepping games for environments, in compiled code; some seats are bots."""
