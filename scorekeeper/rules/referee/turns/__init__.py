"""A turn: what is drawn, laid, laid off and thrown away; shared by the questions about turns."""
