"""From decisions to a package: items, exceptions, four eyes, the ledger of a project, the package itself."""
