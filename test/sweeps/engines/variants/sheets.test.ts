import { compareSheets, sheetDecoders, sheetsOf } from '../../../../tools/referenceDecoders/sheetCells.ts';
import { withFile } from '../../../support/service/lentFiles.ts';
import { describeVariants } from '../../../../tools/variants/describeVariants.ts';
import { sheetVariants, unresolvedVariants } from '../../../../tools/variants/sheets.ts';

const judging = {
  contentOf: (output: Buffer, format: string) => withFile(output, format, (file) => sheetsOf(file, format)),
  decoders: sheetDecoders,
  compare: compareSheets,
};
/** A format other than that of the variant. */
const otherWorkbook = (format: string): string =>
  format.startsWith('xls') && format !== 'xls' ? 'ods' : 'xlsx';

describeVariants('A table of a workbook', [...sheetVariants, ...unresolvedVariants], {
  ...judging,
  to: () => 'json',
  options: { header: false },
});

describeVariants('A workbook in another format', sheetVariants, { ...judging, to: otherWorkbook });
