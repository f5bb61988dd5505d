"""Standing orders of Northern Pacific: there are none, for every turn is a new question."""

from __future__ import annotations

from roundhouse.core.orders import never, no_orders

orders = no_orders
carry_out = never
