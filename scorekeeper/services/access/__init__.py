"""Access control: keys, devices, invitations, and the list of who has access to a game."""
