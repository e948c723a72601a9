import { rm } from 'node:fs/promises';
import path from 'node:path';
import { cache } from '../paths.ts';
import type { LevelName } from './levels.ts';

/** The processes and packages prepared for a level. */
export interface Preparation {
  /** Environment variables that pass the addresses of these resources to the level's tests. */
  readonly env: Readonly<Record<string, string>>;
  dispose(): Promise<void>;
}

/**
 * Starts or installs resources that all files of a level use. The code for them is only loaded for levels that need it.
 */
export async function prepareLevel(level: LevelName): Promise<Preparation> {
  if (level === 'network') {
    const { startPostgres } = await import('../network/postgres.ts');
    const { postgresVariable } = await import('../network/testDatabase.ts');
    const postgres = await startPostgres();
    return { env: { [postgresVariable]: postgres.url }, dispose: () => postgres.stop() };
  }
  if (level === 'ui') {
    const { install } = await import('../workbench/install.ts');
    const { extensionsVariable } = await import('../workbench/workbench.ts');
    const folder = path.join(cache, 'ui');
    await rm(folder, { recursive: true, force: true });
    const extensions = await install(folder);
    const dispose = (): Promise<void> => rm(extensions, { recursive: true, force: true });
    return { env: { [extensionsVariable]: extensions }, dispose };
  }
  return { env: {}, dispose: async () => {} };
}
