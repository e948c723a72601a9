import type { Loss } from '../../contract/losses.ts';
import { once } from '../../util/once.ts';
import { own } from '../../util/own.ts';
import { creditPerPage, oneCredit } from '../api/cost.ts';
import type { EngineDescription } from '../api/engineDescription.ts';
import { lossesIf } from '../api/lossesIf.ts';
import { strictOptions } from '../api/options.ts';
import type { Combination, Compression, Conversion, Cost } from '../api/conversion.ts';
import type { DocumentTarget } from '../documents/formats.ts';
import { paperOptionsOf } from '../documents/options.ts';
import { lossesAmong } from '../images/formats.ts';
import { combiningOptions } from './combining/options.ts';
import { checkedCompressionOptions } from './compression/options.ts';
import { readable, zips } from './fromImages/formats.ts';
import { lossySources, optionsOf } from './fromImages/options.ts';
import { conversionOptions, reflowOptionsOf } from './options.ts';

/** Counts the pages that a job pays for. It has no rows of its own: other rows use it for their cost. */
export const pdfPages = {
  id: 'pdfPages',
  load: async () => (await import('./convert.ts')).countPages,
  time: 'counting',
  memory: 'values',
} as const satisfies EngineDescription;

const perPage = creditPerPage(pdfPages);
const common = { from: 'pdf', cost: perPage } as const;
/** Recognizes the text of scans. */
const helper = 'tesseract';
/** Formats of scans and of pictures with text. */
export const scanned: ReadonlySet<string> = new Set([
  'png',
  'jpg',
  'tiff',
  'webp',
  'heic',
  'avif',
  'bmp',
  'gif',
]);
/** Properties that a picture of a page loses. Only embedded fonts and the standard 14 are available for drawing. */
const pictureLosses = ['vector', 'text', 'hyperlinks', 'otherFonts'] as const;

export const pdfConversions = (): readonly Conversion[] => [
  {
    ...common,
    to: 'png',
    lossy: false,
    losses: pictureLosses,
    options: once(() => conversionOptions('png')),
  },
  { ...common, to: 'jpg', lossy: true, losses: pictureLosses, options: once(() => conversionOptions('jpg')) },
  {
    ...common,
    to: 'webp',
    lossy: true,
    losses: pictureLosses,
    options: once(() => conversionOptions('webp')),
  },
  {
    ...common,
    to: 'avif',
    lossy: true,
    losses: pictureLosses,
    options: once(() => conversionOptions('avif')),
  },
  {
    ...common,
    to: 'tiff',
    lossy: false,
    losses: pictureLosses,
    options: once(() => conversionOptions('tiff')),
  },
  {
    ...common,
    to: 'txt',
    lossy: false,
    losses: ['layout', 'pictures'],
    options: once(() => conversionOptions('txt')),
    helper,
  },
];

/** Converts PDF pages to pictures or text, by PDFium. */
export const pdf = {
  id: 'pdf',
  load: async () => (await import('./convert.ts')).convertPdf,
  time: 'pixels',
  memory: 'unfolded',
  conversions: pdfConversions,
} as const satisfies EngineDescription;

/** Previews of pages. It has no rows, as it converts nothing. */
export const pdfPreview = {
  id: 'pdfPreview',
  load: async () => (await import('./convert.ts')).previewPage,
  time: 'previews',
  memory: 'unfolded',
} as const satisfies EngineDescription;

const reflowTargets: readonly DocumentTarget[] = ['html', 'md', 'docx', 'odt', 'rtf', 'epub'];

/** Rows and columns, headings, and lists are recognized by their look if the file doesn't name them. */
const reflowLossesOf = (to: DocumentTarget): readonly Loss[] => [
  ...(['layout', 'charts', 'notes', 'rightToLeft'] as const),
  ...lossesIf(to === 'rtf', 'lists'),
];

const pdfReflows = (): readonly Conversion[] =>
  reflowTargets.map((to) => ({
    from: 'pdf',
    to,
    lossy: true,
    losses: reflowLossesOf(to),
    cost: perPage,
    options: once(() => strictOptions({ ...reflowOptionsOf(to), ...paperOptionsOf(to) })),
    helper,
  }));

/** Converts a PDF to a flowing document. */
export const pdfReflow = {
  id: 'pdfReflow',
  load: async () => (await import('../documentBundle.ts')).reflowPdf,
  time: 'texts',
  memory: 'texts',
  conversions: pdfReflows,
} as const satisfies EngineDescription;

/** What a PDF keeps of a picture. */
const keptByPdf = [
  'shades',
  'color',
  'colors',
  'transparency',
  'partialTransparency',
  'wideGamut',
  'depth',
] as const;

/** Every page of a TIFF is converted, and a JPEG keeps all of its data. */
const keptFrom: Readonly<Record<string, Loss>> = { tiff: 'pages', jpg: 'metadata' };

const imagePdfRow = (from: string, lossy: boolean, losses: readonly Loss[]): Conversion => ({
  from,
  to: 'pdf',
  lossy,
  losses,
  cost: oneCredit,
  options: once(() => optionsOf(from)),
  ...(scanned.has(from) ? { helper } : {}),
});

const imagePdfConversions = (): readonly Conversion[] => [
  ...[...readable].map((from) => {
    const losses = lossesAmong(from, keptByPdf).filter((loss) => loss !== own(keptFrom, from));
    return imagePdfRow(from, lossySources.has(from), losses);
  }),
  ...zips.map((from) => imagePdfRow(from, true, ['otherFiles', 'metadata'])),
];

/** Converts images, and ZIPs of images, to the pages of a PDF. */
export const imagePdf = {
  id: 'imagePdf',
  load: async () => (await import('./fromImages/convert.ts')).convertToPdf,
  time: 'pixels',
  memory: 'unfolded',
  conversions: imagePdfConversions,
} as const satisfies EngineDescription;

/** Sequential: submissions wait for it, and the number of parallel counts is limited. */
const perPageOfAll: Cost = async (work, run) => {
  let credits = 0;
  for (const { path, from } of work.inputs ?? []) {
    const one = { ...work, inputPath: path, from: from ?? '' };
    credits += from === 'pdf' ? await perPage(one, run) : 1;
  }
  return credits;
};

const pdfCombinations = (): readonly Combination[] => [
  { to: 'pdf', from: [...readable, 'pdf'], cost: perPageOfAll, options: () => combiningOptions },
];

/** Combines PDFs and images into one PDF, in order. */
export const combinedPdf = {
  id: 'combinedPdf',
  load: async () => (await import('./combining/combine.ts')).combinePdf,
  time: 'pixels',
  memory: 'unfolded',
  combinations: pdfCombinations,
} as const satisfies EngineDescription;

const pdfCompressions = (): readonly Compression[] => [
  {
    format: 'pdf',
    lossy: true,
    cost: perPage,
    options: () => checkedCompressionOptions,
  },
];

/** PDF compression. */
export const pdfCompression = {
  id: 'pdfCompression',
  load: async () => (await import('./compression/compress.ts')).compressPdf,
  time: 'pixels',
  memory: 'unfolded',
  compressions: pdfCompressions,
} as const satisfies EngineDescription;
