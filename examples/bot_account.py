"""Play at random with a bot account: python examples/bot_account.py http://127.0.0.1:8000"""

import json
import os
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API, TOKEN = sys.argv[1] + "/api", os.environ["ROUNDHOUSE_BOT_TOKEN"]
HEADERS = {"content-type": "application/json", "authorization": f"Bearer {TOKEN}"}


def call(path: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(API + path, data, HEADERS)) as response:
            return json.load(response)
    except HTTPError as error:
        if error.code == 401:
            raise  # the token was revoked
        time.sleep(float(error.headers.get("Retry-After", 0)))
        return {}  # look at all tables again


while True:
    for table in call("/tables?mine=true"):
        path = f"/tables/{table['id']}"
        if table["invited"]:
            call(f"{path}/join", {})
        elif table["your_turn"]:
            now = call(f"{path}/choices")
            if now.get("choices"):
                move = random.choice(now["choices"])["move"]  # put your own idea here
                call(f"{path}/moves", {"ply": now["ply"], "move": move})
    time.sleep(0.5)
