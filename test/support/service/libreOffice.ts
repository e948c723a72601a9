import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { programEnvironment } from '../../../src/engines/programs/confinement/confinement.ts';
import { inFolder } from './lentFiles.ts';
import { printed } from './program.ts';

/**
 * Converts files with a LibreOffice filter, in a temporary folder, starting LibreOffice once for all of them. Resolves
 * to the folder of its output.
 */
export async function byLibreOffice(
  folder: string,
  filter: string,
  sources: readonly string[],
): Promise<string> {
  const [profile, made] = [path.join(folder, 'profile'), path.join(folder, 'made')];
  const own = ['--headless', `-env:UserInstallation=${pathToFileURL(profile).href}`];
  const args = [...own, '--convert-to', filter, '--outdir', made, ...sources];
  await printed('soffice', args, { env: programEnvironment(folder) });
  return made;
}

/** Documents of one format as printed by LibreOffice. */
export async function printedByLibreOffice(documents: readonly Buffer[], format: string): Promise<Buffer[]> {
  return inFolder(async (folder) => {
    const sources = documents.map((_, index) => path.join(folder, `${index}.${format}`));
    await Promise.all(sources.map((source, index) => writeFile(source, documents[index] ?? '')));
    const printed = await byLibreOffice(folder, 'pdf', sources);
    return Promise.all(sources.map((_, index) => readFile(path.join(printed, `${index}.pdf`))));
  });
}
