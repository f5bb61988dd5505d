"""HTTP: request contexts, forms, errors, limits and headers."""
