import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileSize } from '../../../util/files.ts';
import type { MechanismId } from '../../api/program.ts';
import type { Launch } from '../../../util/childProcess.ts';
import { isRoot, temporaryName } from './sandbox.ts';
import { runConfined } from './confinement.ts';
import { mechanisms } from './mechanisms.ts';

/**
 * The result of testing a sandbox on this computer; `unknown` if the test couldn't be completed, for example within the
 * time limit.
 */
type SandboxTestResult = 'holds' | 'fails' | 'unknown';

/** The time limits for each attempt, in milliseconds. The first one may be too short on a busy computer. */
const defaultProbeMs: readonly number[] = [20_000, 60_000];

/** The Linux namespaces that a sandbox must isolate: network, processes, and mounts. */
const namespaces = ['net', 'pid', 'mnt'];

/**
 * A shell script that fails if it can read a file outside the sandbox or change a kernel setting. It then tries to
 * write a file outside and one inside, and prints its namespaces. It sets PATH because the user's may lack the system's
 * commands.
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

interface SandboxTest {
  readonly by: MechanismId;
  readonly executable: string;
  /** The folder for temporary files. */
  readonly folder: string;
  /** The time limits for each attempt, in milliseconds. */
  readonly probeMs?: readonly number[] | undefined;
  /** The launcher for programs, if another process starts them. */
  readonly launch?: Launch | undefined;
}

/**
 * Tests a sandbox by running a command in it. The kernel, a container, or an administrator may forbid a sandbox that is
 * installed.
 */
export async function probe(test: SandboxTest): Promise<SandboxTestResult> {
  for (const maxMs of test.probeMs ?? defaultProbeMs) {
    const verdict = await probeOnce(test, AbortSignal.timeout(maxMs));
    if (verdict !== 'unknown') return verdict;
  }
  return 'unknown';
}

async function probeOnce(
  { by, executable, folder, launch }: SandboxTest,
  signal: AbortSignal,
): Promise<SandboxTestResult> {
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
    // The permissions allow access, so that only the sandbox can prevent it.
    await Promise.all([chmod(root, 0o777), chmod(outside, 0o644)]);
    const confinement = { by, executable, files: mechanisms[by].systemFiles };
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

/**
 * True if the system forbids starting the sandbox or changing a folder's owner. Other errors, such as a full disk, are
 * temporary.
 */
function isForbidden(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return ['EACCES', 'EPERM', 'ENOENT', 'ENOEXEC', 'EINVAL'].some((each) => each === code);
}

/** True if all namespaces that the sandbox printed differ from this process's. Only Linux has namespaces. */
async function areOthers(said: readonly string[]): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const own = await Promise.all(namespaces.map(async (kind) => readlink(`/proc/self/ns/${kind}`)));
  return own.every((each, index) => {
    const other = said[index] ?? '';
    return other.startsWith(`${namespaces[index]}:[`) && other !== each;
  });
}
