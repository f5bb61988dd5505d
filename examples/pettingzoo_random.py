"""Let random agents play in PettingZoo's turn-based interface.

python examples/pettingzoo_random.py northern --seats 4 --games 10
"""

from __future__ import annotations

import argparse

from roundhouse.research import pettingzoo_env


def main(arguments: list[str] | None = None) -> dict[str, float]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="northern")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=10)
    args = parser.parse_args(arguments)

    env = pettingzoo_env.env(args.game, seats=args.seats)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for seed in range(args.games):
        env.reset(seed=seed)
        for agent in env.possible_agents:
            env.action_space(agent).seed(seed)
        for agent in env.agent_iter():
            observation, reward, terminated, _, _ = env.last()
            totals[agent] += reward
            mask = observation["action_mask"]
            env.step(None if terminated else env.action_space(agent).sample(mask))
    for agent, total in totals.items():
        print(f"{agent}: {total / args.games:+.3f} a game")
    return totals


if __name__ == "__main__":
    main()
