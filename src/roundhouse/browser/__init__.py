"""The table without a server: a static site that runs in a browser tab.

`site_builder.py` writes the site. Most other modules run in the browser, in Python compiled to
WebAssembly (Pyodide): `tab.py` answers the requests of the pages, and `thinking.py` plays the bots.
"""
