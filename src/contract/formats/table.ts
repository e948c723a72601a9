import { own } from '../../util/own.ts';
import { archiveFormats } from './archives.ts';
import { audioFormats } from './audio.ts';
import { dataFormats } from './data.ts';
import { documentFormats } from './documents.ts';
import { ebookFormats } from './ebooks.ts';
import { fontFormats } from './fonts.ts';
import { type Format, type FormatKind, formatKinds, type FormatFacts } from './format.ts';
import { imageFormats } from './images.ts';
import { markupFormats } from './markup.ts';
import type { Beginning } from './signature.ts';
import { videoFormats } from './video.ts';

const rowsByKind: Readonly<Record<FormatKind, readonly FormatFacts[]>> = {
  images: imageFormats,
  documents: [...documentFormats, ...markupFormats],
  audio: audioFormats,
  video: videoFormats,
  fonts: fontFormats,
  ebooks: ebookFormats,
  archives: archiveFormats,
  data: dataFormats,
};

/** Every known format, including those that only some services can convert. */
export const formats: readonly Format[] = formatKinds.flatMap((kind) =>
  rowsByKind[kind].map((row) => ({ ...row, kind })),
);

const formatsById: Readonly<Record<string, Format>> = Object.fromEntries(
  formats.map((format) => [format.id, format]),
);

/** The facts about a format, by its name in catalogs; `undefined` for a format that only a service knows. */
export function formatById(id: string): Format | undefined {
  return own(formatsById, id);
}

/** A kind of file. Files of one kind can be converted to the same formats, and their sizes can be compared. */
type FileKind = FormatKind | 'drawings' | 'sheets' | 'slides' | 'texts' | 'other';

/** Formats that form a kind of their own within a table. */
const finerKinds: readonly (readonly [FileKind, readonly string[]])[] = [
  ['drawings', ['svg', 'svgz', 'eps', 'ps']],
  ['sheets', 'xlsx xlsm xltx xls xlt ods ots fods csv tsv'.split(' ')],
  ['slides', 'pptx pptm ppsx potx ppt pps pot odp otp fodp'.split(' ')],
  ['texts', 'md html txt rst org adoc tex textile mediawiki dokuwiki'.split(' ')],
];

export function fileKind(format: string): FileKind {
  const [finer] = finerKinds.find(([, formats]) => formats.includes(format)) ?? [];
  return finer ?? formatById(format)?.kind ?? 'other';
}

/** Formats that editors show as plain text. */
export const textFormats: ReadonlySet<string> = new Set([
  'csv',
  'html',
  'json',
  'ndjson',
  'tex',
  'tsv',
  'txt',
]);

/** True for an image format in the table. */
export function isImageFormat(id: string | undefined): boolean {
  return id !== undefined && formatById(id)?.kind === 'images';
}

/**
 * The media type of a format.
 * @throws Error if it isn't in the table
 */
export function mediaTypeOf(id: string): string {
  const format = formatById(id);
  if (format === undefined) throw new Error(`Unknown format: ${id}`);
  return format.mediaType;
}

/** The possible beginnings of files of the format; empty if they aren't known. */
export function necessaryBeginnings(id: string): readonly Beginning[] {
  const format = formatById(id);
  if (format === undefined || format.signature === 'none') return [];
  return format.signature === 'container'
    ? necessaryBeginnings(format.container)
    : format.signature.necessary;
}
