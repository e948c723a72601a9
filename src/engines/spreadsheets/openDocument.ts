import { CFB, type CellObject, type OpenContainer, utils, type WorkBook, write } from '@e965/xlsx';
import { ownValue } from '../../util/ownValue.ts';
import { cellsOf, isMidnight, momentOf } from './cells.ts';
import { escapeMarkup } from '../lib/escapeMarkup.ts';

/**
 * Writes an ODS file. SheetJS writes dates and times as plain numbers and omits errors, so this function adds the types
 * to SheetJS's output.
 */
export function writeOpenDocument(workbook: WorkBook): Buffer {
  const errors = new Set<CellObject>();
  for (const cell of Object.values(workbook.Sheets).flatMap(cellsOf)) {
    if (cell.t === 'e') {
      errors.add(cell);
      Object.assign(cell, { t: 's', v: cell.w ?? '#VALUE!' });
    } else if (typeof cell.v === 'string') cell.v = withoutControls(cell.v);
  }
  const bytes: Uint8Array = write(withPlainNames(workbook), {
    type: 'buffer',
    bookType: 'ods',
    compression: true,
  });
  const zip: OpenContainer = CFB.read(bytes, { type: 'buffer' });
  const content = zip.FileIndex.find(({ name }) => name === 'content.xml');
  if (!content) throw new Error('Missing content in the written spreadsheet');
  content.content = Buffer.from(withKinds(content.content.toString(), workbook, errors));
  content.size = content.content.length;
  return CFB.write(zip, { fileType: 'zip', type: 'buffer', compression: true });
}

/** Removes control characters, which XML can neither contain nor escape. */
function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, '');
}

/**
 * Escapes the names of ranges, which SheetJS doesn't, and removes Excel's internal names, such as print areas, which
 * mean nothing in ODS.
 */
function withPlainNames(workbook: WorkBook): WorkBook {
  const names = workbook.Workbook?.Names?.filter(({ Name }) => !Name.startsWith('_xlnm.')) ?? [];
  const escaped = names.map((name) => ({
    ...name,
    Name: escapeMarkup(name.Name),
    Ref: escapeMarkup(name.Ref),
  }));
  return { ...workbook, Workbook: { ...workbook.Workbook, Names: escaped } };
}

/**
 * Adds cell types to SheetJS's output. SheetJS writes an element for every cell up to the last one, so counting
 * elements identifies the cell.
 */
function withKinds(xml: string, workbook: WorkBook, errors: ReadonlySet<CellObject>): string {
  const date1904 = workbook.Workbook?.WBProps?.date1904 ?? false;
  const [sheets, place] = [
    workbook.SheetNames.map((name) => ownValue(workbook.Sheets, name)).values(),
    { r: -1, c: -1 },
  ];
  let cells: Readonly<Record<string, CellObject>> = {};
  return xml.replaceAll(
    /<table:(table|table-row|(?:covered-)?table-cell)(?:[ /][^<>]*)?>/g,
    (tag, name: string) => {
      if (name === 'table') {
        cells = sheets.next().value ?? {};
        place.r = -1;
        return tag;
      }
      if (name === 'table-row') {
        place.r += 1;
        place.c = -1;
        return tag;
      }
      place.c += 1;
      const cell = ownValue(cells, utils.encode_cell(place));
      if (cell === undefined) return tag;
      if (errors.has(cell))
        return tag.replace('office:value-type', 'calcext:value-type="error" office:value-type');
      const timed = cell.t === 'n' ? timeAttributes(cell, date1904) : undefined;
      return timed === undefined ? tag : tag.replace(/office:value-type="float" office:value="[^"]*"/, timed);
    },
  );
}

function timeAttributes({ v, z }: CellObject, date1904: boolean): string | undefined {
  const moment = typeof v === 'number' && z !== undefined ? momentOf(v, String(z), date1904) : undefined;
  if (moment === undefined) return undefined;
  const { date, sign, clock } = moment;
  const [hours, minutes, seconds] = clock;
  if (date === undefined) {
    return `office:value-type="time" office:time-value="${sign}PT${hours}H${minutes}M${seconds}S"`;
  }
  const time = isMidnight(moment) ? '' : `T${clock.join(':')}`;
  return `office:value-type="date" office:date-value="${date}${time}"`;
}
