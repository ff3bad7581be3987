"""The measured strength of the levels: results, and the measurement of the errors of weak ones."""
