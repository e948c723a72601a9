import { unzipSync } from 'fflate';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { vsixOf } from '../run/vsix.ts';

/** The universal package, unpacked outside the clone, whose native libvips would be found first. */
export interface UniversalPackage {
  /** The entry of its local service. */
  readonly scriptPath: string;
  dispose(): Promise<void>;
}

export async function makeUniversalPackage(): Promise<UniversalPackage> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'universal-'));
  const vsix = await readFile(await vsixOf('universal', folder));
  for (const [name, content] of Object.entries(unzipSync(vsix))) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return {
    scriptPath: path.join(folder, 'extension/dist/localService.cjs'),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}
