"""Forms: the settings of each kind of job. They show these and report changes; they decide nothing."""
