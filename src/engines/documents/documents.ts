import * as z from 'zod/mini';
import type { Loss } from '../../contract/losses.ts';
import {
  type Conversion,
  type EngineDescription,
  lossesIf,
  usualConversion,
} from '../api/engineDescription.ts';
import { option, type OptionShape, type OptionsSchema, strictOptions } from '../api/options.ts';
import { paperOptions } from '../lib/paper.ts';
import { textEncoding } from '../lib/textOptions.ts';

export const documentSources = [
  'docx',
  'odt',
  'rtf',
  'html',
  'md',
  'epub',
  'mobi',
  'azw3',
  'fb2',
  'tex',
  'txt',
  'pptx',
  'odp',
] as const;
export const documentTargets = ['html', 'md', 'txt', 'docx', 'odt', 'rtf', 'epub'] as const;

type DocumentSource = (typeof documentSources)[number];
export type DocumentTarget = (typeof documentTargets)[number];

/** Narrows the name of a format from a declared conversion to its type. */
export function formatIn<T extends string>(formats: readonly T[], name: string): T {
  const format = formats.find((each) => each === name);
  if (format === undefined) throw new Error(`Unknown format: ${name}. Expected one of ${formats.join(', ')}`);
  return format;
}

const password = option(z.string().check(z.minLength(1), z.maxLength(255)), {
  description: 'Password of a protected document',
  unset: 'None',
});
export const pictures = option(z.boolean(), { description: 'Include pictures', default: true });
const pictureMarks = option(z.boolean(), {
  description: 'Mark the place of each picture that isn’t included',
  default: false,
});
const wrap = option(z.int().check(z.minimum(20), z.maximum(1000)), {
  description: 'Maximum length of a line of text',
  unset: 'One line per paragraph',
});

const pageStyle = option(z.enum(['standard', 'compact']), {
  description: 'Text size and spacing; compact pages fit 50% more',
  default: 'standard',
});
const contents = option(z.boolean(), { description: 'Add a table of contents', default: false });
const pageNumbers = option(z.boolean(), { description: 'Number the pages', default: false });

/** Options of printed pages. */
export const pageOptions = { pageStyle, pageNumbers, ...paperOptions };

/** The union of the options of all document conversions. */
export const documentOptions = z.object({
  password,
  encoding: textEncoding,
  pictures,
  pictureMarks,
  wrap,
  contents,
  ...pageOptions,
});

export type DocumentOptions = z.infer<typeof documentOptions>;

const encryptable: ReadonlySet<string> = new Set(['docx', 'pptx', 'odt', 'odp']);
const onPaper: ReadonlySet<string> = new Set(['docx', 'odt', 'pdf']);

/** Returns the paper options of a target that has pages. */
export function paperOptionsOf(to: DocumentTarget | 'pdf'): OptionShape {
  return onPaper.has(to) ? paperOptions : {};
}

/** Returns the options of a conversion by an external program or by the extension. */
export function optionsOf(from: DocumentSource, to: DocumentTarget | 'pdf'): OptionsSchema {
  return strictOptions(commonOptions(from, to));
}

/** Returns the options of a conversion that needs no external program. */
function ownOptionsOf(from: DocumentSource, to: DocumentTarget | 'pdf'): OptionsSchema {
  return strictOptions(ownOptionShapeOf(from, to));
}

/** Returns the option fields of a conversion without an external program, for engines that add options to them. */
export function ownOptionShapeOf(from: DocumentSource, to: DocumentTarget | 'pdf'): OptionShape {
  const isLaidOut = to === 'pdf' || to === 'docx';
  return {
    ...commonOptions(from, to),
    ...(from !== 'txt' && (isLaidOut || to === 'html') ? { contents } : {}),
    ...(from !== 'txt' && to === 'md' ? { pictureMarks } : {}),
    ...(isLaidOut ? { pageNumbers } : {}),
    ...(to === 'pdf' ? { pageStyle } : {}),
  };
}

function commonOptions(from: DocumentSource, to: DocumentTarget | 'pdf'): OptionShape {
  return {
    ...(from === 'txt' ? { encoding: textEncoding } : {}),
    ...(encryptable.has(from) ? { password } : {}),
    ...(from === 'txt' || to === 'txt' ? {} : { pictures }),
    ...(to === 'txt' ? { wrap } : {}),
    ...paperOptionsOf(to),
  };
}

/** Presentations only convert to text formats and PDF, because slides aren't continuous pages. */
export const slides: ReadonlySet<string> = new Set(['pptx', 'odp']);
const textual: ReadonlySet<string> = new Set(['html', 'md', 'txt']);
const rich: ReadonlySet<string> = new Set(['docx', 'odt', 'rtf', 'html', 'epub', 'mobi', 'azw3', 'fb2']);
const paged: ReadonlySet<string> = new Set(['docx', 'odt', 'rtf', 'pptx', 'odp']);
/** Formats in which programs hide text that isn't printed, which is left out. */
const hiding: ReadonlySet<string> = new Set(['docx', 'odt', 'rtf']);
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
const typesetting: ReadonlySet<string> = new Set(['html', 'epub', 'docx', 'pdf']);
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
    ...lossesIf(hiding.has(from), 'hiddenText'),
    ...lossesIf(paged.has(from) && to !== 'txt', 'metafiles'),
    ...lossesIf(from === 'docx' || from === 'pptx', 'charts'),
    ...lossesIf(from === 'epub', 'vectorDrawings'),
    ...lossesIf(from === 'docx' && to === 'md', 'numbering'),
    ...lossesIf(to === 'txt', 'hyperlinks', 'pictures', 'lists', 'notes', 'tables'),
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

/** Formats that convert to PDF. LaTeX is missing because it has its own layout. */
const printed = documentSources.filter((from) => from !== 'tex');

const documentPrints = (): readonly Conversion[] =>
  printed.map((from) => {
    const losses: Loss[] = [
      ...lossesIf(rich.has(from) || slides.has(from), 'formatting', 'charts'),
      ...lossesIf(from !== 'txt' && !slides.has(from), 'notes'),
      ...lossesIf(slides.has(from), 'animation'),
      ...lossesIf(from === 'epub', 'vectorDrawings'),
      ...lossesIf(paged.has(from), 'layout', 'comments', 'metafiles'),
      ...lossesIf(hiding.has(from), 'hiddenText'),
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
  load: async () => (await import('./convert.ts')).convertDocument,
  time: 'texts',
  memory: 'texts',
  conversions: documentConversions,
} as const satisfies EngineDescription;

/** Typesets documents and books as PDF pages. */
export const documentPrint = {
  id: 'documentPrint',
  load: async () => (await import('./convert.ts')).printDocument,
  time: 'texts',
  memory: 'texts',
  conversions: documentPrints,
} as const satisfies EngineDescription;
