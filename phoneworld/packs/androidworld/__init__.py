"""AndroidWorld tasks on PhoneWorld's stand-in apps.

The apps have the packages, activities, databases and folders that AndroidWorld's suite sets up and
judges, and screens of their own on which a person can do its 116 tasks. Those tasks are templates
here too, in our own words and code, for evaluation: they are not trained on unless asked for.
A score on these apps is no AndroidWorld score, and is called by the name above.
"""

from phoneworld.packs.androidworld.phone import furnish
from phoneworld.packs.pack import Pack

PACK = Pack(
    name="androidworld",
    title="AndroidWorld tasks on PhoneWorld's stand-in apps",
    module=__name__,
    furnish=furnish,
)

__all__ = ["PACK"]
