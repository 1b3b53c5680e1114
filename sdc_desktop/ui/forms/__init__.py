"""Forms: the question of each kind of job. They show it and tell what is moved; they decide nothing."""
