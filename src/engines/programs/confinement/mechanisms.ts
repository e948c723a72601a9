import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { MechanismId } from '../../api/program.ts';
import {
  dataFd,
  type ProgramCommand,
  type Sandbox,
  systemPaths,
  systemProgram,
  temporaryFolder,
  temporaryName,
  unprivilegedArguments,
} from './sandbox.ts';
import { systemCallFilter } from './systemCallFilter.ts';
import { inUnshare } from './unshare.ts';

/** A sandbox that an operating system may provide. */
interface Mechanism {
  /** The operating system that may have the sandbox. */
  readonly platform: NodeJS.Platform;
  /**
   * The possible paths of the sandbox's executable. They are fixed, because folders on PATH may contain anybody's
   * files.
   */
  readonly executables: readonly string[];
  /** The system files that every program needs in the sandbox. */
  readonly systemFiles: readonly string[];
  /** Returns the command that runs another command in the sandbox. */
  readonly sandboxed: (executable: string, sandbox: Sandbox, command: ProgramCommand) => ProgramCommand;
}

/**
 * System files that programs on Linux need in a sandbox: other programs and libraries, fonts, locales, and
 * configuration. None of them contains personal data.
 */
const systemFiles: readonly string[] = [
  ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
  ['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives'],
  ['/etc/fonts', '/var/cache/fontconfig', '/etc/localtime', '/etc/papersize', '/etc/mime.types'],
  ['/etc/libreoffice', '/etc/ghostscript', '/var/lib/ghostscript', '/etc/python3', '/etc/pandoc'],
  // Nix and Guix keep system files in stores, and NixOS links to its store from the last two folders.
  ['/nix/store', '/gnu/store', '/etc/static', '/run/current-system/sw'],
].flat();

export const mechanisms: Readonly<Record<MechanismId, Mechanism>> = {
  bubblewrap: {
    platform: 'linux',
    executables: systemPaths('bwrap'),
    systemFiles,
    sandboxed: inBubblewrap,
  },
  unshare: {
    platform: 'linux',
    executables: systemPaths('unshare'),
    systemFiles,
    sandboxed: inUnshare,
  },
  'sandbox-exec': {
    platform: 'darwin',
    executables: ['/usr/bin/sandbox-exec'],
    systemFiles: [],
    sandboxed: inSandboxExec,
  },
};

/** The sandboxes in use. The one for macOS hasn't been tested on a real machine yet. */
export const provenMechanisms: readonly MechanismId[] = ['bubblewrap', 'unshare'];

/**
 * Wraps a command in a bubblewrap sandbox: it has no network, sees no files outside the sandbox, and ends with the
 * process that started it (bwrap(1)). The sandbox doesn't start a new session, because the process has no terminal to
 * protect and must stay in the worker's process group, which is killed as a whole.
 */
function inBubblewrap(bubblewrap: string, sandbox: Sandbox, command: ProgramCommand): ProgramCommand {
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

/** Folders on macOS with users' files, other disks, and other programs' files. */
const deniedFolders = ['/Users', '/Volumes', '/private/tmp', '/private/var/tmp', '/private/var/folders'];

/** Device files that every program writes to. */
const devices = ['/dev/null', '/dev/zero', '/dev/dtracehelper'];

/** Wraps a command in sandbox-exec(1). The last matching rule in its profile applies. */
export function inSandboxExec(
  sandboxExec: string,
  sandbox: Sandbox,
  { program, args }: ProgramCommand,
): ProgramCommand {
  const given = new Map([
    ['FOLDER', sandbox.folder],
    ...sandbox.files.map((file, index) => [`FILE${index}`, file] as const),
    ...sandbox.inputs.map((file, index) => [`INPUT${index}`, file] as const),
  ]);
  // The kernel compares paths with links resolved, and `/tmp` and `/var` are links.
  const definitions = [...given].flatMap(([name, file]) => ['-D', `${name}=${realpathSync(file)}`]);
  return { program: sandboxExec, args: [...definitions, '-p', profile(sandbox), program, ...args] };
}

const each = (filter: string, paths: readonly string[]): string =>
  paths.map((path) => `(${filter} ${path})`).join(' ');
const named = (name: string, paths: readonly string[]): string[] =>
  paths.map((_, index) => `(param "${name}${index}")`);
const quoted = (paths: readonly string[]): string[] => paths.map((path) => JSON.stringify(path));

/** Returns the rules of a sandbox. Paths are passed as parameters, so that they can't be read as rules. */
export function profile({ files, inputs }: Pick<Sandbox, 'files' | 'inputs'>): string {
  return [
    '(version 1)',
    '(allow default)',
    '(deny network*)',
    '(deny appleevent-send)',
    '(deny file-write*)',
    `(allow file-write* ${each('literal', quoted(devices))})`,
    `(deny file-read-data ${each('subpath', quoted(deniedFolders))})`,
    ...(files.length === 0 ? [] : [`(allow file-read-data ${each('subpath', named('FILE', files))})`]),
    '(allow file-read* file-write* (subpath (param "FOLDER")))',
    ...(inputs.length === 0 ? [] : [`(deny file-write* ${each('literal', named('INPUT', inputs))})`]),
  ].join('\n');
}
