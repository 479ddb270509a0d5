"""What is loaded at the start stays as long as the process."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Look for no garbage while the block loads, nor later in what it has loaded.

    The first is a sixth of the start; the second would hold up a request now and then, by a tenth of a second.
    """
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()
