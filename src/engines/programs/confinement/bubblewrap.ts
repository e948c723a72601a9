import path from 'node:path';
import { type Sandbox, type ProgramCommand, dataFd, temporaryFolder, temporaryName } from './sandbox.ts';
import { unprivilegedArguments } from './root.ts';
import { systemCallFilter } from './systemCallFilter.ts';
import { systemProgram } from './systemPrograms.ts';

/**
 * Wraps a command in a bubblewrap sandbox: it has no network, sees no files outside the sandbox, and ends with the
 * process that started it (bwrap(1)). The sandbox doesn't start a new session, because the process has no terminal to
 * protect and must stay in the worker's process group, which is killed as a whole.
 */
export function inBubblewrap(bubblewrap: string, sandbox: Sandbox, command: ProgramCommand): ProgramCommand {
  const filter = systemCallFilter();
  const { program, args } = sandbox.user === undefined ? command : withoutRoot(sandbox.user, command);
  const options = [
    sandbox.user === undefined ? ['--unshare-all', '--cap-drop', 'ALL'] : ofRoot,
    ['--die-with-parent'],
    filter === undefined ? [] : ['--seccomp', String(dataFd)],
    // Mounted first, because other mounts may be below it.
    ['--bind', path.join(sandbox.home, temporaryName), temporaryFolder],
    // If bubblewrap creates folders implicitly, only its user can access them.
    above([sandbox.folder, ...sandbox.files]).flatMap((folder) => ['--dir', folder]),
    sandbox.files.flatMap(readOnly),
    ['--proc', '/proc', '--dev', '/dev'],
    ['--bind', sandbox.folder, sandbox.folder],
    sandbox.inputs.flatMap(readOnly),
    // Makes `/` and `/dev` read-only, because they are in memory that no limit covers, and `/proc`, because it contains
    // kernel settings.
    ['--remount-ro', '/', '--remount-ro', '/dev', '--remount-ro', '/proc'],
    ['--chdir', sandbox.home, '--'],
  ];
  return { program: bubblewrap, args: [...options.flat(), program, ...args], data: filter };
}

/**
 * The options for root: all namespaces except the user namespace, in which root would still own the kernel's files, and
 * the capabilities that setpriv(1) needs to switch to the other user and enter its folder. The program itself has no
 * capabilities.
 */
const ofRoot = [
  ['ipc', 'pid', 'net', 'uts', 'cgroup-try'].map((kind) => `--unshare-${kind}`),
  [
    '--cap-drop',
    'ALL',
    ...['SETUID', 'SETGID', 'SETPCAP', 'DAC_READ_SEARCH'].flatMap((name) => ['--cap-add', `CAP_${name}`]),
  ],
].flat();

function withoutRoot(user: number, { program, args }: ProgramCommand): ProgramCommand {
  return { program: systemProgram('setpriv'), args: [...unprivilegedArguments(user), program, ...args] };
}

/** Returns all parent folders of the files, from the top down, without the root folder. */
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
