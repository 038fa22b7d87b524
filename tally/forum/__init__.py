"""The forum: asked for pages politely, as a guest or a member; what comes is admitted and stored."""
