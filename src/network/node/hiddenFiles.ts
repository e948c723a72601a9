import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isInside } from '../../util/isInside.ts';
import type { Configuration } from '../configuration/configuration.ts';

/** Where libraries look for secrets that the configuration doesn't have. */
const usual = ['.aws', '.pgpass', '.postgresql'].map((name) => path.join(os.homedir(), name));

/**
 * Files and folders that are there and lead to the database or to files of others: secrets, the folder that is a store, and
 * sockets. What holds the node's own folder can't be hidden as a whole.
 */
export function hiddenFiles({ secretFiles, store, databaseUrl }: Configuration, ownFolder: string): string[] {
  const stores = store === undefined || store.includes('://') ? [] : [store];
  const all = [...secretFiles, ...usual, ...stores, ...socketsOf(databaseUrl, ownFolder)];
  const there = [...new Set(all.map((file) => path.resolve(file)))].filter(
    (file) => existsSync(file) && !isInside(ownFolder, file),
  );
  // What is below one of them is hidden with it.
  return there.filter((file) => !there.some((other) => other !== file && isInside(file, other)));
}

/** The folder with the sockets of a database on this machine, or else the sockets in it. */
function socketsOf(databaseUrl: string, ownFolder: string): string[] {
  // An address without a host is none to `URL`.
  const host = new URLSearchParams(databaseUrl.split('?')[1]).get('host');
  const folder = host ?? process.env['PGHOST'] ?? '';
  if (!path.isAbsolute(folder) || !existsSync(folder)) return [];
  if (!isInside(ownFolder, folder)) return [folder];
  const sockets = readdirSync(folder).filter((name) => name.startsWith('.s.PGSQL.'));
  return sockets.map((name) => path.join(folder, name));
}
