import { type CellObject, SSF, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { ownValue } from '../../util/ownValue.ts';
import type { RecordTable } from '../data/tables.ts';
import { type Scalar, scalarText } from '../data/tree.ts';

/** Returns the cells of a sheet as they are shown, or their values: numbers with all digits, and dates in ISO 8601. */
export function tableOfSheet(
  workbook: WorkBook,
  sheet: WorkSheet,
  { hasHeader, isShown }: { readonly hasHeader: boolean; readonly isShown: boolean },
): RecordTable {
  const { e } = utils.decode_range(sheet['!ref'] ?? 'A1:A1');
  const date1904 = workbook.Workbook?.WBProps?.date1904 ?? false;
  const rows = Array.from({ length: e.r + 1 }, (_row, r) =>
    Array.from({ length: e.c + 1 }, (_cell, c) => {
      const cell = cellAt(sheet, r, c);
      return (isShown ? cell?.w : undefined) ?? valueOf(cell, date1904);
    }),
  );
  const [header = [], ...records] = rows;
  return hasHeader ? { header: header.map(scalarText), rows: records } : { header: undefined, rows };
}

/** Returns the cells of a sheet that have content or a style. */
export function cellsOf(sheet: WorkSheet): CellObject[] {
  const cells: Readonly<Record<string, CellObject>> = sheet;
  return Object.entries(cells).flatMap(([place, cell]) => (place.startsWith('!') ? [] : cell));
}

function cellAt(sheet: WorkSheet, r: number, c: number): CellObject | undefined {
  const cells: Readonly<Record<string, CellObject | undefined>> = sheet;
  return ownValue(cells, utils.encode_cell({ r, c }));
}

function valueOf(cell: CellObject | undefined, date1904: boolean): Scalar {
  if (cell?.v === undefined || cell.t === 'z') return null;
  const { t, v, z, w } = cell;
  if (t === 'e') return w ?? null;
  if (v instanceof Date) return v.toISOString();
  return typeof v === 'number' && z !== undefined ? (isoTextOf(v, String(z), date1904) ?? v) : v;
}

/** Returns a number of days in ISO 8601 if the cell shows it as a duration, time, or date. */
function isoTextOf(serial: number, format: string, date1904: boolean): string | undefined {
  const moment = momentOf(serial, format, date1904);
  if (moment === undefined) return undefined;
  const { date, sign, clock } = moment;
  const time = sign + clock.join(':');
  if (date === undefined) return time;
  return isMidnight(moment) ? date : `${date}T${time}`;
}

const dayMs = 86_400_000;
/** Day 0 of Excel's serial numbers, which wrongly include February 29, 1900. */
const firstDayMs = Date.UTC(1899, 11, 30);
const march1900 = 60;
const daysTo1904 = 1462;

/** A number of days, split as the cell shows it: a date, a time, or both. Without a date, it may be a duration. */
export interface Moment {
  /** The date in ISO 8601. */
  readonly date: string | undefined;
  readonly sign: '' | '-';
  /** Two digits each. The seconds may have three more digits for the fraction. */
  readonly clock: readonly [hours: string, minutes: string, seconds: string];
}

/**
 * Splits a number of days, based on the cell's format. Returns `undefined` for plain numbers. A number below 1 is a
 * time of day.
 */
export function momentOf(serial: number, format: string, date1904: boolean): Moment | undefined {
  if (!SSF.is_date(format)) return undefined;
  const all = Math.round(serial * dayMs);
  const isTime = serial > 0 && serial < 1;
  if (isTime || isSpan(format)) {
    return { date: undefined, sign: all < 0 ? '-' : '', clock: clockOf(Math.abs(all)) };
  }
  const day = Math.floor(all / dayMs);
  const days = date1904 ? day + daysTo1904 : day < march1900 ? day + 1 : day;
  const date = new Date(firstDayMs + days * dayMs).toISOString().slice(0, 10);
  return { date, sign: '', clock: clockOf(all - day * dayMs) };
}

export function isMidnight({ clock }: Moment): boolean {
  return clock.every((part) => part === '00');
}

/** True for the format of a duration: hours, minutes, or seconds in brackets don't wrap around after a day. */
function isSpan(format: string): boolean {
  return /\[(?:h+|m+|s+)\]/i.test(format);
}

function clockOf(milliseconds: number): Moment['clock'] {
  const [whole, fraction] = [Math.floor(milliseconds / 1000), milliseconds % 1000];
  const seconds = twoDigits(whole % 60) + (fraction === 0 ? '' : `.${String(fraction).padStart(3, '0')}`);
  return [twoDigits(Math.floor(whole / 3600)), twoDigits(Math.floor(whole / 60) % 60), seconds];
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
