"""Network training for the bots (`roundhouse train`, extra `train`; needs Torch).

Modules shared by both methods:

config             `TrainConfig`: every setting of a training run
network            the network: observation -> value of each seat, prior of each legal action
export             weights as they are shipped (float16, readable without Torch); checkpoints
requirements       checks of the machine before a run starts
callbacks          types of the `log` and `on_progress` callbacks
folder             files of a training folder
stored_names       names of earlier file formats, and their names today

Imitation learning from searches:

generator          plays games by search and records every decision
imitation_dataset  the recorded decisions
imitation          supervised learning on a dataset
imitation_trainer  one run: generate games in processes, fit a network, promote it

Self-play (PPO):

rollout            plays many games at once, against itself and earlier versions
advantage          generalized advantage estimation (GAE) for every seat
ppo_update         one PPO update on the collected rollouts
ppo_trainer        rollouts and updates until the time is up; checkpoints and evaluation
self_play          one run: train, then promote

evaluation         a candidate network against the best network so far
promotion          replaces the best network if the candidate wins its fair share
model_card         the facts of a network as Markdown
"""
