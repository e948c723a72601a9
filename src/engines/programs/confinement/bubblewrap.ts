import path from 'node:path';
import { type Box, type Command, temporaryFolder, temporaryName } from './box.ts';

/**
 * The command in a box of bubblewrap's: no network, processes of its own that end with it and with whoever started it,
 * and no more files than the box has (bwrap(1)). It starts no session of its own: it has no terminal to be kept from, and
 * stays in the process group of its worker, which is killed as one.
 */
export function inBubblewrap(bubblewrap: string, box: Box, { program, args }: Command): Command {
  const options = [
    ['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'],
    // First, since anything else may lie in there.
    ['--bind', path.join(box.home, temporaryName), temporaryFolder],
    box.files.flatMap(readOnly),
    ['--proc', '/proc', '--dev', '/dev'],
    ['--bind', box.folder, box.folder],
    box.inputs.flatMap(readOnly),
    // Both are in memory, which nothing would count.
    ['--remount-ro', '/', '--remount-ro', '/dev'],
    ['--chdir', box.home, '--'],
  ];
  return { program: bubblewrap, args: [...options.flat(), program, ...args] };
}

function readOnly(file: string): string[] {
  return ['--ro-bind-try', file, file];
}
