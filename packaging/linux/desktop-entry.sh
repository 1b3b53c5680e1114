#!/bin/sh
# Puts the program of this folder into the user's menu, with its icons and kinds of file; --remove takes it out again.
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
cd "$here/share"
find . -type f | while IFS= read -r file; do
    if [ "${1:-}" = --remove ]; then
        rm -f "$data/$file"
    else
        mkdir -p "$data/$(dirname "$file")"
        cp "$file" "$data/$file"
    fi
done
entry=$data/applications/sdc-desktop.desktop
if [ -f "$entry" ]; then
    # In a desktop entry a quoted argument has these signs after a backslash, which is doubled once more; % is
    # doubled. The last rule is for the sed below.
    program=$(printf '%s' "$here/sdc-desktop" |
        sed -e 's/\\/\\\\\\\\/g' -e 's/[`"$]/\\\\&/g' -e 's/%/%%/g' -e 's/[&|\\]/\\&/g')
    sed "s|^Exec=.*|Exec=\"$program\" %f|" "$entry" >"$entry.new" && mv "$entry.new" "$entry"
fi
for tool in "update-mime-database $data/mime" "update-desktop-database $data/applications"; do
    command -v "${tool%% *}" >/dev/null 2>&1 && "${tool%% *}" "${tool#* }" || true
done
