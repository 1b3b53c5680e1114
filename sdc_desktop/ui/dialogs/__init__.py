"""The few dialogs: opening a file, asking before something is lost, about the program."""
