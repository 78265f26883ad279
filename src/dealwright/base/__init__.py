"""What every room stands on: the door to the core, jobs, threads, errors, files, translations."""
