import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isInside } from '../../util/files.ts';
import { own } from '../../util/own.ts';
import type { ConnectedConfiguration } from '../configuration/configuration.ts';

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
    ...variables.map((name) => own(env, name)),
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
