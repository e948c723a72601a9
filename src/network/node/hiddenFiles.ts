import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isInside } from '../../util/isInside.ts';
import { own } from '../../util/own.ts';
import type { ConnectedConfiguration } from '../configuration/configuration.ts';

/** The places where libraries look for secrets that the configuration doesn't have. */
const usual = ['.aws', '.pgpass', '.postgresql'].map((name) => path.join(os.homedir(), name));
/** Variables that name other places for them. */
const variables = [
  'AWS_CONFIG_FILE',
  'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
  'AWS_SHARED_CREDENTIALS_FILE',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'PGPASSFILE',
  'PGSSLKEY',
];
/** The parameter for a key in the address of a database. */
const keyParameter = 'sslkey';

/**
 * Existing files and folders that lead to the database or to other people's files: secrets, a store that is a folder, and
 * sockets. A folder that contains the node's own can't be hidden as a whole.
 */
export function hiddenFiles(
  { secretFiles, store, databaseUrl }: ConnectedConfiguration,
  ownFolder: string,
  env: NodeJS.ProcessEnv = process.env,
): string[] {
  const stores = store === undefined || store.includes('://') ? [] : [store];
  const told = [...variables.map((name) => own(env, name)), parameterOf(databaseUrl, keyParameter)];
  const named = told.flatMap((file) => (file ? [file] : []));
  const all = [...secretFiles, ...usual, ...named, ...stores, ...socketsOf(databaseUrl, ownFolder)];
  const there = [...new Set(all.map((file) => path.resolve(file)))].filter(
    (file) => existsSync(file) && !isInside(ownFolder, file),
  );
  // Anything below one of them is hidden with it.
  return there.filter((file) => !there.some((other) => other !== file && isInside(file, other)));
}

/** The folder with the sockets of a database on this machine, or else the sockets in it. */
function socketsOf(databaseUrl: string, ownFolder: string): string[] {
  const folder = parameterOf(databaseUrl, 'host') ?? process.env['PGHOST'] ?? '';
  if (!path.isAbsolute(folder) || !existsSync(folder)) return [];
  if (!isInside(ownFolder, folder)) return [folder];
  const sockets = readdirSync(folder).filter((name) => name.startsWith('.s.PGSQL.'));
  return sockets.map((name) => path.join(folder, name));
}

/** `URL` doesn't accept an address without a host. */
function parameterOf(databaseUrl: string, name: string): string | undefined {
  return new URLSearchParams(databaseUrl.split('?')[1]).get(name) ?? undefined;
}
