"""What training costs: steps against trl's, rollouts against one phone at a time, memory."""
