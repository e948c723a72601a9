import { madeTogether, named } from './batch.ts';
import type { Variant } from './variant.ts';

const openDocument = `dates, times and durations | numbers, percentages and currencies | repeated cells and rows
  texts of every kind | formulas, errors and merged cells | groups, header rows and several sheets
  dates counted from 1904`;

/** Workbooks by openpyxl, xlwt, and other programs, feature by feature. */
export const sheetVariants: readonly Variant[] = madeTogether('sheets.py', [
  ...named(
    'xlsx',
    `dates counted from 1900 | dates counted from 1904 | dates counted from 1904, declared in words
    days before March 1900 | numbers of every size | booleans and errors
    formulas with results of every kind | shared strings of every kind | inline strings
    cells and rows without positions | sparse cells far away | merged, hidden and named sheets | strict
    strict, dates in ISO 8601 | elements with a prefix | an empty sheet
    a line break in an attribute and CDATA | by openpyxl | by openpyxl, dates of 1904
    by openpyxl, dates as texts`,
  ),
  ...named('xlsm', 'with a macro sheet’s type'),
  ...named(
    'xls',
    `BIFF8, RK numbers | BIFF8, dates | BIFF8, dates of 1904 | BIFF8, texts
    BIFF8, many texts over several records | BIFF8, booleans and errors | BIFF7, by Gnumeric
    BIFF8, by Gnumeric`,
  ),
  ...named('ods', openDocument),
  ...named('fods', openDocument),
]);

/** Formulas without stored results, for targets without formulas. */
export const unresolvedVariants: readonly Variant[] = madeTogether('sheets.py', [
  { format: 'xlsx', name: 'formulas without results', isRefused: true },
]);
