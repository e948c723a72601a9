import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cache } from './paths.ts';

const waitMs = 15 * 60_000;

/**
 * Runs `work` while no other process holds the lock called `name`. The lock is an SQLite transaction, because the
 * operating system releases it however its owner ends. A pid file couldn't reliably show whether the owner is alive.
 * Waiting blocks the event loop, so take the lock before anything else is running.
 */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(cache, { recursive: true });
  const database = new DatabaseSync(path.join(cache, `${name}.lock`), { timeout: waitMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return await work();
  } finally {
    database.close();
  }
}
