"""`python -m roundhouse` is `roundhouse`."""

import sys

from roundhouse.cli import main

sys.exit(main())
