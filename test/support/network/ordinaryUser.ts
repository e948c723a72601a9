import { execFileSync } from 'node:child_process';
import type { ServerUser } from '../../../src/network/database/postgresServer.ts';

/** The user for servers that refuse to run as root: `nobody` if the tests run as root, else the current user. */
export const ordinaryUser: ServerUser = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

function idOf(which: string): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
}
