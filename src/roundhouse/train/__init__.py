"""Training players (`roundhouse train`, extra `train`; needs Torch).

network      the network: what a seat sees -> shares of the win, and a liking for each legal action
weights      what is shipped: half-precision numbers without Torch
needs        what training needs of a machine
folder       what lies where in a training's folder

from searches
teacher      a search that plays, and writes down what it saw and thought
lesson_book  what teachers write down
imitation    learning a book
school       slices: teachers in processes, then learning

by self-play
rollout      many games at once, played by the network against itself and its old selves
advantage    how much better a move was than expected, for the seat that made it
update       one step of learning (PPO) on what was played
trainer      slices that can be stopped and gone on with, evaluation, curves
self_play    one slice in a folder

duel         a network against the last best one
gate         what is kept
card         the facts of what is kept, to read
"""
