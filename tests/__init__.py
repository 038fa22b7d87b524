"""The tests: one folder for each package, files named for their subject."""
