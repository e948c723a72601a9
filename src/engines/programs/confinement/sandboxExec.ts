import { realpathSync } from 'node:fs';
import type { Sandbox, ProgramCommand } from './sandbox.ts';

/** Folders on macOS with users' files, other disks, and other programs' files. */
const others = ['/Users', '/Volumes', '/private/tmp', '/private/var/tmp', '/private/var/folders'];

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
    `(deny file-read-data ${each('subpath', quoted(others))})`,
    ...(files.length === 0 ? [] : [`(allow file-read-data ${each('subpath', named('FILE', files))})`]),
    '(allow file-read* file-write* (subpath (param "FOLDER")))',
    ...(inputs.length === 0 ? [] : [`(deny file-write* ${each('literal', named('INPUT', inputs))})`]),
  ].join('\n');
}
