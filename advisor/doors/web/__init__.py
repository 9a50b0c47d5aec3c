"""The web: the page in a director's pocket and the HTTP interface. Needs the extra `web`."""
