"""A bot account that accepts every invitation and plays at random.

ROUNDHOUSE_BOT_TOKEN=rhbot_… python examples/bot_account.py http://127.0.0.1:8000
"""

import json
import os
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API = sys.argv[1] + "/api"
HEADERS = {
    "content-type": "application/json",
    "authorization": "Bearer " + os.environ["ROUNDHOUSE_BOT_TOKEN"],
}


def call(path: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(API + path, data, HEADERS)) as response:
        return json.load(response)


def answer(table: Any) -> None:
    if table["invited"]:
        call(f"/tables/{table['id']}/join", {})
    elif table["your_turn"]:
        now = call(f"/tables/{table['id']}/choices")
        move = random.choice(now["choices"])["move"]  # put your own idea here
        call(f"/tables/{table['id']}/moves", {"ply": now["ply"], "move": move})


while True:
    try:
        for each in call("/tables?mine=true"):
            answer(each)
    except HTTPError as error:
        if error.code == 401:
            raise  # the token was revoked
        time.sleep(float(error.headers.get("Retry-After", 1)))
    time.sleep(0.5)
