"""From the bytes of a forum page to posts and marks. Pure: no socket, no file, no database, no player."""
