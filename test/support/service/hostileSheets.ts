import { data } from './fixtures.ts';
import { flatDocument } from '../openDocument.ts';
import { rezipped } from './rezipped.ts';

/** A valid workbook with one additional cell in the last possible corner of the first sheet. */
export async function withLastCell(): Promise<Buffer> {
  const cell = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  const each = `data = data.replace(b'</sheetData>', b'${cell}</sheetData>', 1) if name == 'xl/worksheets/sheet1.xml' else data`;
  return rezipped(data('ledger.xlsx'), { each });
}

/** A sheet with one cell, repeated in this many rows and columns. */
export function repeatedCell(rows: number, columns: number): Buffer {
  const cell = `<table:table-cell table:number-columns-repeated="${columns}" office:value-type="string"><text:p>x</text:p></table:table-cell>`;
  const row = `<table:table-row table:number-rows-repeated="${rows}">${cell}</table:table-row>`;
  return flatDocument('spreadsheet', `<table:table table:name="a">${row}</table:table>`);
}
