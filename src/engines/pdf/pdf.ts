import * as z from 'zod/mini';
import type { Loss } from '../../contract/losses.ts';
import { once } from '../../util/memoize.ts';
import { ownValue } from '../../util/ownValue.ts';
import {
  type Combination,
  type Compression,
  type Conversion,
  type Cost,
  creditPerPage,
  type EngineDescription,
  lossesIf,
  oneCredit,
  usualConversion,
} from '../api/engineDescription.ts';
import { option, strictOptions } from '../api/options.ts';
import { type DocumentTarget, paperOptionsOf } from '../documents/documents.ts';
import { lossesAmong } from '../images/formats.ts';
import { lossless } from '../images/options.ts';
import { losslessWithout, qualityOption, sizeLimitShape } from '../lib/compressionOptions.ts';
import {
  jpegMetadataOption,
  lossySources,
  optionsOf,
  pageOptions,
  pictureArchives,
  readable,
} from './fromImages/options.ts';
import { commonOptions, conversionOptions, reflowOptionsOf } from './options.ts';

/** Default resolution of pictures at their drawn size, in pixels per inch. */
export const defaultPictureDensity = 300;

const compressionShape = {
  quality: qualityOption({ unset: 'No visible loss' }),
  lossless: option(z.boolean(), {
    description: 'Only lossless changes; pictures keep their pixels',
    default: false,
  }),
  density: option(z.int().check(z.minimum(72), z.maximum(1200)), {
    description: 'Maximum resolution of pictures on the page; larger ones are scaled down',
    default: defaultPictureDensity,
  }),
  ...sizeLimitShape,
};

export const pdfCompressionOptions = z.object(compressionShape);

export type PdfCompressionOptions = z.infer<typeof pdfCompressionOptions>;

const checkedCompressionOptions = strictOptions(compressionShape).check(losslessWithout('quality'));

/** Options for pages made from pictures, and the password of locked PDFs. */
export const combiningOptions = strictOptions({
  ...pageOptions,
  lossless,
  metadata: jpegMetadataOption,
  password: commonOptions.password,
});

/** Counts the pages that a job is charged for. Offers no conversions; other engines use it to determine their cost. */
export const pdfPages = {
  id: 'pdfPages',
  load: async () => (await import('./convert.ts')).countPages,
  time: 'counting',
  memory: 'values',
} as const satisfies EngineDescription;

const perPage = creditPerPage(pdfPages);
const common = { from: 'pdf', cost: perPage } as const;
/** The optional program that recognizes the text of scans. */
const helper = 'tesseract';
/** Formats of scans and other pictures that may contain text. */
export const scanFormats: ReadonlySet<string> = new Set([
  'png',
  'jpg',
  'tiff',
  'webp',
  'heic',
  'avif',
  'bmp',
  'gif',
]);
/**
 * Properties that a PDF page loses when it becomes a picture. `otherFonts` means that only embedded fonts and the
 * standard 14 fonts can be drawn.
 */
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

/** Converts PDF pages to pictures or text with PDFium. */
export const pdf = {
  id: 'pdf',
  load: async () => (await import('./convert.ts')).convertPdf,
  time: 'pixels',
  memory: 'unfolded',
  conversions: pdfConversions,
} as const satisfies EngineDescription;

/** Creates previews of pages. Offers no conversions. */
export const pdfPreview = {
  id: 'pdfPreview',
  load: async () => (await import('./convert.ts')).previewPage,
  time: 'previews',
  memory: 'unfolded',
} as const satisfies EngineDescription;

const reflowTargets: readonly DocumentTarget[] = ['html', 'md', 'docx', 'odt', 'rtf', 'epub'];

/** Tables, headings, and lists aren't losses: they are recognized by their appearance if the PDF isn't tagged. */
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

/** Converts a PDF to a document with flowing text. */
export const pdfReflow = {
  id: 'pdfReflow',
  load: async () => (await import('./structure/convert.ts')).reflowPdf,
  time: 'texts',
  memory: 'texts',
  conversions: pdfReflows,
} as const satisfies EngineDescription;

/** Properties of a picture that a PDF keeps. */
const keptByPdf = [
  'shades',
  'color',
  'colors',
  'transparency',
  'partialTransparency',
  'wideGamut',
  'depth',
] as const;

/** Properties that only some source formats keep: all pages of a TIFF, and all metadata of a JPEG. */
const keptFrom: Readonly<Record<string, Loss>> = { tiff: 'pages', jpg: 'metadata' };

const imagePdfRow = (from: string, lossy: boolean, losses: readonly Loss[]): Conversion => ({
  from,
  to: 'pdf',
  lossy,
  losses,
  cost: oneCredit,
  options: once(() => optionsOf(from)),
  ...(scanFormats.has(from) ? { helper } : {}),
});

const imagePdfConversions = (): readonly Conversion[] => [
  ...[...readable].map((from) => {
    const losses = lossesAmong(from, keptByPdf).filter((loss) => loss !== ownValue(keptFrom, from));
    return imagePdfRow(from, lossySources.has(from), losses);
  }),
  ...pictureArchives.map((from) => imagePdfRow(from, true, ['otherFiles', 'metadata'])),
];

/** Converts images, and ZIPs of images, to a PDF with one page per image. */
export const imagePdf = {
  id: 'imagePdf',
  load: async () => (await import('./fromImages/convert.ts')).convertToPdf,
  time: 'pixels',
  memory: 'unfolded',
  conversions: imagePdfConversions,
} as const satisfies EngineDescription;

const drawingConversions = (): readonly Conversion[] => [
  usualConversion('svg', 'pdf', ['animation', 'linkedFiles', 'newerStyles', 'effects', 'otherFonts'], () =>
    strictOptions({}),
  ),
];

/** Converts drawings to a page of the same size, without pixels. */
export const drawingPdf = {
  id: 'drawingPdf',
  load: async () => (await import('./fromDrawing.ts')).convertDrawing,
  time: 'pixels',
  memory: 'unfolded',
  conversions: drawingConversions,
} as const satisfies EngineDescription;

/** Counts one file after another, because submissions wait for the count and only a few can run in parallel. */
const perPageOfAll: Cost = async (task, run) => {
  let credits = 0;
  for (const { path, from } of task.inputs ?? []) {
    const one = { ...task, inputPath: path, from: from ?? '' };
    credits += from === 'pdf' ? await perPage(one, run) : 1;
  }
  return credits;
};

const pdfCombinations = (): readonly Combination[] => [
  { to: 'pdf', from: [...readable, 'pdf'], cost: perPageOfAll, options: () => combiningOptions },
];

/** Combines PDFs and images into one PDF, in the given order. */
export const combinedPdf = {
  id: 'combinedPdf',
  load: async () => (await import('./objectsBundle.ts')).combinePdf,
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

export const pdfCompression = {
  id: 'pdfCompression',
  load: async () => (await import('./objectsBundle.ts')).compressPdf,
  time: 'pixels',
  memory: 'unfolded',
  compressions: pdfCompressions,
} as const satisfies EngineDescription;
