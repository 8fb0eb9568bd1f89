"""AndroidWorld's HTTP interface on a PhoneWorld phone, with PhoneWorld's tasks as the suite."""
