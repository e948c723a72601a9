import { readFile } from 'node:fs/promises';
import { compareSheets, type Sheets, sheetsOf } from '../../../../tools/referenceDecoders/sheetCells.ts';
import { withFile } from '../../../support/service/lentFiles.ts';
import { describeVariants, variantsIn } from './frozen.ts';

const variants = variantsIn('sheets');
const check = {
  contentOf: (output: Buffer, format: string) => withFile(output, format, (file) => sheetsOf(file, format)),
  expectedIn: async (file: string): Promise<Sheets> => JSON.parse(await readFile(file, 'utf8')),
  compare: compareSheets,
};
/** A format other than that of the variant. */
const otherWorkbook = (format: string): string =>
  format.startsWith('xls') && format !== 'xls' ? 'ods' : 'xlsx';

describeVariants('A table of a workbook', variants, {
  ...check,
  to: () => 'json',
  options: { header: false },
});

// Formulas without results are only refused for targets without formulas.
const resolved = new Map([...variants].filter(([, { refused }]) => refused === undefined));
describeVariants('A workbook in another format', resolved, { ...check, to: otherWorkbook });
