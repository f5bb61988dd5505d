"""`python -m roundhouse` is `roundhouse`."""

import sys

from roundhouse.cli.main import main

sys.exit(main())
