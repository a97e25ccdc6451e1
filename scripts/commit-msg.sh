#!/bin/sh
# A hook of Git for commit messages: the subject is at most 72 characters and starts with a verb in the imperative. Offered by
# CONTRIBUTING.md: ln -s ../../scripts/commit-msg.sh .git/hooks/commit-msg
#
#   commit-msg.sh FILE           checks the message in a file, as Git calls it
#   commit-msg.sh --since REV    prints the subjects since a revision that the hook would reject
set -eu

# Prints why a subject is rejected; prints nothing for a good one.
fault() {
    case $1 in
        Merge\ * | Revert\ * | fixup!\ * | squash!\ *) return ;;
    esac
    if [ "${#1}" -gt 72 ]; then echo "longer than 72 characters"; return; fi
    case ${1%% *} in
        What | Where | Who | Whether | How | When | Why | A | An | The | Of | By) echo "does not start with a verb" ;;
        Need | Embed | Feed | Seed | Shed | Speed | Exceed | Bring | Ping) ;;
        *ed | *ing) echo "not imperative (Add, not Added or Adding)" ;;
        [!A-Z]*) echo "does not start with a capital letter" ;;
        *:) echo "starts with a label instead of a verb" ;;
    esac
}

if [ "${1:-}" = --since ]; then
    git log --format=%s "$2..HEAD" | while IFS= read -r subject; do
        why=$(fault "$subject")
        if [ -n "$why" ]; then printf '%s: %s\n' "$why" "$subject"; fi
    done
    exit 0
fi

subject=$(sed '/^#/d;/./!d;q' "$1")
why=$(fault "$subject")
if [ -z "$why" ]; then exit 0; fi
echo "commit-msg: rejected, the subject is not good ($why): $subject" >&2
echo "commit-msg: for example: Reject bodies that are longer than the limit" >&2
exit 1
