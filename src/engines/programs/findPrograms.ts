import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../util/clock.ts';
import { isInside } from '../../util/files.ts';
import { ownValue } from '../../util/ownValue.ts';
import type { Program } from '../api/program.ts';
import { type ProgramId, programIds, programs } from './programs.ts';

/** Settings for the search for programs. */
export interface ProgramSearch {
  /** The paths that the user has set. Other programs are searched for on PATH and in their default locations. */
  readonly paths: Readonly<Partial<Record<ProgramId, string>>>;
  /** Folders with untrusted files, such as the open workspace. Programs in them are never found through PATH. */
  readonly avoid: readonly string[];
}

/** A search without settings: on PATH and in default locations. */
export const defaultSearch: ProgramSearch = { paths: {}, avoid: [] };

/** The absolute paths of the executables of installed programs. */
export type FoundPrograms = ReadonlyMap<ProgramId, string>;

/**
 * Searches for the installed programs. This takes a few `stat` calls per program, so it can run often. A program whose
 * configured path doesn't exist counts as not installed.
 */
export async function findPrograms(
  { paths, avoid }: ProgramSearch,
  env: NodeJS.ProcessEnv = process.env,
): Promise<FoundPrograms> {
  const avoided = await Promise.all(avoid.map(realPath));
  const found = await Promise.all(
    programIds.map(async (id) => {
      const set = paths[id];
      // Relative paths are ignored, because they would depend on the current folder.
      if (set) return [id, path.isAbsolute(set) && (await isExecutable(set)) ? set : undefined] as const;
      return [id, await findInstalled(programs[id], avoided, env)] as const;
    }),
  );
  return new Map(found.flatMap(([id, file]) => (file === undefined ? [] : [[id, file]])));
}

async function findInstalled(
  { executables, folders: ownFolders = {} }: Program,
  avoided: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const usual = (ownFolders[process.platform] ?? []).map((folder) =>
    folder.replace(/%(\w+)%/, (_, name: string) => ownValue(env, name) ?? ''),
  );
  const folders = [...foldersOf(env['PATH'] ?? ''), ...usual].filter((folder) => path.isAbsolute(folder));
  const endings = process.platform === 'win32' ? ['.com', '.exe'] : [''];
  const files = executables.flatMap((name) =>
    folders.flatMap((folder) => endings.map((ending) => path.join(folder, name + ending))),
  );
  for (const file of files) {
    if ((await isExecutable(file)) && !(await isAvoided(file, avoided))) return file;
  }
  return undefined;
}

/** Splits the value of PATH into folders. On Windows, a quoted folder may contain a semicolon. */
export function foldersOf(searchPath: string, platform: NodeJS.Platform = process.platform): string[] {
  if (platform !== 'win32') return searchPath.split(':');
  return (searchPath.match(/(?:"[^"]*"?|[^";])+/g) ?? []).map((folder) => folder.replaceAll('"', ''));
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

async function isAvoided(file: string, folders: readonly string[]): Promise<boolean> {
  const real = await realPath(file);
  return folders.some((folder) => isInside(real, folder));
}

async function realPath(file: string): Promise<string> {
  return realpath(file).catch(() => file);
}

/** Returns the user's installed programs from a search that is at most `maxAgeMs` old. By default, searches again. */
export type ProgramFinder = (maxAgeMs?: number) => Promise<FoundPrograms>;

/** Caches the result of `findPrograms`. Searches again when the search settings change. */
export function programFinder(search: () => ProgramSearch, clock: Clock): ProgramFinder {
  let latest: { search: ProgramSearch; at: number; found: Promise<FoundPrograms> } | undefined;
  return async (maxAgeMs = 0) => {
    const [wanted, now] = [search(), clock.monotonic()];
    if (latest?.search !== wanted || now - latest.at >= maxAgeMs)
      latest = { search: wanted, at: now, found: findPrograms(wanted) };
    return latest.found;
  };
}
