"""The web app manifest, of a server and of the static site."""

from __future__ import annotations

from roundhouse.core.translation import current_language, mark
from roundhouse.core.translation import translate as _

NAME = "Roundhouse"
THEME_COLOR = "#17433c"  # the bar at the top of a page
BACKGROUND_COLOR = "#f4efe3"  # the paper of a page
SHORTCUTS = {mark("New table"): "new", mark("Puzzles"): "puzzles", mark("Learn"): "learn"}


def build_manifest(base: str, icons: str, description: str) -> dict[str, object]:
    """Return the manifest of an app in the current language.

    Args:
        base: The path of the app on its host, with slashes at both ends.
        icons: The path of the folder with the icons, with a slash at its end.
        description: What the app offers.
    """

    def icon(name: str, size: int, purpose: str) -> dict[str, str]:
        path = f"{icons}icon-{name}.png"
        return {"src": path, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}

    small = icon("192", 192, "any")
    return {
        "id": base,
        "name": NAME,
        "short_name": NAME,
        "description": description,
        "lang": current_language(),
        "dir": "ltr",
        "start_url": base,
        "scope": base,
        "display": "standalone",
        "background_color": BACKGROUND_COLOR,
        "theme_color": THEME_COLOR,
        "categories": ["games"],
        "icons": [
            small,
            icon("512", 512, "any"),
            icon("maskable-192", 192, "maskable"),
            icon("maskable-512", 512, "maskable"),
        ],
        "shortcuts": [
            {"name": _(name), "url": base + path, "icons": [small]}
            for name, path in SHORTCUTS.items()
        ],
    }
