"""Write the reference pages: `python -m docs.generator`."""

from __future__ import annotations

from docs.generator import FOLDER, write_pages

for name in write_pages():
    print(f"wrote {FOLDER / name}.md")
