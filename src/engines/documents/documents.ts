import type { Loss } from '../../contract/losses.ts';
import { usualConversion } from '../api/usualConversion.ts';
import type { EngineDescription } from '../api/engineDescription.ts';
import { lossesIf } from '../api/lossesIf.ts';
import type { Conversion } from '../api/conversion.ts';
import { type DocumentSource, documentSources, type DocumentTarget, documentTargets } from './formats.ts';
import { ownOptionsOf } from './options.ts';

/** Slides aren't continuous pages, so they only become text. */
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
/** Targets that formulas are typeset in. */
const typesetting: ReadonlySet<string> = new Set(['html', 'docx', 'pdf']);
/** Formats that can link to pictures in other files, which aren't fetched. */
const linking: ReadonlySet<string> = new Set(['html', 'md']);

/** The losses of formulas and diagrams. */
function drawnLosses(from: DocumentSource, to: DocumentTarget | 'pdf'): readonly Loss[] {
  const formulas = typesetting.has(to) ? 'rareFormulas' : 'mathematics';
  return [
    ...lossesIf(mathematical.has(from) && to !== 'md', formulas),
    ...lossesIf(from === 'md', 'diagrams'),
  ];
}

/** The content that the source may have and the target can't. */
function lossesOf(from: DocumentSource, to: DocumentTarget): readonly Loss[] {
  if (from === 'txt') return [];
  const isRich = rich.has(from) || paged.has(from);
  return [
    ...lossesIf(isRich && (to === 'md' || to === 'txt'), 'formatting'),
    ...lossesIf(paged.has(from), 'layout', 'comments'),
    ...lossesIf(from === 'docx', 'charts'),
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

/** Sources of PDFs. LaTeX and slides have a layout of their own. */
const printed = ['docx', 'odt', 'rtf', 'html', 'md', 'epub', 'mobi', 'azw3', 'fb2', 'txt'] as const;

const documentPrints = (): readonly Conversion[] =>
  printed.map((from) => {
    const losses: Loss[] = [
      ...lossesIf(rich.has(from), 'formatting', 'charts'),
      ...lossesIf(from !== 'txt', 'notes'),
      ...lossesIf(paged.has(from), 'layout', 'comments'),
      ...lossesIf(linking.has(from), 'linkedPictures'),
      ...drawnLosses(from, 'pdf'),
    ];
    return usualConversion(from, 'pdf', losses, () => ownOptionsOf(from, 'pdf'));
  });

let ownConversions: readonly Conversion[] | undefined;

/** Our own conversion of a pair of documents; `undefined` if there is none. */
export function documentRow(from: string, to: string): Conversion | undefined {
  ownConversions ??= [...documentConversions(), ...documentPrints()];
  return ownConversions.find((each) => each.from === from && each.to === to);
}

/** Converts the content of documents, presentations, and books. */
export const documents = {
  id: 'document',
  load: async () => (await import('../documentBundle.ts')).convertDocument,
  time: 'texts',
  memory: 'texts',
  conversions: documentConversions,
} as const satisfies EngineDescription;

/** Typesets documents and books on the pages of a PDF. */
export const documentPrint = {
  id: 'documentPrint',
  load: async () => (await import('../documentBundle.ts')).printDocument,
  time: 'texts',
  memory: 'texts',
  conversions: documentPrints,
} as const satisfies EngineDescription;
