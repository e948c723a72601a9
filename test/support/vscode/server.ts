import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { run, toolEnv } from '../command.ts';
import { serverMain } from './codeServer.ts';

export interface ServerFolders {
  /** Takes the place of the desktop's user data folder: settings are in `User/settings.json` under it. */
  userDataDir: string;
  extensionsDir: string;
}

export interface ServerOptions {
  flags?: readonly string[];
  /** Reaches the extension host. */
  env?: Readonly<Record<string, string>> | undefined;
}

export interface RunningServer {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** Resolves when the server has ended, wanted or not. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;

/** Starts the VS Code server on a free loopback port; its output goes to `server.log` in the user data folder. */
export async function startServer(
  folders: ServerFolders,
  { flags = [], env }: ServerOptions = {},
): Promise<RunningServer> {
  await mkdir(folders.userDataDir, { recursive: true });
  const listen = ['--host', '127.0.0.1', '--port', '0', '--without-connection-token'];
  const quiet = ['--accept-server-license-terms', '--telemetry-level', 'off'];
  const child = spawn(
    process.execPath,
    [serverMain, ...listen, ...quiet, ...folderFlags(folders), ...flags],
    {
      env: { ...toolEnv(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const log = createWriteStream(path.join(folders.userDataDir, 'server.log'));
  child.stderr.pipe(log, { end: false });
  child.stdout.pipe(log, { end: false });
  const ended = once(child, 'exit').then(() => void log.end());
  const stop = async () => {
    child.kill();
    await ended;
  };
  try {
    return { origin: `http://127.0.0.1:${await listeningPort(child)}`, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function listeningPort(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('VS Code did not start: see server.log in its user data folder.'));
    const timer = setTimeout(fail, startTimeoutMs);
    child.once('exit', fail);
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const port = /Extension host agent listening on (\d+)/.exec(line)?.[1];
      if (!port) return;
      clearTimeout(timer);
      resolve(port);
    });
  });
}

/** Installs a VSIX into `extensionsDir`. */
export async function installVsix(vsix: string, folders: ServerFolders): Promise<void> {
  const flags = ['--install-extension', vsix, '--force', '--accept-server-license-terms'];
  await run(process.execPath, [serverMain, ...flags, ...folderFlags(folders)]);
}

function folderFlags({ userDataDir, extensionsDir }: ServerFolders): string[] {
  return [
    '--server-data-dir',
    userDataDir,
    '--user-data-dir',
    userDataDir,
    '--extensions-dir',
    extensionsDir,
  ];
}
