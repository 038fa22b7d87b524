"""The shell: configuration, store, scraper, reports, publishing, command line. Decides no rule."""
