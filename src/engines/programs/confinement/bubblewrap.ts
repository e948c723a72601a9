import path from 'node:path';
import { type Box, type Command, dataFd, temporaryFolder, temporaryName } from './box.ts';
import { withoutRights } from './root.ts';
import { systemCallFilter } from './systemCallFilter.ts';
import { systemProgram } from './systemPrograms.ts';

/**
 * The command in a sandbox of bubblewrap's: no network, processes of its own that end with it and with whoever started it,
 * and no more files than the box has (bwrap(1)). It starts no session of its own: it has no terminal to be kept from, and
 * stays in the process group of its worker, which is killed as one.
 */
export function inBubblewrap(bubblewrap: string, box: Box, command: Command): Command {
  const filter = systemCallFilter();
  const { program, args } = box.user === undefined ? command : withoutRoot(box.user, command);
  const options = [
    box.user === undefined ? ['--unshare-all', '--cap-drop', 'ALL'] : ofRoot,
    ['--die-with-parent'],
    filter === undefined ? [] : ['--seccomp', String(dataFd)],
    // First, since anything else may lie in there.
    ['--bind', path.join(box.home, temporaryName), temporaryFolder],
    // Those that bubblewrap makes by itself are for its user alone.
    above([box.folder, ...box.files]).flatMap((folder) => ['--dir', folder]),
    box.files.flatMap(readOnly),
    ['--proc', '/proc', '--dev', '/dev'],
    ['--bind', box.folder, box.folder],
    box.inputs.flatMap(readOnly),
    // The first two are in memory, which nothing would count, and the third has the settings of the kernel.
    ['--remount-ro', '/', '--remount-ro', '/dev', '--remount-ro', '/proc'],
    ['--chdir', box.home, '--'],
  ];
  return { program: bubblewrap, args: [...options.flat(), program, ...args], data: filter };
}

/**
 * All namespaces but that of users, in which root would stay the root that owns the kernel's files; and the rights to enter
 * a folder of another user's and to become that user, all of which end there.
 */
const ofRoot = [
  ['ipc', 'pid', 'net', 'uts', 'cgroup-try'].map((kind) => `--unshare-${kind}`),
  [
    '--cap-drop',
    'ALL',
    ...['SETUID', 'SETGID', 'SETPCAP', 'DAC_READ_SEARCH'].flatMap((name) => ['--cap-add', `CAP_${name}`]),
  ],
].flat();

function withoutRoot(user: number, { program, args }: Command): Command {
  return { program: systemProgram('setpriv'), args: [...withoutRights(user), program, ...args] };
}

/** All folders above these files, from the top down, but for the root. */
function above(files: readonly string[]): string[] {
  const folders = files.flatMap((file) => {
    const names = path.dirname(file).split('/').slice(1);
    return names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`);
  });
  return [...new Set(folders)].filter((folder) => folder !== '/');
}

function readOnly(file: string): string[] {
  return ['--ro-bind-try', file, file];
}
