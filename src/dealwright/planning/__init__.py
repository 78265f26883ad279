"""From a question to a plan: plain data that the kernels run."""
