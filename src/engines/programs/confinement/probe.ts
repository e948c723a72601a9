import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileSize } from '../../../util/fileSize.ts';
import type { WayId } from '../../api/confinement.ts';
import type { Launch } from '../../../util/launch.ts';
import { temporaryName } from './box.ts';
import { runConfined } from './confinement.ts';
import { isRoot } from './root.ts';
import { ways } from './ways.ts';

/** Whether a way confines what it runs here; `unknown` where that could not be found out, such as in time. */
export type Verdict = 'holds' | 'fails' | 'unknown';

/** How long each try may take: on a machine that is busy, the first may be too short. */
const defaultProbeMs: readonly number[] = [20_000, 60_000];

/** What has to be of its own, by the names that Linux has for it: the network, the processes and the view of files. */
const namespaces = ['net', 'pid', 'mnt'];

/**
 * Fails if it can read a file outside, or change a setting of the kernel; tries to write a file outside, and one inside;
 * says in which namespaces it is. The user's PATH may lack the system's commands.
 */
const script = `
PATH=/usr/bin:/bin:/run/current-system/sw/bin
cat "$1" >/dev/null 2>&1 && exit 1
[ -w /proc/sys/kernel/core_pattern ] && exit 1
( echo written >"$2" ) 2>/dev/null
echo written >inside
for kind in ${namespaces.join(' ')}; do readlink "/proc/self/ns/$kind"; done
exit 0
`;

interface Trial {
  readonly by: WayId;
  readonly executable: string;
  /** Where files can be left for a moment. */
  readonly folder: string;
  /** How long each try may take. */
  readonly probeMs?: readonly number[] | undefined;
  /** How whatever runs programs is started, where that is not this process. */
  readonly launch?: Launch | undefined;
}

/**
 * Finds out whether a way confines what it runs here by having it run something: one that is installed may be forbidden,
 * by the kernel, by a container or by an administrator.
 */
export async function probe(trial: Trial): Promise<Verdict> {
  for (const maxMs of trial.probeMs ?? defaultProbeMs) {
    const verdict = await probeOnce(trial, AbortSignal.timeout(maxMs));
    if (verdict !== 'unknown') return verdict;
  }
  return 'unknown';
}

async function probeOnce({ by, executable, folder, launch }: Trial, signal: AbortSignal): Promise<Verdict> {
  const root = path.join(folder, `probe-${randomUUID()}`);
  const job = path.join(root, 'job');
  const home = path.join(job, 'home');
  const [outside, written, inside] = [
    path.join(root, 'outside'),
    path.join(root, 'written'),
    path.join(home, 'inside'),
  ];
  try {
    await mkdir(path.join(home, temporaryName), { recursive: true, mode: 0o700 });
    await writeFile(outside, 'outside');
    // Only the sandbox is to keep whoever runs in it from these.
    await Promise.all([chmod(root, 0o777), chmod(outside, 0o644)]);
    const confinement = { by, executable, files: ways[by].systemFiles };
    const command = { program: '/bin/sh', args: ['-c', script, 'probe', outside, written] };
    const ending = await runConfined(confinement, { folder: job, home, inputs: [] }, command, {
      signal,
      launch,
    });
    if (signal.aborted) return 'unknown';
    if (ending.exitCode !== 0 || (await fileSize(inside)) === 0 || (await fileSize(written)) > 0)
      return 'fails';
    const isSafe = !isRoot() || (await stat(inside)).uid !== 0;
    return isSafe && (await areOthers(ending.said.trim().split('\n'))) ? 'holds' : 'fails';
  } catch (error) {
    return isForbidden(error) ? 'fails' : 'unknown';
  } finally {
    await rm(root, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Whether the system does not let us start what confines, or give a folder away; anything else, such as a full disk, passes. */
function isForbidden(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return ['EACCES', 'EPERM', 'ENOENT', 'ENOEXEC', 'EINVAL'].some((each) => each === code);
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
