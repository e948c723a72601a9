import { type CellObject, SSF, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { own } from '../../util/own.ts';
import type { Table } from '../data/records.ts';
import { type Scalar, scalarText } from '../data/tree.ts';

/** The values of a sheet, not what they look like: numbers with all their digits, dates as in ISO 8601. */
export function tableOfSheet(workbook: WorkBook, sheet: WorkSheet, hasHeader: boolean): Table {
  const { e } = utils.decode_range(sheet['!ref'] ?? 'A1:A1');
  const date1904 = workbook.Workbook?.WBProps?.date1904 ?? false;
  const rows = Array.from({ length: e.r + 1 }, (_row, r) =>
    Array.from({ length: e.c + 1 }, (_cell, c) => valueOf(cellAt(sheet, r, c), date1904)),
  );
  const [header = [], ...records] = rows;
  return hasHeader ? { header: header.map(scalarText), rows: records } : { header: undefined, rows };
}

function cellAt(sheet: WorkSheet, r: number, c: number): CellObject | undefined {
  const cells: Readonly<Record<string, CellObject | undefined>> = sheet;
  return own(cells, utils.encode_cell({ r, c }));
}

function valueOf(cell: CellObject | undefined, date1904: boolean): Scalar {
  if (cell?.v === undefined) return null;
  const { t, v, z, w } = cell;
  if (t === 'e') return w ?? null;
  if (v instanceof Date) return v.toISOString();
  return typeof v === 'number' && z !== undefined && SSF.is_date(String(z)) ? isoText(v, date1904) : v;
}

const dayMs = 86_400_000;
/** Day 0 of serial numbers, which count a 29th of February 1900 that never was. */
const firstDayMs = Date.UTC(1899, 11, 30);
const march1900 = 60;
const daysTo1904 = 1462;

/** A serial number below 1 is a time of day, and one without a fraction a day. */
function isoText(serial: number, date1904: boolean): string {
  const days = date1904 ? serial + daysTo1904 : serial < march1900 ? serial + 1 : serial;
  const [day = '', time = ''] = new Date(firstDayMs + Math.round((days * dayMs) / 1000) * 1000)
    .toISOString()
    .slice(0, 19)
    .split('T');
  if (Number.isInteger(serial)) return day;
  return serial < 1 ? time : `${day}T${time}`;
}
