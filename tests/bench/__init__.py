"""Benchmarks, run by `make bench`; never a timed test."""
