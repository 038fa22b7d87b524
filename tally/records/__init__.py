"""Game records and rulesets as files: read, played, printed, written from a game and made into one."""
