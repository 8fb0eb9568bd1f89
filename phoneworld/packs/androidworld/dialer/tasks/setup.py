"""What the tasks with this app share."""
