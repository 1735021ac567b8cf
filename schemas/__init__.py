"""The vocabulary: what can be said. Frozen structs and tables, no behaviour beyond reading and writing them."""
