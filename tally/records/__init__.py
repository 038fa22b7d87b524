"""Game records and rulesets as files: read, checked, played and printed."""
