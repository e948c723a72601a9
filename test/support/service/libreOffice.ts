import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { inFolder } from './lentFiles.ts';

const exec = promisify(execFile);

/** Documents of one format as LibreOffice prints them; it starts but once for them. */
export async function printedByLibreOffice(documents: readonly Buffer[], format: string): Promise<Buffer[]> {
  return inFolder(async (folder) => {
    const sources = documents.map((_, index) => path.join(folder, `${index}.${format}`));
    await Promise.all(sources.map((source, index) => writeFile(source, documents[index] ?? '')));
    const [profile, printed] = [path.join(folder, 'profile'), path.join(folder, 'printed')];
    await mkdir(printed);
    const own = ['--headless', `-env:UserInstallation=${pathToFileURL(profile).href}`];
    await exec('soffice', [...own, '--convert-to', 'pdf', '--outdir', printed, ...sources]);
    return Promise.all(sources.map((_, index) => readFile(path.join(printed, `${index}.pdf`))));
  });
}
