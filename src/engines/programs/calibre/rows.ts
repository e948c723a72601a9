import type { Loss } from '../../../contract/losses.ts';
import type { ConversionRow } from '../../api/row.ts';
import { optionsOf } from '../../documents/options.ts';
import { documentRow } from '../../documents/rows.ts';
import { rowsOf } from '../row.ts';
import {
  calibreBooks,
  calibreDocuments,
  calibreOldBooks,
  calibreOldBookTargets,
  calibrePageTargets,
  calibreTargets,
} from './formats.ts';

/** What is lost on the way from or to the EPUB that our engine reads or writes. */
function ownLosses(from: string, to: string): readonly Loss[] {
  return documentRow(from, to)?.losses ?? [];
}

/** Books of the first Kindles know few styles. */
const targetLosses = (to: string): readonly Loss[] => (to === 'mobi' ? ['formatting'] : []);

const row = rowsOf(-4);

/** What Calibre makes of books, and of what can become one, for a user who has it. */
export const calibreConversions = (): readonly ConversionRow[] => [
  ...calibreBooks.flatMap((from) =>
    calibreTargets.filter((to) => to !== from).map((to) => row(from, to, targetLosses(to))),
  ),
  ...calibreDocuments.flatMap((from) =>
    calibreTargets.map((to) => {
      const losses = new Set([...ownLosses(from, 'epub'), ...targetLosses(to)]);
      return row(from, to, [...losses], () => optionsOf(from, 'epub'));
    }),
  ),
  ...calibreOldBooks.flatMap((from) => [
    ...calibreOldBookTargets.map((to) => row(from, to, targetLosses(to))),
    ...calibrePageTargets.map((to) => row(from, to, ownLosses('epub', to), () => optionsOf('epub', to))),
  ]),
];
