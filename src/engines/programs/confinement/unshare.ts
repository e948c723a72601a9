import path from 'node:path';
import {
  type ProgramCommand,
  type Sandbox,
  temporaryFolder,
  temporaryName,
  unprivilegedArguments,
} from './sandbox.ts';

/** The marker at the end of each list of arguments for the script. */
const end = '--';

/**
 * A shell script that creates the sandbox from inside. An in-memory file system becomes the root, and its folder
 * `.view` shows the permitted files. The program runs in a chroot to that folder, because the kernel denies new user
 * namespaces in a chroot. The program starts without root's capabilities, under a shell that reaps leftover processes.
 * The arguments are lists that end with `--`: files to show, job files to protect, and arguments for setpriv; then the
 * command.
 */
const script = `
set -e
trap '[ -n "$isMade" ] || echo "unshare: the sandbox can not be made" >&2' EXIT
ownPath=$PATH ownMask=$(umask)
# The program's user must be able to access the shown files.
umask 022
PATH=/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin
setpriv=$(command -v setpriv)
unshare=$(command -v unshare)
folder=$1 home=$2 temporary=$3 shown=$4
shift 4
box=$folder/.box
view=$box/.view
show() {
  if [ -d "$1" ]; then mkdir -p "$view$2"; else mkdir -p "$view\${2%/*}" && { [ -e "$view$2" ] || : >"$view$2"; }; fi
  mount "\${3:---rbind}" "$1" "$view$2"
}
protect() {
  [ -e "$1" ] || return 0
  show "$1" "$1"
  mount -o remount,bind,ro "$view$1" 2>/dev/null && return
  # Remounting resets the mount's other options unless they are repeated.
  options=$(findmnt --noheadings --output VFS-OPTIONS --mountpoint "$view$1" | tail -n 1)
  mount -o "remount,bind,ro,\${options#rw,}" "$view$1"
}
# System V memory isn't measured, so there is none. Before Linux 6.8, only root can set this.
for name in shmmni msgmni sem; do echo "0 0 0 0" 2>/dev/null >"/proc/sys/kernel/$name"; done || :
mkdir -p "$box"
mount -t tmpfs -o nosuid,nodev,mode=755 box "$box"
show "$temporary" "$shown"
while [ "$1" != -- ]; do protect "$1"; shift; done; shift
mkdir "$view/proc" "$view/dev" "$box/.old"
mount -t proc -o ro,nosuid,nodev,noexec proc "$view/proc"
for device in null zero full random urandom; do show "/dev/$device" "/dev/$device"; done
ln -s /proc/self/fd "$view/dev/fd"
show "$folder" "$folder" --bind
while [ "$1" != -- ]; do protect "$1"; shift; done; shift
# Links make the usual paths of the commands below work in the new root.
for name in "$view"/*; do ln -s ".view/\${name##*/}" "$box/"; done
cd "$box"
pivot_root . .old
cd /
umount -l /.old
rmdir /.old "$box"
mount -o remount,bind,ro /
PATH=$ownPath
umask "$ownMask"
isMade=yes
set +e
"$unshare" --root=/.view --wd="$home" "$setpriv" "$@"
exit $?
`;

/**
 * Wraps a command in a sandbox made with util-linux. It restricts the same things as bubblewrap, but has no filter for
 * system calls (unshare(1), pivot_root(8), setpriv(1)).
 */
export function inUnshare(
  unshare: string,
  sandbox: Sandbox,
  { program, args }: ProgramCommand,
): ProgramCommand {
  const { user } = sandbox;
  // In a user namespace, root would still own the kernel's files, so root gets none.
  const ownUsers = user === undefined ? ['--user', '--map-root-user'] : [];
  const namespaces = ['--mount', '--net', '--ipc', '--uts', '--pid'];
  const made = [sandbox.folder, sandbox.home, path.join(sandbox.home, temporaryName), temporaryFolder];
  return {
    program: unshare,
    args: [
      [...ownUsers, ...namespaces, '--fork', '--kill-child'],
      ['/bin/sh', '-c', script, 'unshare', ...made],
      [...sandbox.files, end, ...sandbox.inputs, end],
      [...unprivilegedArguments(user), program, ...args],
    ].flat(),
  };
}
