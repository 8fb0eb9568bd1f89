"""The mini-apps of Huddle: each folder here is one, and nothing else names it.

To add one, put a folder here:

    mini/laundry/
      __init__.py   from phoneworld.apps.huddle.mini.laundry.app import MINI
      data.py       SCHEMA (tables named laundry_...), functions that add records, seed
      app.py        the screens, and MINI = MiniApp(name="laundry", ...)
      tasks/        TASKS, of kind Kind.MINI; set-up helpers in setup.py, a module for each subject

or, for a small one, a file `mini/laundry.py` with `MINI` and `TASKS`. See `..miniapp` for what it
declares and `..wallet` for taking money; `parcel` is the one to start reading with.
"""
