"""The methods: a folder for each family, a package for each method. ``registry.py`` lists them all."""
