"""Write the PNG icons of the installed app from icon.svg. Needs Playwright and Chromium.

python docs/icons.py
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

STATIC = Path(__file__).parents[1] / "src/roundhouse/web/static"
PLAIN = {"192": 192, "512": 512}  # pixels by name
# Without transparent corners, and with the picture inside the circle that every mask leaves.
FILLED = {"maskable-192": 192, "maskable-512": 512, "apple-180": 180}
FILLED_VIEW = "-4 -4 40 40"  # the picture is 22 units wide


def main() -> None:
    from playwright.sync_api import sync_playwright

    plain = (STATIC / "icon.svg").read_text(encoding="utf-8")
    color = re.search(r'fill="(#\w+)"', plain)
    assert color, "icon.svg has no ground"
    filled = plain.replace('viewBox="0 0 32 32"', f'viewBox="{FILLED_VIEW}"')
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for sizes, svg, ground in ((PLAIN, plain, "transparent"), (FILLED, filled, color[1])):
            for name, size in sizes.items():
                page = browser.new_page(viewport={"width": size, "height": size})
                style = f"<style>body{{margin:0;background:{ground}}}svg{{display:block}}</style>"
                page.set_content(style + svg)
                path = STATIC / f"icon-{name}.png"
                page.screenshot(path=path, omit_background=True)
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
