import type { EngineDescription } from '../api/engineDescription.ts';
import { sheetConversions } from './rows.ts';

/** Workbooks and tables, by SheetJS. */
export const spreadsheets = {
  id: 'sheets',
  load: async () => (await import('./convert.ts')).convertSheets,
  time: 'values',
  memory: 'texts',
  conversions: sheetConversions,
} as const satisfies EngineDescription;
