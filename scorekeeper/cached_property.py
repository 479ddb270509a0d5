"""`functools.cached_property` without the lock that it has before Python 3.12.

That lock is one for all objects of a class: while one thread works out the chart of a long game, which may take a
second, every other game's page would wait for it (https://github.com/python/cpython/issues/87634).
"""

import functools
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property as cached_property
else:

    class cached_property(functools.cached_property):
        """A value that an object works out when it is first asked for; two threads at once may both do so."""

        def __get__(self, instance, owner=None):
            """Return the value, and keep it: the next time, Python finds it without asking here."""
            if instance is None:
                return self
            value = instance.__dict__[self.attrname] = self.func(instance)
            return value
