"""How well a released file serves: tables, a propensity score, models and numbers, against the original."""
