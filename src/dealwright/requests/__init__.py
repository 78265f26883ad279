"""The requests of the command line and the server: each field is described once."""
