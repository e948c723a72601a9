import * as z from 'zod/mini';
import { oneCredit } from '../cost.ts';
import type { ConversionRow } from '../row.ts';
import { pandocReaders, pandocWriters } from './formats.ts';

const options = z.strictObject({});

const paged: ReadonlySet<string> = new Set(['docx', 'odt']);
const styled: ReadonlySet<string> = new Set([...paged, 'html', 'epub']);
/** What holds its pictures itself, and what can have none. */
const withPictures: ReadonlySet<string> = new Set([...paged, 'epub', 'fb2', 'ipynb']);
const withoutPictures: ReadonlySet<string> = new Set(['opml', 'csv', 'man']);
/** What has no place for the name of a picture that lies elsewhere. */
const nameless: ReadonlySet<string> = new Set(['txt', 'man', 'texi', 'fb2']);

/** What the source may hold that the target has no place for, or that Pandoc can't take along in its sandbox. */
function dropsOf(from: string, to: string): readonly string[] {
  return [
    ...(paged.has(from) ? ['layout', 'comments', 'charts'] : []),
    ...(styled.has(from) ? ['formatting'] : []),
    ...(from === 'md' ? ['rawHtml'] : []),
    ...(to === 'txt' && from !== 'csv' ? ['hyperlinks'] : []),
    ...picturesLost(from, to),
  ];
}

function picturesLost(from: string, to: string): readonly string[] {
  if (withoutPictures.has(from)) return [];
  if (withPictures.has(from)) return to === 'fb2' || to === 'rtf' ? [] : ['pictures'];
  return nameless.has(to) ? ['pictures'] : ['linkedPictures'];
}

/** What leads from one page to another has no node to lead to in Texinfo. */
const linked: ReadonlySet<string> = new Set([...styled, 'fb2']);

/** What Pandoc makes of what it reads, for a user who has it. */
export const pandocConversions: readonly ConversionRow[] = Object.keys(pandocReaders).flatMap((from) =>
  Object.keys(pandocWriters)
    .filter((to) => to !== from && !(to === 'texi' && linked.has(from)))
    .map((to) => {
      const drops = dropsOf(from, to);
      return { from, to, engine: 'pandoc', lossy: drops.length > 0, drops, cost: oneCredit, options };
    }),
);
