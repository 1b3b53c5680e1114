"""The params of tables, of their rules and of their protection."""
