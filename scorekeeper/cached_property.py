"""`functools.cached_property` without the lock that it has before Python 3.12.

All objects of a class share that lock: while one thread computes the chart of a long game, which may take a second,
the pages of all other games would wait (https://github.com/python/cpython/issues/87634).
"""

import functools
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property as cached_property
else:

    class cached_property(functools.cached_property):
        """A property that is computed at its first access and then cached; two threads may both compute it."""

        def __get__(self, instance, owner=None):
            """Compute the value and store it in the instance, where Python finds it before this descriptor."""
            if instance is None:
                return self
            value = instance.__dict__[self.attrname] = self.func(instance)
            return value
