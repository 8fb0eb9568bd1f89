"""The screens: the phone at work, runs, phones, policies, an old run, and dialogs above them."""
