"""Training players by self-play (`roundhouse train`, extra `train`; needs Torch).

network    the network: what a seat sees -> shares of the win, and a liking for each legal action
rollout    many games at once, played by the network against itself and its old selves
advantage  how much better a move was than expected, for the seat that made it
update     one step of learning (PPO) on what was played
trainer    slices that can be stopped and gone on with, evaluation, curves
weights    what is shipped: half-precision numbers without Torch
"""
