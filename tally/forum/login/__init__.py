"""Accounts on forums: the login forms of the engines, cookies from a browser, and where secrets are kept."""
