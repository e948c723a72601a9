import type { Loss } from '../../contract/losses.ts';
import {
  type Conversion,
  type EngineDescription,
  lossesIf,
  usualConversion,
} from '../api/engineDescription.ts';
import { type DocumentSource, documentSources, type DocumentTarget, documentTargets } from './formats.ts';
import { ownOptionsOf } from './options.ts';

/** Presentations only convert to text formats, because slides aren't continuous pages. */
const slides: ReadonlySet<string> = new Set(['pptx', 'odp']);
const textual: ReadonlySet<string> = new Set(['html', 'md', 'txt']);
const rich: ReadonlySet<string> = new Set(['docx', 'odt', 'rtf', 'html', 'epub', 'mobi', 'azw3', 'fb2']);
const paged: ReadonlySet<string> = new Set(['docx', 'odt', 'rtf', 'pptx', 'odp']);
const mathematical: ReadonlySet<string> = new Set([
  'docx',
  'odt',
  'html',
  'md',
  'epub',
  'tex',
  'pptx',
  'odp',
]);
/** Targets in which formulas are typeset. */
const typesetting: ReadonlySet<string> = new Set(['html', 'docx', 'pdf']);
/** Formats that can link to pictures in other files, which the conversion doesn't fetch. */
const linking: ReadonlySet<string> = new Set(['html', 'md']);

/** The losses that concern formulas and diagrams. */
function drawnLosses(from: DocumentSource, to: DocumentTarget | 'pdf'): readonly Loss[] {
  const formulas = typesetting.has(to) ? 'rareFormulas' : 'mathematics';
  return [
    ...lossesIf(mathematical.has(from) && to !== 'md', formulas),
    ...lossesIf(linking.has(from) && to !== 'md', 'diagrams'),
  ];
}

/** Lists the content that the source format can have but the target can't. */
function lossesOf(from: DocumentSource, to: DocumentTarget): readonly Loss[] {
  if (from === 'txt') return [];
  const isRich = rich.has(from) || paged.has(from);
  return [
    ...lossesIf(isRich && (to === 'md' || to === 'txt'), 'formatting'),
    ...lossesIf(paged.has(from), 'layout', 'comments'),
    ...lossesIf(paged.has(from) && to !== 'txt', 'metafiles'),
    ...lossesIf(from === 'docx', 'charts'),
    ...lossesIf(from === 'epub', 'vectorDrawings'),
    ...lossesIf(from === 'docx' && (to === 'md' || to === 'odt'), 'numbering'),
    ...lossesIf(to === 'txt', 'hyperlinks', 'pictures', 'lists', 'notes', 'tables'),
    ...lossesIf(to === 'rtf', 'lists', 'notes'),
    ...lossesIf(from === 'tex' && to !== 'txt', 'pictures'),
    ...lossesIf(linking.has(from) && to !== 'txt' && !linking.has(to), 'linkedPictures'),
    ...drawnLosses(from, to),
  ];
}

function isOffered(from: DocumentSource, to: DocumentTarget): boolean {
  return from !== to && (!slides.has(from) || textual.has(to));
}

const documentConversions = (): readonly Conversion[] =>
  documentSources.flatMap((from) =>
    documentTargets
      .filter((to) => isOffered(from, to))
      .map((to) => usualConversion(from, to, lossesOf(from, to), () => ownOptionsOf(from, to))),
  );

/** Formats that convert to PDF. LaTeX and slides are missing because they have their own layout. */
const printed = ['docx', 'odt', 'rtf', 'html', 'md', 'epub', 'mobi', 'azw3', 'fb2', 'txt'] as const;

const documentPrints = (): readonly Conversion[] =>
  printed.map((from) => {
    const losses: Loss[] = [
      ...lossesIf(rich.has(from), 'formatting', 'charts'),
      ...lossesIf(from !== 'txt', 'notes'),
      ...lossesIf(from === 'epub', 'vectorDrawings'),
      ...lossesIf(paged.has(from), 'layout', 'comments', 'metafiles'),
      ...lossesIf(linking.has(from), 'linkedPictures'),
      ...drawnLosses(from, 'pdf'),
    ];
    return usualConversion(from, 'pdf', losses, () => ownOptionsOf(from, 'pdf'));
  });

let ownConversions: readonly Conversion[] | undefined;

/** Returns the extension's own conversion between two document formats, or `undefined` if it has none. */
export function documentRow(from: string, to: string): Conversion | undefined {
  ownConversions ??= [...documentConversions(), ...documentPrints()];
  return ownConversions.find((each) => each.from === from && each.to === to);
}

/** Converts the content of documents, presentations, and books to other formats. */
export const documents = {
  id: 'document',
  load: async () => (await import('../documentBundle.ts')).convertDocument,
  time: 'texts',
  memory: 'texts',
  conversions: documentConversions,
} as const satisfies EngineDescription;

/** Typesets documents and books as PDF pages. */
export const documentPrint = {
  id: 'documentPrint',
  load: async () => (await import('../documentBundle.ts')).printDocument,
  time: 'texts',
  memory: 'texts',
  conversions: documentPrints,
} as const satisfies EngineDescription;
