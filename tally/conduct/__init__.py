"""What players do beside voting: who takes part, and which posts the rules forbid."""
