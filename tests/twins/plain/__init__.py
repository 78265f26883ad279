"""Plain twins of kernels that only tests compare with: slow and obvious on purpose."""
