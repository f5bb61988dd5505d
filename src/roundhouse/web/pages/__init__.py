"""The pages: one module each, with its context. No page imports another."""
