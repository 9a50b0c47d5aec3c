"""What more than one door needs: the body of a request, secrets that nobody may read."""
