"""What keeps a policy from doing harm: rules on actions, named secrets, and redaction of records."""
