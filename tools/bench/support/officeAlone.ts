import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { secondsOf } from '../statistics.ts';
import { newFolder } from './pictures.ts';

const run = promisify(execFile);

/**
 * The time in seconds that LibreOffice alone takes to convert files to PDF, one per run, with this many profiles in
 * parallel, each of which has been used before.
 */
export async function byOfficeAlone(sources: readonly string[], parallel: number): Promise<number> {
  const left = sources.map((source) => fileURLToPath(source));
  const lanes = await Promise.all(Array.from({ length: parallel }, newFolder));
  for (const lane of lanes) await convert(lane, left[0] ?? '');
  return secondsOf(async () =>
    Promise.all(
      lanes.map(async (lane) => {
        for (let file = left.pop(); file !== undefined; file = left.pop()) await convert(lane, file);
      }),
    ),
  );
}

async function convert(folder: string, file: string): Promise<void> {
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`;
  await run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, file]);
}
