"""The colours of the seats."""

from __future__ import annotations

# The palette of Okabe and Ito, which colour-blind players can distinguish; then its text colours.
SEAT_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#f0e442", "#cc79a7", "#4d4d4d")
SEAT_INKS = ("#ffffff", "#111111", "#111111", "#111111", "#111111", "#ffffff")
