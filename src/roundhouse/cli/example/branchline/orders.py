"""Standing orders of Branch Line: what a seat may decide beforehand. Here it is nothing; see
`roundhouse.core.orders` for what an order is."""

from __future__ import annotations

from roundhouse.core.orders import never, no_orders

orders = no_orders
carry_out = never
