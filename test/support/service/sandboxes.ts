import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Confinement, MechanismId } from '../../../src/engines/api/program.ts';
import {
  changeOwner,
  dataFd,
  type ProgramCommand,
  sandboxUser,
  systemProgram,
  temporaryName,
  unprivilegedArguments,
} from '../../../src/engines/programs/confinement/sandbox.ts';
import { confined, programEnvironment } from '../../../src/engines/programs/confinement/confinement.ts';
import { programFiles } from '../../../src/engines/programs/confinement/programFiles.ts';
import { mechanisms } from '../../../src/engines/programs/confinement/mechanisms.ts';
import type { Launch } from '../../../src/util/childProcess.ts';

/** The shortest command that uses each sandbox, and succeeds if the system allows it. */
const attempts = {
  bubblewrap: ['bwrap', '--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', 'true'],
  unshare: ['unshare', '-Urmnp', '--fork', '--mount-proc', 'true'],
} as const;

export const linuxMechanisms = ['bubblewrap', 'unshare'] as const;

/** The user who runs a program: root, an ordinary user, or the current one. */
export interface User {
  readonly name: string;
  readonly ids?: { readonly uid: number; readonly gid: number };
}

const nobody = { uid: 65_534, gid: 65_534 };

/** The current user and, if that is root, an ordinary user. */
export const users: readonly User[] =
  process.getuid?.() === 0
    ? [{ name: 'root' }, { name: 'an ordinary user', ids: nobody }]
    : [{ name: 'a user' }];

/** True if the system allows the user this sandbox; containers and some distributions don't. */
export function isAllowed(mechanism: (typeof linuxMechanisms)[number], { ids }: User): boolean {
  const [program = '', ...args] = attempts[mechanism];
  return process.platform === 'linux' && spawnSync(program, args, { ...ids }).status === 0;
}

/** Starts a worker as the user. */
export function launchAs({ ids }: User): Launch | undefined {
  return ids && { through: [systemProgram('setpriv'), ...unprivilegedArguments(ids.uid)], user: ids.uid };
}

/** A job's folder with an input, which belongs to the user; `folder` belongs to the test. */
export function makeJob(folder: string, { ids }: User): { folder: string; home: string; input: string } {
  const job = path.join(folder, 'job');
  const home = path.join(job, 'home');
  const input = path.join(job, 'input');
  mkdirSync(path.join(home, temporaryName), { recursive: true });
  writeFileSync(input, 'input');
  chmodSync(folder, 0o755);
  if (ids)
    for (const each of [job, home, path.join(home, temporaryName), input]) chownSync(each, ids.uid, ids.gid);
  return { folder: job, home, input };
}

/** The confinement of a program by a working sandbox. */
export async function confinementBy(mechanism: MechanismId, program: string): Promise<Confinement> {
  const { executables, systemFiles } = mechanisms[mechanism];
  const [executable = ''] = executables;
  return { by: mechanism, executable, files: [...systemFiles, ...(await programFiles(program))] };
}

/**
 * Runs a program as a user in the job's folder, confined only by this sandbox, without any other protection from
 * network access.
 */
export async function runConfined(
  confinement: Confinement,
  { folder, home, input }: ReturnType<typeof makeJob>,
  command: ProgramCommand,
  { ids }: User,
): Promise<{ exitCode: number | null; said: string }> {
  const user = ids === undefined ? sandboxUser() : undefined;
  if (user !== undefined && confinement.by !== 'nobody') await changeOwner(user, folder);
  const { program, args, data } = confined(confinement, { folder, home, inputs: [input] }, command, user);
  const { http_proxy: _, https_proxy: __, all_proxy: ___, ...env } = programEnvironment(home);
  const child = spawn(program, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'], ...ids });
  const filter = child.stdio[dataFd];
  if (filter instanceof Writable) filter.on('error', () => undefined).end(data);
  const said = Promise.all([child.stdout, child.stderr].map(async (each) => (each ? text(each) : '')));
  await once(child, 'close');
  return { exitCode: child.exitCode, said: (await said).join('') };
}
