#!/bin/sh
# Finds the Python that the wheels were made for and lets install.py do the rest: sh install.sh FOLDER
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd) || exit 1
for python in python@python@ python3 python; do
    if "$python" -c 'import sys; sys.exit("%d.%d" % sys.version_info[:2] != "@python@")' 2>/dev/null; then
        exec "$python" "$here/install.py" "$@"
    fi
done
echo "Python @python@ is needed and was not found on the path." >&2
exit 1
