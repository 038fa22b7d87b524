"""The host's desk: what players send is read, judged by the engine, told back and entered."""
