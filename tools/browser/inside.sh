#!/usr/bin/env bash
# Run a program inside the unpacked Debian: inside.sh ROOT PROGRAM...; by chroot as root, else by bubblewrap.
set -euo pipefail
root=$1
shift
if [ "$(id -u)" = 0 ]; then
  exec unshare --mount bash -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$root" "$@"
elif command -v bwrap >/dev/null; then
  exec bwrap --bind "$root" / --proc /proc --dev /dev --tmpfs /tmp "$@"
fi
echo "the compiler is in a folder of its own: run this as root, or install bubblewrap" >&2
exit 2
