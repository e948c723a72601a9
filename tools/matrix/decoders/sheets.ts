import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inFolder } from '../../../test/support/service/lentFiles.ts';

const exec = promisify(execFile);

const exporters = {
  values: ['--export-type=Gnumeric_stf:stf_assistant', '-O', 'format=raw'],
  shown: ['--export-type=Gnumeric_stf:stf_csv'],
  formulas: ['--export-type=Gnumeric_XmlIO:sax:0'],
} as const;

/**
 * A workbook's content according to Gnumeric: as CSV, with the raw values of every sheet and dates as numbers of days;
 * the first sheet as displayed; or everything in its own format.
 */
export async function decodeWorkbook(
  content: Buffer,
  format: string,
  wanted: keyof typeof exporters,
): Promise<Buffer> {
  return inFolder(async (folder) => {
    const [input, output] = [path.join(folder, `book.${format}`), path.join(folder, 'sheets.csv')];
    await writeFile(input, content);
    await exec('ssconvert', [...exporters[wanted], input, output]);
    return readFile(output);
  });
}
