"""Plain code that the tests compare with: slow, obvious, and written from the documents."""
