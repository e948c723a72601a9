import type { ConversionRow } from '../../api/row.ts';
import { optionsOf } from '../../documents/options.ts';
import { documentConversions, documentPrints } from '../../documents/rows.ts';
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
function ownDrops(from: string, to: string): readonly string[] {
  const rows = [...documentConversions, ...documentPrints];
  return rows.find((row) => row.from === from && row.to === to)?.drops ?? [];
}

/** Books of the first Kindles know few styles. */
const targetDrops = (to: string): readonly string[] => (to === 'mobi' ? ['formatting'] : []);

const row = rowsOf(-4);

/** What Calibre makes of books, and of what can become one, for a user who has it. */
export const calibreConversions: readonly ConversionRow[] = [
  ...calibreBooks.flatMap((from) =>
    calibreTargets.filter((to) => to !== from).map((to) => row(from, to, targetDrops(to))),
  ),
  ...calibreDocuments.flatMap((from) =>
    calibreTargets.map((to) => {
      const drops = new Set([...ownDrops(from, 'epub'), ...targetDrops(to)]);
      return row(from, to, [...drops], optionsOf(from, 'epub'));
    }),
  ),
  ...calibreOldBooks.flatMap((from) => [
    ...calibreOldBookTargets.map((to) => row(from, to, targetDrops(to))),
    ...calibrePageTargets.map((to) => row(from, to, ownDrops('epub', to), optionsOf('epub', to))),
  ]),
];
