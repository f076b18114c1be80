// The explorer: what makes the page at / answer.
