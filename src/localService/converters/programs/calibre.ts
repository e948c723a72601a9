import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { Work } from '../work.ts';
import { checkEnd } from './faults.ts';
import { namedInput, namedOutput } from './namedFiles.ts';
import { homeOf, runProgram } from './run.ts';

/** Has Calibre convert a book, under a configuration of the job's own. @throws ConversionError */
export async function convertWithCalibre(work: Work): Promise<void> {
  const home = homeOf(work);
  const output = namedOutput(work);
  const args = [await namedInput(work), output, ...plainText(work)];
  // The user's plugins are none of the service's business, and its worker processes need no display.
  const env = {
    CALIBRE_CONFIG_DIRECTORY: path.join(home, 'config'),
    CALIBRE_CACHE_DIRECTORY: path.join(home, 'cache'),
    CALIBRE_TEMP_DIR: home,
    QT_QPA_PLATFORM: 'offscreen',
  };
  await checkEnd(work, await runProgram({ work, args, env }), output);
  await rename(output, work.outputPath);
}

/** Text might otherwise be taken for Markdown, whose pictures are files of this computer. */
function plainText({ from }: Work): string[] {
  return from === 'txt' ? ['--formatting-type=plain', '--input-encoding=utf-8'] : [];
}
