import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import {
  changeOwner,
  isRoot,
  nobodyUserId,
  systemProgram,
  unprivilegedArguments,
} from '../../engines/programs/confinement/sandbox.ts';
import { childEnvironment, type Launch, launchCommand } from '../../util/childProcess.ts';
import { isInside } from '../../util/files.ts';
import { ownValue } from '../../util/ownValue.ts';
import type { ConnectedConfiguration } from '../configuration.ts';

/** The result of isolating engines from the node's secrets. */
interface Isolation {
  /** The launcher for isolated engines; absent if they aren't isolated. */
  readonly launch?: Launch;
  /** The reason why engines aren't isolated. */
  readonly reason?: string;
}

interface IsolationOptions {
  /** The script of the processes that convert files. */
  readonly scriptPath: string;
  /** The node's own folder, which contains the files of jobs. */
  readonly folder: string;
  /** Existing files and folders that engines must not be able to read. */
  readonly hidden: readonly string[];
}

/** The time limit for a test of the isolation. */
const probeTimeoutMs = 60_000;

/**
 * A shell script that runs a command in its own namespaces. The command sees none of the node's processes, no network,
 * and no hidden files, and it can only change the node's own folder. The shell keeps running to reap leftover
 * processes. The arguments are the own folder, the hidden files, `--`, and the command.
 */
const script = `
set -e
ownPath=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin
own=$(cd "$1" && pwd -P)
shift
mounts=$(cat /proc/self/mountinfo)
mount --bind "$own" "$own"
printf '%s\\n' "$mounts" | while read -r _ _ _ _ mountpoint options _; do
  case $mountpoint in /proc|/proc/*|/sys|/sys/*|/dev|/dev/*) continue ;; esac
  # Remounting resets the mount's other options unless they are repeated.
  case $options in rw*) mount -o "remount,bind,ro\${options#rw}" "$mountpoint" 2>/dev/null || : ;; esac
done
mount -t proc -o nosuid,nodev,noexec proc /proc
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mount -t tmpfs -o ro,size=4k,mode=755 hidden "$1"; else mount --bind /dev/null "$1"; fi
  shift
done
shift
PATH=$ownPath
set +e
"$@"
exit $?
`;

/** A test program that prints a forbidden action if an engine could do one. It fails if an engine couldn't work. */
const probe = `
const fs = require('node:fs');
const path = require('node:path');
const [script, own, ...hidden] = process.argv.slice(1);
const text = (file) => { try { return fs.readFileSync(file, 'latin1'); } catch { return ''; } };
const names = (folder) => { try { return fs.readdirSync(folder); } catch { return []; } };
const isWritable = (folder) => { try { fs.accessSync(folder, fs.constants.W_OK); return true; } catch { return false; } };
const environments = names('/proc').filter((name) => /^\\d+$/.test(name)).map((pid) => '/proc/' + pid + '/environ');
fs.accessSync(script, fs.constants.R_OK);
fs.accessSync(own, fs.constants.W_OK);
console.log([
  ...environments.filter((file) => text(file).includes('FUN_')).map(() => 'read the environment of the node'),
  ...hidden.filter((file) => text(file) !== '' || names(file).length > 0).map((file) => 'read ' + file),
  ...[path.dirname(script)].filter(isWritable).map((folder) => 'change ' + folder),
][0] ?? '');
`;

/** Finds the first launcher that starts engines without access to the node's secrets. */
export async function isolateEngines(options: IsolationOptions): Promise<Isolation> {
  const reasons: string[] = [];
  for (const launch of launchers(options)) {
    // If the test fails, it is repeated once, because the computer may be busy or short of memory.
    const reason = (await isolationFailure(launch, options)) && (await isolationFailure(launch, options));
    if (reason === undefined) return { launch };
    reasons.push(reason);
  }
  return { reason: reasons.join('; ') };
}

function launchers({ folder, hidden }: IsolationOptions): Launch[] {
  const [unshare, setpriv] = [systemProgram('unshare'), systemProgram('setpriv')];
  const namespaces = ['--mount', '--pid', '--net', '--ipc', '--fork', '--kill-child'];
  const isolated = ['/bin/sh', '-c', script, 'isolation', folder, ...hidden, '--'];
  if (isRoot()) {
    const asNobody = [setpriv, ...unprivilegedArguments(nobodyUserId)];
    return [
      { through: [unshare, ...namespaces, ...isolated, ...asNobody], user: nobodyUserId },
      { through: asNobody, user: nobodyUserId },
    ];
  }
  // Only root in a user namespace can mount there. A second namespace maps the engine back to its own user.
  const ids = [`--map-user=${process.getuid?.()}`, `--map-group=${process.getgid?.()}`];
  const asItself = [unshare, '--user', ...ids, '--keep-caps', setpriv, ...unprivilegedArguments(undefined)];
  return [{ through: [unshare, '--user', '--map-root-user', ...namespaces, ...isolated, ...asItself] }];
}

/** Returns the reason why a launcher doesn't isolate engines, or `undefined` if it does. */
async function isolationFailure(
  launch: Launch,
  { folder, scriptPath, hidden }: IsolationOptions,
): Promise<string | undefined> {
  const own = await mkdtemp(path.join(folder, 'isolation-'));
  try {
    if (launch.user !== undefined) {
      // The engines' user must be able to access the folders of jobs inside this one.
      await chmod(folder, 0o711);
      await changeOwner(launch.user, own);
    }
    const { program, args } = launchCommand(launch, process.execPath, [
      '-e',
      probe,
      scriptPath,
      own,
      ...hidden,
    ]);
    const options = {
      env: childEnvironment(process.env),
      timeout: probeTimeoutMs,
      killSignal: 'SIGKILL',
    } as const;
    const { stdout } = await promisify(execFile)(program, [...args], options);
    const allowed = stdout.trim();
    return allowed === '' ? undefined : `they can ${allowed}`;
  } catch (error) {
    return `${launch.through[0]}: ${lastLine(error)}`;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

function lastLine(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return output.trim().split('\n').at(-1) || 'it didn’t start in time';
}

/** The default paths at which libraries look for secrets that aren't in the configuration. */
const defaultPaths = ['.aws', '.pgpass', '.postgresql'].map((name) => path.join(os.homedir(), name));
/** Environment variables that name other files with such secrets. */
const variables = [
  'AWS_CONFIG_FILE',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
  'AWS_SHARED_CREDENTIALS_FILE',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'PGPASSFILE',
  'PGSSLKEY',
];
/** The parameter in a database URL that names a key file. */
const keyParameter = 'sslkey';

/**
 * Returns existing files and folders that give access to the database or to other people's files: secrets, a store that
 * is a folder, and sockets. A folder that contains the node's own folder isn't included as a whole.
 */
export function hiddenFiles(
  { secretFiles, store, databaseUrl }: ConnectedConfiguration,
  ownFolder: string,
  env: NodeJS.ProcessEnv = process.env,
): string[] {
  const stores = store === undefined || store.includes('://') ? [] : [store];
  const namedBySettings = [
    ...variables.map((name) => ownValue(env, name)),
    parameterOf(databaseUrl, keyParameter),
  ];
  const named = namedBySettings.flatMap((file) => (file ? [file] : []));
  const all = [...secretFiles, ...defaultPaths, ...named, ...stores, ...socketsOf(databaseUrl, ownFolder)];
  const existing = [...new Set(all.map((file) => path.resolve(file)))].filter(
    (file) => existsSync(file) && !isInside(ownFolder, file),
  );
  // A file inside a hidden folder needn't be hidden separately.
  return existing.filter((file) => !existing.some((other) => other !== file && isInside(file, other)));
}

/**
 * Returns the folder with the sockets of a local database. If it contains the node's own folder, returns the sockets
 * instead.
 */
function socketsOf(databaseUrl: string, ownFolder: string): string[] {
  const folder = parameterOf(databaseUrl, 'host') ?? process.env['PGHOST'] ?? '';
  if (!path.isAbsolute(folder) || !existsSync(folder)) return [];
  if (!isInside(ownFolder, folder)) return [folder];
  const sockets = readdirSync(folder).filter((name) => name.startsWith('.s.PGSQL.'));
  return sockets.map((name) => path.join(folder, name));
}

/** The URL is split by hand, because `URL` doesn't accept one without a host. */
function parameterOf(databaseUrl: string, name: string): string | undefined {
  return new URLSearchParams(databaseUrl.split('?')[1]).get(name) ?? undefined;
}
