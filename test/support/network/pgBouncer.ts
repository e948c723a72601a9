import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findOnPath } from '../command.ts';
import { closedPort } from '../http/port.ts';
import { ordinaryUser } from './ordinaryUser.ts';

/** A real PgBouncer in front of a database, in transaction mode and with these additional settings. */
export async function startPgBouncer(folder: string, databaseUrl: string, settings: readonly string[]) {
  const { pathname, searchParams } = new URL(databaseUrl.replace('@/', '@localhost/'));
  const [port, file] = [await closedPort(), path.join(folder, 'pgbouncer.ini')];
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${searchParams.get('host')} user=network`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      ...settings,
    ].join('\n'),
  );
  chmodSync(folder, 0o755);
  const server = spawn(findOnPath('pgbouncer') ?? '/usr/sbin/pgbouncer', [file], {
    ...ordinaryUser,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: server.stderr })) {
    lines.push(line);
    if (line.includes('process up')) break;
  }
  if (server.exitCode !== null) throw new Error(`PgBouncer didn’t start: ${lines.join('\n')}`);
  return {
    url: `postgres://network@127.0.0.1:${port}${pathname}`,
    stop: async () => {
      server.kill('SIGINT');
      await ended;
    },
  };
}
