import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { run, toolEnv } from '../command.ts';
import { scaled } from '../run/slowness.ts';
import { codeServerMain, serverMain } from './codeServer.ts';

export interface ServerFolders {
  /** The folder of user data, as on the desktop: settings are in `User/settings.json`. */
  userDataDir: string;
  extensionsDir: string;
}

interface ServerOptions {
  flags?: readonly string[];
  /** A module that each process of the server loads first, including the extension host. */
  preload?: string;
  /** The environment, which the extension host gets, too. */
  env?: Readonly<Record<string, string>> | undefined;
}

export interface RunningVsCode {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  pid: number | undefined;
  /** Resolves when the server has ended for any reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;

/** Starts VS Code's own server for a test, on a free loopback port. */
export async function startServer(
  folders: ServerFolders,
  { flags = [], preload, env }: ServerOptions = {},
): Promise<RunningVsCode> {
  const listen = ['--host=127.0.0.1', '--port=0', '--without-connection-token'];
  const quiet = ['--accept-server-license-terms', '--telemetry-level=off'];
  const loaded = preload === undefined ? [] : ['--require', preload];
  return start([...loaded, serverMain, ...listen, ...quiet, ...folderFlags(folders), ...flags], folders, env);
}

/** Starts code-server for users: unlike the bare server, it keeps secrets when the page is reloaded. */
export async function startCodeServer(folders: ServerFolders): Promise<RunningVsCode> {
  const { userDataDir, extensionsDir } = folders;
  const listen = [
    '--bind-addr=127.0.0.1:0',
    '--auth=none',
    `--config=${path.join(userDataDir, 'config.yaml')}`,
  ];
  const quiet = ['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'];
  const places = [`--user-data-dir=${userDataDir}`, `--extensions-dir=${extensionsDir}`];
  return start([codeServerMain, ...listen, ...quiet, ...places], folders, { XDG_DATA_HOME: userDataDir });
}

/** Installs a VSIX into `extensionsDir`. */
export async function installVsix(vsix: string, folders: ServerFolders): Promise<void> {
  const flags = ['--install-extension', vsix, '--force', '--accept-server-license-terms'];
  await run(process.execPath, [serverMain, ...flags, ...folderFlags(folders)]);
}

function folderFlags({ userDataDir, extensionsDir }: ServerFolders): string[] {
  const places = {
    'server-data-dir': userDataDir,
    'user-data-dir': userDataDir,
    'extensions-dir': extensionsDir,
  };
  return Object.entries(places).map(([flag, folder]) => `--${flag}=${folder}`);
}

/** Resolves once the program reports its address. Its output goes to `server.log` in the user data folder. */
async function start(
  args: string[],
  { userDataDir }: ServerFolders,
  env: ServerOptions['env'],
): Promise<RunningVsCode> {
  await mkdir(userDataDir, { recursive: true });
  const log = createWriteStream(path.join(userDataDir, 'server.log'));
  const child = spawn(process.execPath, args, {
    env: { ...toolEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => log.end(resolve)));
  child.stderr.on('data', (chunk) => log.write(chunk));
  // Ends with the test run, even if that crashes.
  const kill = () => child.kill();
  process.once('exit', kill);
  const stop = () => {
    process.off('exit', kill);
    kill();
    return ended;
  };

  const port = await new Promise<string | undefined>((resolve) => {
    setTimeout(() => resolve(undefined), scaled(startTimeoutMs)).unref();
    child.once('close', () => resolve(undefined));
    createInterface(child.stdout).on('line', (line) => {
      log.write(`${line}\n`);
      const found = /listening on (?:http:\/\/127\.0\.0\.1:)?(\d+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  if (port) return { origin: `http://127.0.0.1:${port}`, pid: child.pid, ended, stop };
  await stop();
  throw new Error(`VS Code didn’t start. See ${log.path.toString()}`);
}
