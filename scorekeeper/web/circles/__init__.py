"""The pages of circles: the people who play together, their games, who may do what."""
