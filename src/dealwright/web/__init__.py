"""The page and its HTTP interface: requests, the worker processes that answer them, the server."""
