"""`phonebuddy mcp`: the phones of a runtime as tools of other agents, by the Model Context Protocol."""
