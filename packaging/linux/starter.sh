#!/bin/sh
# Starts the program, or says in a sentence that this system is too old for it.
file=$0
while link=$(readlink -- "$file" 2>/dev/null) && [ -n "$link" ]; do # the command is a link to this file
    case $link in
        /*) file=$link ;;
        *) file=${file%/*}/$link ;;
    esac
done
case $file in
    */*) here=$(cd -- "${file%/*}" && pwd -P) ;;
    *) here=$(pwd -P) ;;
esac
found=$(getconf GNU_LIBC_VERSION 2>/dev/null)
minor=${found#glibc 2.}
case $minor in
    '' | *[!0-9]*) minor=@glibc@ ;; # not known: the program itself will tell
esac
if [ "$minor" -lt @glibc@ ]; then
    case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in
        de*) text="@name@ braucht ein neueres Linux: mit der GNU-C-Bibliothek 2.@glibc@ oder neuer. Hier ist es 2.$minor." ;;
        *) text="@name@ needs a newer Linux: one with the GNU C library 2.@glibc@ or later. This one has 2.$minor." ;;
    esac
    echo "$text" >&2
    if [ ! -t 2 ]; then # started from a menu, where nobody would read it
        zenity --error --text="$text" 2>/dev/null || kdialog --error "$text" 2>/dev/null
    fi
    exit 1
fi
export RESOURCE_NAME="${RESOURCE_NAME:-@command@}" # by which the desktop knows the window
exec "$here/@linux_program@" "$@"
