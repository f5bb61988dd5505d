"""Standing orders of Northern Pacific: none, as every turn is a real choice."""

from __future__ import annotations

from roundhouse.core.standing_orders import choose_in_turn, list_no_orders, refuse_order

list_orders = list_no_orders
carry_out = refuse_order
choose_early = choose_in_turn
