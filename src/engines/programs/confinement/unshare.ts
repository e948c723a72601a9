import path from 'node:path';
import { type Box, type Command, temporaryFolder, temporaryName } from './box.ts';

/** Parts the arguments of the script from one another. */
const end = '--';

/**
 * Makes the box from inside, as the root of a user namespace: a file system in memory with what is to be seen, which then
 * becomes all that there is. The program is started without any of root's rights, and under a shell that gathers what it
 * leaves. Lists end with `--`: files to show, files of the job to protect, then the command.
 */
const script = `
set -e
trap '[ -n "$isMade" ] || echo "unshare: the box can not be made" >&2' EXIT
ownPath=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin
setpriv=$(command -v setpriv)
folder=$1 home=$2 temporary=$3 shown=$4
shift 4
box=$folder/.box
show() {
  if [ -d "$1" ]; then mkdir -p "$box$2"; else mkdir -p "$box\${2%/*}" && { [ -e "$box$2" ] || : >"$box$2"; }; fi
  mount "\${3:---rbind}" "$1" "$box$2"
}
protect() {
  [ -e "$1" ] || return 0
  show "$1" "$1"
  mount -o remount,bind,ro "$box$1" 2>/dev/null && return
  # Whatever else holds of the mount has to be said again.
  options=$(findmnt --noheadings --output VFS-OPTIONS --mountpoint "$box$1" | tail -n 1)
  mount -o "remount,bind,ro,\${options#rw,}" "$box$1"
}
mkdir -p "$box"
mount -t tmpfs -o nosuid,nodev,mode=755 box "$box"
show "$temporary" "$shown"
while [ "$1" != -- ]; do protect "$1"; shift; done; shift
mkdir "$box/proc" "$box/dev" "$box/old"
mount -t proc -o nosuid,nodev,noexec proc "$box/proc"
for device in null zero full random urandom; do show "/dev/$device" "/dev/$device"; done
ln -s /proc/self/fd "$box/dev/fd"
show "$folder" "$folder" --bind
while [ "$1" != -- ]; do protect "$1"; shift; done; shift
cd "$box"
pivot_root . old
cd /
umount -l /old
rmdir /old "$box"
mount -o remount,bind,ro /
cd "$home"
PATH=$ownPath
isMade=yes
set +e
"$setpriv" --no-new-privs --inh-caps=-all --bounding-set=-all "$@"
exit $?
`;

/** The command in a box of util-linux's, which has what bubblewrap's has (unshare(1), pivot_root(8), setpriv(1)). */
export function inUnshare(unshare: string, box: Box, { program, args }: Command): Command {
  const namespaces = ['--user', '--map-root-user', '--mount', '--net', '--ipc', '--uts', '--pid'];
  const made = [box.folder, box.home, path.join(box.home, temporaryName), temporaryFolder];
  return {
    program: unshare,
    args: [
      [...namespaces, '--fork', '--kill-child'],
      ['/bin/sh', '-c', script, 'unshare', ...made],
      [...box.files, end, ...box.inputs, end],
      [program, ...args],
    ].flat(),
  };
}
