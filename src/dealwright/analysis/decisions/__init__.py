"""Boards for practice where the choice between two leads, contracts or calls is close or clear."""
