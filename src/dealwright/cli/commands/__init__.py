"""The commands, each a file of this folder; a group of commands is a folder. See ``cli.command``."""
