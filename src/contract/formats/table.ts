import { ownValue } from '../../util/ownValue.ts';
import type { Loss } from '../losses.ts';
import { archiveFormats } from './archives.ts';
import { documentFormats, ebookFormats } from './documents.ts';
import { fontFormats } from './fonts.ts';
import {
  type Beginning,
  type FileKind,
  type Format,
  type FormatFacts,
  type FormatKind,
  formatKinds,
} from './format.ts';
import { imageFormats } from './images.ts';
import { audioFormats, videoFormats } from './media.ts';
import { dataFormats, markupFormats } from './texts.ts';

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
  return ownValue(formatsById, id);
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

/** Image formats that all browsers show, starting with the one that makes the smallest files. */
export const webImages = ['avif', 'webp', 'svg', 'jpg', 'png', 'apng', 'gif', 'ico', 'bmp'] as const;

/** File extensions of `webImages`. */
export const webImageExtensions: readonly string[] = webImages.flatMap((id) => [
  id,
  ...(formatById(id)?.extensions ?? []),
]);

/**
 * Image formats that can be resized without changing the format, each with what its files may lose. No service lists a
 * conversion of a format to itself.
 */
export const resizable: Readonly<Record<string, readonly Loss[]>> = {
  jpg: [],
  png: ['animation'],
  webp: [],
  avif: ['depth', 'animation'],
  gif: [],
  tiff: ['dynamicRange', 'pages', 'metadata'],
  bmp: [],
};
