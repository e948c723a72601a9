import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { programFolder, runProgram } from '../programs/run.ts';
import type { Work } from '../work.ts';
import { filtersOf } from './formats.ts';
import { writePlainTable } from './plainTable.ts';
import { writeProfile } from './profile.ts';

/**
 * Has LibreOffice read the file as what it is said to be, and as nothing else: left to guess, it takes a web page for
 * a document, or a text for a table.
 * @throws ConversionError
 */
export async function convertWithLibreOffice(work: Work): Promise<void> {
  const { from, to, inputPath } = work;
  const folder = programFolder(work);
  const profile = path.join(folder, 'profile');
  await writeProfile(profile);
  const [reader, writer] = filtersOf(from, to);
  const table = path.join(folder, 'table.csv');
  const isTable = from === 'csv' || from === 'tsv';
  const source = isTable ? table : inputPath;
  const filter = isTable ? `${reader}:${await writePlainTable(work, table)}` : reader;
  const args = [
    [`-env:UserInstallation=${pathToFileURL(profile).href}`],
    ['--headless', '--norestore', '--nolockcheck', '--nologo', '--nodefault'],
    [`--infilter=${filter}`, '--convert-to', `${to}:${writer}`],
    ['--outdir', path.join(folder, 'made'), source],
  ].flat();
  await runProgram({ work, args, leaves: path.join('made', `${path.parse(source).name}.${to}`) });
}
