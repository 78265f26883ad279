"""The commands: a file of this folder for each, a folder for a group; see ``cli.command``."""
