import { randomUUID } from 'node:crypto';
import { mkdir, readlink, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileSize } from '../../../util/fileSize.ts';
import { temporaryName } from './box.ts';
import { spawned } from './spawned.ts';
import type { Way } from './ways.ts';

/** Ends it if it hangs. */
const maxMs = 20_000;

/** What has to be of its own, by the names that Linux has for it: the network, the processes and the view of files. */
const namespaces = ['net', 'pid', 'mnt'];

/** Fails if it can read a file outside; tries to write one, and one inside; says in which namespaces it is. */
const script = `
cat "$1" >/dev/null 2>&1 && exit 1
( echo written >"$2" ) 2>/dev/null
echo written >inside
for kind in ${namespaces.join(' ')}; do readlink "/proc/self/ns/$kind"; done
exit 0
`;

/**
 * Whether a way confines what it runs here, found out by having it run something: one that is installed may be forbidden,
 * by the kernel, by a container or by an administrator.
 * @param folder where files can be left for a moment
 */
export async function confines(way: Way, executable: string, folder: string): Promise<boolean> {
  const root = path.join(folder, `probe-${randomUUID()}`);
  const job = path.join(root, 'job');
  const home = path.join(job, 'home');
  const [outside, written] = [path.join(root, 'outside'), path.join(root, 'written')];
  try {
    await mkdir(path.join(home, temporaryName), { recursive: true, mode: 0o700 });
    await writeFile(outside, 'outside');
    const box = { folder: job, home, inputs: [], files: way.systemFiles };
    const command = { program: '/bin/sh', args: ['-c', script, 'probe', outside, written] };
    const ending = await spawned(way.inBox(executable, box, command), home, AbortSignal.timeout(maxMs));
    const kept = (await fileSize(path.join(home, 'inside'))) > 0 && (await fileSize(written)) === 0;
    return ending.exitCode === 0 && kept && (await areOthers(ending.said.trim().split('\n')));
  } catch {
    return false;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Whether these namespaces are none of ours. Other systems than Linux have no such thing. */
async function areOthers(said: readonly string[]): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const own = await Promise.all(namespaces.map(async (kind) => readlink(`/proc/self/ns/${kind}`)));
  return own.every((each, index) => {
    const other = said[index] ?? '';
    return other.startsWith(`${namespaces[index]}:[`) && other !== each;
  });
}
