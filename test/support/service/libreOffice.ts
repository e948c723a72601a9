import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** Documents of one format as LibreOffice prints them; it starts but once for them. */
export async function printedByLibreOffice(documents: readonly Buffer[], format: string): Promise<Buffer[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'libreoffice-'));
  try {
    const sources = documents.map((_, index) => path.join(folder, `${index}.${format}`));
    await Promise.all(sources.map((source, index) => writeFile(source, documents[index] ?? '')));
    const [profile, printed] = [path.join(folder, 'profile'), path.join(folder, 'printed')];
    await mkdir(printed);
    const own = ['--headless', `-env:UserInstallation=${pathToFileURL(profile).href}`];
    await exec('soffice', [...own, '--convert-to', 'pdf', '--outdir', printed, ...sources]);
    return await Promise.all(sources.map((_, index) => readFile(path.join(printed, `${index}.pdf`))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
