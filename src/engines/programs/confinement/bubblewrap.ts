import path from 'node:path';
import { type Sandbox, type ProgramCommand, dataFd, temporaryFolder, temporaryName } from './sandbox.ts';
import { withoutRights } from './root.ts';
import { systemCallFilter } from './systemCallFilter.ts';
import { systemProgram } from './systemPrograms.ts';

/**
 * The command in a bubblewrap sandbox: no network, no files beyond the box, and a process namespace that ends with it
 * and its starter (bwrap(1)). It doesn't start a session: there is no terminal to protect, and it stays in its worker's
 * process group, which is killed as a whole.
 */
export function inBubblewrap(bubblewrap: string, sandbox: Sandbox, command: ProgramCommand): ProgramCommand {
  const filter = systemCallFilter();
  const { program, args } = sandbox.user === undefined ? command : withoutRoot(sandbox.user, command);
  const options = [
    sandbox.user === undefined ? ['--unshare-all', '--cap-drop', 'ALL'] : ofRoot,
    ['--die-with-parent'],
    filter === undefined ? [] : ['--seccomp', String(dataFd)],
    // First, since other mounts may be below it.
    ['--bind', path.join(sandbox.home, temporaryName), temporaryFolder],
    // Folders that bubblewrap creates implicitly are accessible only to its user.
    above([sandbox.folder, ...sandbox.files]).flatMap((folder) => ['--dir', folder]),
    sandbox.files.flatMap(readOnly),
    ['--proc', '/proc', '--dev', '/dev'],
    ['--bind', sandbox.folder, sandbox.folder],
    sandbox.inputs.flatMap(readOnly),
    // The first two are in memory, which isn't measured, and the third contains kernel settings.
    ['--remount-ro', '/', '--remount-ro', '/dev', '--remount-ro', '/proc'],
    ['--chdir', sandbox.home, '--'],
  ];
  return { program: bubblewrap, args: [...options.flat(), program, ...args], data: filter };
}

/**
 * All namespaces except users, in which root would remain the owner of the kernel's files; plus the capabilities to
 * enter another user's folder and to become that user, which end there.
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
  return { program: systemProgram('setpriv'), args: [...withoutRights(user), program, ...args] };
}

/** All parent folders of these files, from the top down, without the root. */
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
