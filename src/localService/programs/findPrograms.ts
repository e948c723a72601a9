import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ProgramId, programIds, programs } from './programs.ts';

/** Where the user says that programs are; one that is not named is looked for on PATH. */
export type ProgramPaths = Readonly<Partial<Record<ProgramId, string>>>;

/** The programs that are there now, by the absolute paths of their executables. */
export type FoundPrograms = ReadonlyMap<ProgramId, string>;

/**
 * Looks for the programs: a few calls of `stat` for each, so that it can be asked anew for every list. A path that is
 * set but leads to no program counts as a program that is not there.
 */
export async function findPrograms(
  paths: ProgramPaths,
  env: NodeJS.ProcessEnv = process.env,
): Promise<FoundPrograms> {
  const found = await Promise.all(
    programIds.map(async (id) => [id, await firstExecutable(candidates(id, paths[id], env))] as const),
  );
  return new Map(found.flatMap(([id, file]) => (file === undefined ? [] : [[id, file]])));
}

function candidates(id: ProgramId, set: string | undefined, env: NodeJS.ProcessEnv): string[] {
  // A relative path would depend on the folder that happens to be open.
  if (set) return path.isAbsolute(set) ? [set] : [];
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const endings = process.platform === 'win32' ? ['.com', '.exe'] : [''];
  return programs[id].executables.flatMap((name) =>
    folders.flatMap((folder) => endings.map((ending) => path.join(folder, name + ending))),
  );
}

async function firstExecutable(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
