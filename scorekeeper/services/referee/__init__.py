"""Questions to the referee, and the rulings that games keep."""
