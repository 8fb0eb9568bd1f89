"""The parts of the screens: the phone, the conversation, lists, the line of states."""
