"""One module for each question that the referee answers, and what two of them share."""
