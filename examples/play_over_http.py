"""Play a game against bots: python examples/play_over_http.py http://127.0.0.1:8000 northern"""

import json
import random
import sys
import time
from typing import Any
from urllib.request import Request, urlopen

server, game = sys.argv[1], sys.argv[2]
headers = {"content-type": "application/json"}


def call(path: str, **body: Any) -> Any:
    data = json.dumps(body).encode() if body else None
    with urlopen(Request(f"{server}/api{path}", data, headers)) as response:
        return json.load(response)


headers["authorization"] = "Bearer " + call("/people", name="Script")["token"]
meta = next(meta for meta in call("/games") if meta["id"] == game)
seats = ["me"] + ["bot:greedy"] * (min(meta["seats"]) - 1)
table = call("/tables", game=game, seats=seats)["id"]
while (now := call(f"/tables/{table}/choices"))["phase"] != "over":
    if now["your_turn"]:
        call(f"/tables/{table}/moves", ply=now["ply"], move=random.choice(now["choices"])["move"])
    time.sleep(0.02)
end = call(f"/tables/{table}")
for seat, score, rank in zip(end["seats"], end["scores"], end["ranks"], strict=True):
    print(f"{rank + 1}. {seat['name']}: {score} {meta['unit']}")
