import type { Loss } from '../../contract/losses.ts';
import {
  type Conversion,
  type EngineDescription,
  lossesIf,
  usualConversion,
} from '../api/engineDescription.ts';
import { optionsOf, pages } from './options.ts';

const workbooks = ['xlsx', 'xls', 'ods'] as const;
const readOnlyWorkbooks = ['xlsm', 'fods'] as const;
const tables = ['csv', 'tsv', 'json', 'ndjson'] as const;

function row(from: string, to: string, losses: readonly Loss[]): Conversion {
  return usualConversion(from, to, losses, () => optionsOf(from, to));
}

function workbookRows(from: string): Conversion[] {
  const own: Loss[] = ['formatting', 'drawings', ...lossesIf(from === 'xlsm', 'macros')];
  return [
    // SheetJS doesn't write formulas to XLS.
    ...workbooks
      .filter((to) => to !== from)
      .map((to) => row(from, to, to === 'xls' ? [...own, 'formulas'] : own)),
    ...tables.map((to) => row(from, to, [...own, 'formulas', 'sheets'])),
    ...Array.from(pages, (to) => row(from, to, [...own, 'formulas', 'types'])),
  ];
}

/** The data engine handles conversions between text formats. */
function tableRows(from: (typeof tables)[number]): Conversion[] {
  const own: Loss[] = from === 'json' || from === 'ndjson' ? ['nesting'] : [];
  return [
    ...workbooks.map((to) => row(from, to, own)),
    ...Array.from(pages, (to) => row(from, to, own.length > 0 ? [...own, 'types'] : own)),
  ];
}

const databaseRows = (): Conversion[] => [
  ...[...workbooks, ...tables, ...pages].map((to) => {
    const isTyped = to !== 'csv' && to !== 'tsv' && to !== 'html' && to !== 'md';
    return row('sqlite', to, ['otherTables', 'writeAheadLog', ...lossesIf(!isTyped, 'types', 'nulls')]);
  }),
  ...tables.map((from) =>
    row(from, 'sqlite', ['truths', ...lossesIf(from === 'json' || from === 'ndjson', 'nesting')]),
  ),
];

const parquetRows = (): Conversion[] => [
  ...[...workbooks, ...tables, ...pages].map((to) => {
    const isNested = to === 'json' || to === 'ndjson';
    const isTyped = isNested || !(to === 'csv' || to === 'tsv' || pages.has(to));
    return row('parquet', to, [
      'dateTypes',
      ...lossesIf(!isNested, 'nesting'),
      ...lossesIf(!isTyped, 'types', 'nulls'),
    ]);
  }),
  ...tables.map((from) =>
    row(from, 'parquet', lossesIf(from === 'json' || from === 'ndjson', 'nesting', 'types', 'largeNumbers')),
  ),
];

const sheetConversions = (): readonly Conversion[] => [
  ...[...workbooks, ...readOnlyWorkbooks].flatMap(workbookRows),
  ...tables.flatMap(tableRows),
  ...databaseRows(),
  ...parquetRows(),
];

/** Converts workbooks and tables with SheetJS, SQLite, and hyparquet. */
export const spreadsheets = {
  id: 'sheets',
  load: async () => (await import('./convert.ts')).convertSheets,
  time: 'values',
  memory: 'texts',
  conversions: sheetConversions,
} as const satisfies EngineDescription;
