"""Ways to phones that exist outside this process; each is found by its address's scheme."""
