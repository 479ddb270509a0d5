"""The pages of club evenings."""
