"""What can be asked of the program: the fields of a request, described once."""
