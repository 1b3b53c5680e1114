"""Rules of a policy, checked on what leaves: the released file, the published table, the released outputs."""
