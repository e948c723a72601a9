import { own } from '../../util/own.ts';
import { archiveFormats } from './archives.ts';
import { audioFormats } from './audio.ts';
import { dataFormats } from './data.ts';
import { documentFormats } from './documents.ts';
import { ebookFormats } from './ebooks.ts';
import { fontFormats } from './fonts.ts';
import { type FileKind, type Format, type FormatKind, formatKinds, type FormatFacts } from './format.ts';
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

/** The kind of a format's files; `other` for a format that only a service knows. */
export function fileKind(id: string): FileKind {
  const format = formatById(id);
  if (format?.kind === 'documents' && format.signature === 'text') return 'texts';
  return format?.fileKind ?? format?.kind ?? 'other';
}

/** True for plain text, which editors show as it is. */
export function isTextFormat(id: string): boolean {
  return formatById(id)?.signature === 'text';
}

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
  if (format === undefined) return [];
  if (format.signature === 'container') return necessaryBeginnings(format.container);
  return typeof format.signature === 'object' ? format.signature.necessary : [];
}
